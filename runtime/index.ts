export type { Issue, IssueCode, Parsed, Validated } from "./issue.js";
export type {
  BoundTool,
  BoundValue,
  CallContext,
  Handler,
  ParseOptions,
  Remote,
  RemoteTool,
  ToolEntry,
  ToolPolicy,
  Toolset,
} from "./tool.js";
export type {
  Content,
  FunctionCall,
  FunctionDeclaration,
  FunctionResponse,
  Part,
  ToolConfig,
} from "./wire.js";
