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
  GenerateContentRequest,
  GenerateContentResponse,
  Part,
  ToolConfig,
} from "./wire.js";
export { isRunError, isToolError, RunError, ToolError } from "./errors.js";
export type { ErrorCode, ErrorInfo, ModelVisibleError } from "./errors.js";
export type {
  Answered,
  Decision,
  Host,
  ModelOutcome,
  ModelStep,
  PendingCall,
  ToolOutcome,
  ToolStep,
  Waiting,
} from "./host.js";
export type { Face, Model, ModelCall, Retry } from "./model.js";
