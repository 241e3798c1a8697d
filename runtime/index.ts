// The exports of `@toolpress/runtime`.

export { createAgent } from "./start/agent.js";
export type { Agent, AgentOptions, ResumeOptions, RunOptions, RunStream } from "./start/agent.js";
export type { IncomingCall } from "./base/response-to.js";
export { dispatch } from "./call/dispatch.js";
export type { DispatchOptions } from "./call/dispatch.js";
export { createEffects } from "./start/effects.js";
export type { EffectOptions, Effects } from "./start/effects.js";
export type { EventBody, Listener, RunEvent } from "./events.js";
export type { ExecuteOptions, PolicyCall, Verdict } from "./call/call-options.js";
export { gemini } from "./gemini/gemini.js";
export type { GeminiOptions, Endpoint } from "./gemini/gemini.js";
export type { Secret } from "./base/secret.js";
export { vertexAI } from "./gemini/vertex-ai.js";
export type { VertexOptions } from "./gemini/vertex-ai.js";
export { textOf } from "./loop/text-of.js";
export type { ContentLike, Input, PartLike } from "./loop/history.js";
export { answerToolCall } from "./call/live.js";
export type { LiveOptions, LiveToolCall } from "./call/live.js";
export { localHost } from "./start/local-host.js";
export type { LoopOptions, TurnChange, TurnInfo } from "./base/loop-options.js";
export type { LoopInput } from "./loop/run.js";
export { orThrow } from "./run-result.js";
export type { CallRecord, RunResult, RunStatus, Turn } from "./run-result.js";
export { functionCall, functionResponse, wholeResponse } from "./base/parts.js";
export type { RetryOptions } from "./gemini/retry.js";
export type { State } from "./loop/state.js";
export type { Usage } from "./loop/usage.js";
export { combine } from "./start/combine.js";
export { createToolset, bindHandler, bindRemote, type UnboundTool } from "./start/toolset.js";
export type { Issue, IssueCode, Parsed, Validated } from "./issue.js";
export type {
  AnsweredCall,
  BoundTool,
  BoundValue,
  CallContext,
  Handler,
  OptionsFor,
  ParseOptions,
  Remote,
  RemoteTool,
  ToolChecks,
  ToolEntry,
  ToolSchemas,
  JsonSchema,
  NamedCall,
  ToolPolicy,
  ToolSearch,
  Toolset,
  WithContext,
} from "./tool.js";
export type {
  Blob,
  Candidate,
  Content,
  FunctionCall,
  FunctionCallingMode,
  FunctionDeclaration,
  FunctionResponse,
  FunctionResponsePart,
  DeclarationLike,
  DeclaredSchema,
  GeminiSchema,
  GenerateContentRequest,
  GenerateContentResponse,
  Part,
  Scheduling,
  Schema,
  Tool,
  ToolConfig,
  UsageMetadata,
} from "./wire.js";
export { isRunError, RunError, ToolError } from "./errors.js";
export { isToolError } from "./call/thrown-error.js";
export type { ErrorCode, ErrorInfo, ModelVisibleError } from "./errors.js";
export type {
  ToolAnswer,
  Decision,
  Host,
  ModelOutcome,
  ModelEffect,
  PendingCall,
  ToolOutcome,
  ToolEffect,
  ToolWait,
} from "./host.js";
export type { Flavor, Model, ModelCall, Retry } from "./model.js";
