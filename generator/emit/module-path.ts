import type { Options } from "../options.js";

/** The ending of a relative import: the one that Node needs, the one of the file itself, or no ending. */
export type ImportForm = Options["imports"];

/** The import path of a generated file, from its path without the ending: `./entries` → `./entries.js`. */
export function modulePath(path: string, form: ImportForm): string {
  return form === "none" ? path : `${path}.${form}`;
}

/** The import path of a module of the user, whose file may have any ending. */
export function userModulePath(path: string, form: ImportForm): string {
  if (form === "js") return path.replace(/\.([cm]?)tsx?$/, ".$1js");
  // Resolvers that complete a missing ending do not look for .mts, .cts, .mjs or .cjs.
  return form === "none" ? path.replace(/\.[jt]sx?$/, "").replace(/\.([cm])ts$/, ".$1js") : path;
}
