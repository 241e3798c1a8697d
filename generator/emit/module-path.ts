import type { Options } from "../options.js";

/** The ending of relative imports: `.js` as Node needs it, `.ts`, or no ending. */
export type ImportForm = Options["imports"];

/** Returns the import path of a generated file: `./entries` → `./entries.js`. */
export function modulePath(path: string, form: ImportForm): string {
  return form === "none" ? path : `${path}.${form}`;
}

/** Returns the import path of a module that the user wrote. The file of this module may have any ending. */
export function userModulePath(path: string, form: ImportForm): string {
  if (form === "js") return path.replace(/\.([cm]?)tsx?$/, ".$1js");
  // Resolvers that add a missing ending do not try .mts, .cts, .mjs or .cjs, so these endings are kept.
  return form === "none" ? path.replace(/\.[jt]sx?$/, "").replace(/\.([cm])ts$/, ".$1js") : path;
}
