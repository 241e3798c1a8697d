// The compiler as a library. This is the entry `toolpress/generator`.

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
export { type Diagnostic, type Related } from "./diagnostics/report.js";
export { type SourceLocation } from "./base/origin.js";
export { type Load, type SourceFile } from "./base/documents.js";
export { defaultLimits, type Limits } from "./read/read.js";
export { type Lock, type LockedFile, type LockedTool } from "./pipeline/lock.js";
export { renderGithub, renderJson, renderText, type TextOptions } from "./diagnostics/render.js";
export { createLoader } from "./read/load-file.js";
export { type ConfigFile } from "./cli/config-file.js";
