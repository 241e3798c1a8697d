import type { Options } from "../options.js";

/** How a file of ours is imported: with the ending that Node wants, with that of the file itself, or with none. */
export type ImportForm = Options["imports"];

/** A generated file without its ending, as another one imports it: `./entries` → `./entries.js`. */
export function modulePath(path: string, form: ImportForm): string {
  return form === "none" ? path : `${path}.${form}`;
}

/** A module of the user, whose file may have any ending. */
export function userModulePath(path: string, form: ImportForm): string {
  if (form === "js") return path.replace(/\.([cm]?)tsx?$/, ".$1js");
  // Nobody looks for a file with one of the other endings where none is named.
  return form === "none" ? path.replace(/\.[jt]sx?$/, "").replace(/\.([cm])ts$/, ".$1js") : path;
}
