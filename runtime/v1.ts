// What generated code imports. Additive only: a breaking change is a `v2.ts` beside this file.
export type { Issue, IssueCode, Parsed, Validated } from "./issue.js";
export type {
  BoundTool,
  CallContext,
  Handler,
  ParseOptions,
  Remote,
  Reply,
  ToolEntry,
  ToolPolicy,
  Toolset,
} from "./tool.js";
export { call, createToolset, local, remote } from "./toolset.js";
export type { FunctionDeclaration } from "./wire.js";
export { ToolError } from "./errors.js";
