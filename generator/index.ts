// The compiler as a library: `toolpress/generator`.

export {
  generate,
  type CompiledSpec,
  type GeneratedSet,
  type Generation,
  type Inputs,
  type Previous,
  type SpecFile,
} from "./generate.js";
export { defaultOptions, type Budgets, type Options, type Severity } from "./options.js";
export { type Diagnostic, type Related } from "./diagnostics.js";
export { type Place } from "./origin.js";
export { type Load, type SourceFile } from "./documents.js";
export { defaultLimits, type Limits } from "./read.js";
export { type Lock, type LockedFile, type LockedTool } from "./lock.js";
export { renderGithub, renderJson, renderText, type TextOptions } from "./render-diagnostics.js";
export { createLoader } from "./read/load-file.js";
export { type ConfigFile } from "./config-file.js";
