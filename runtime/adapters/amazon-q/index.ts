// `@toolpress/runtime/amazon-q` converts between the tool messages of Amazon Q and of Gemini.

export { toolResultsOf, toolUsesOf, withToolRound, type ToolRound } from "./conversation.js";
export {
  toFunctionDeclaration,
  toFunctionDeclarations,
  toToolSpecification,
  toTools,
  type AnyTool,
  type NamedDeclarations,
  type NamedTools,
} from "./specification.js";
export { joinToolUseEvents, unreadableArguments, type JoinedToolUses } from "./tool-use-events.js";
export { createToolUses, type ResponseLike, type ToolUses, type ToolUsesOptions } from "./tool-uses.js";
export type {
  Tool,
  ToolResult,
  ToolResultContentBlock,
  ToolSpecification,
  ToolUse,
  ToolUseEvent,
} from "./messages.js";
