// What people import from `toolpress/runtime`.

export { createAgent } from "./agent.js";
export type { Agent, AgentOptions, ResumeOptions, RunOptions, RunStream } from "./agent.js";
export type { IncomingCall } from "./address-answer.js";
export { dispatch } from "./dispatch.js";
export type { DispatchOptions } from "./dispatch.js";
export { createEffects } from "./effects.js";
export type { EffectOptions, Effects } from "./effects.js";
export type { Listener, RunEvent } from "./events.js";
export type { ExecuteOptions, PolicyCall, Verdict } from "./execute-call.js";
export { gemini } from "./gemini.js";
export type { GeminiOptions, Place, Secret } from "./gemini.js";
export { vertexAI } from "./vertex-ai.js";
export type { VertexOptions } from "./vertex-ai.js";
export { textOf } from "./text-of.js";
export type { ContentLike, Input, PartLike } from "./history.js";
export { answerToolCall } from "./live.js";
export type { LiveOptions, LiveToolCall } from "./live.js";
export { localHost } from "./local-host.js";
export type { LoopOptions, TurnChange, TurnInfo } from "./loop-options.js";
export type { LoopInput } from "./run.js";
export { orThrow } from "./run-result.js";
export type { CallRecord, RunResult, RunStatus, Step } from "./run-result.js";
export { functionCall, functionResponse, wholeResponse } from "./parts.js";
export type { RetryOptions } from "./retry.js";
export type { State } from "./state.js";
export type { Usage } from "./usage.js";
export { createToolset, local, remote } from "./toolset.js";
export type { Issue, IssueCode, Parsed, Validated } from "./issue.js";
export type {
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
  ToolPolicy,
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
export { isToolError } from "./thrown-error.js";
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
