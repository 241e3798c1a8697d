import type { ContentLike } from "../../loop/history.js";
import type { Content, FunctionCall, FunctionResponse, Part } from "../../wire.js";
import { toolUseIdOf } from "./spellings.js";
import { responseOf } from "./tool-result.js";
import type { ToolUses } from "./tool-uses.js";
import type { ToolResult, ToolUse } from "./messages.js";

/** Converts the calls of a model's turn to tool uses, in the same order. */
export function toolUsesOf(content: ContentLike, uses: ToolUses): readonly ToolUse[] {
  const calls = callsOf(content);
  return calls.map((call, index) =>
    uses.toToolUse(
      call,
      calls.slice(0, index).some(({ id }) => id === call.id),
    ),
  );
}

function partsOf({ parts = [] }: ContentLike): readonly Part[] {
  return parts as readonly Part[];
}

function callsOf(content: ContentLike): readonly FunctionCall[] {
  return partsOf(content).flatMap(({ functionCall }) => (functionCall === undefined ? [] : [functionCall]));
}

export interface ToolRound {
  /**
   * The turn of the model, exactly as it was received. Thought signatures and thoughts must be sent back
   * unchanged.
   */
  readonly model: ContentLike;
  /** The result of `toolUsesOf` for this turn. */
  readonly uses: readonly ToolUse[];
  readonly results: readonly ToolResult[];
}

/**
 * Returns the history with one more round: the turn of the model, and one user turn that answers every call
 * in order. A call without a result counts as cancelled. A result without a call becomes a text.
 */
export function withToolRound(
  contents: readonly ContentLike[],
  round: ToolRound,
  table: ToolUses,
): Content[] {
  const { model, uses, results } = round;
  const ids = uses.map(toolUseIdOf);
  const answers = ids.map((toolUseId): Part => {
    const result = results.find((candidate) => toolUseIdOf(candidate) === toolUseId) ?? cancelled(toolUseId);
    return { functionResponse: table.toFunctionResponse(result) as FunctionResponse };
  });
  const used = new Set(ids);
  const strays = results.filter((result) => !used.has(toolUseIdOf(result))).map(asText);
  const turn: Content = { role: "user", parts: [...answers, ...strays] };
  const before: readonly object[] = [...contents, model];
  return [...(before as readonly Content[]), ...(turn.parts?.length === 0 ? [] : [turn])];
}

function cancelled(toolUseId: string): ToolResult {
  return {
    toolUseId,
    content: [{ text: "The tool was cancelled before it gave a result." }],
    status: "error",
  };
}

function asText(result: ToolResult): Part {
  const { response } = responseOf(result);
  return { text: `Result of a tool that was not called in this turn: ${JSON.stringify(response)}` };
}

/**
 * Converts the function responses of a user turn to tool results. Responses without a tool use are left out.
 */
export function toolResultsOf(content: ContentLike, uses: ToolUses): readonly ToolResult[] {
  return partsOf(content).flatMap(({ functionResponse }) => {
    const result = functionResponse === undefined ? undefined : uses.toToolResult(functionResponse);
    return result === undefined ? [] : [result];
  });
}
