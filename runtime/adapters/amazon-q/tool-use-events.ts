import { isObject } from "../../base/is-object.js";
import { toolUseIdOf } from "./spellings.js";
import type { ToolResult, ToolUse, ToolUseEvent } from "./messages.js";

export interface JoinedToolUses {
  readonly uses: readonly ToolUse[];
  /** Results for the tool uses whose arguments are not a JSON object. Do not execute these tool uses. */
  readonly refused: readonly ToolResult[];
  /** Ids of the tool uses whose last piece, the one with `stop`, is missing. */
  readonly open: readonly string[];
  /**
   * Ids that occur again after the piece with `stop`. Only the first tool use with such an id counts, because
   * both would share one result.
   */
  readonly repeated: readonly string[];
}

/**
 * If the arguments of a tool use cannot be read, `input` has one argument with this name, which contains
 * their text. The tool use is kept, because every result in the history needs its tool use.
 */
export const unreadableArguments = "__unreadable_arguments";

/** Joins the pieces of streamed tool uses. The pieces of several tool uses may alternate. */
export function joinToolUseEvents(events: Iterable<ToolUseEvent>): JoinedToolUses {
  const pieces = new Map<string, { name: string; text: string; stopped: boolean }>();
  const repeated = new Set<string>();
  for (const event of events) {
    const { name, input, stop } = event;
    const toolUseId = toolUseIdOf(event);
    const piece = pieces.get(toolUseId) ?? { name, text: "", stopped: false };
    if (piece.stopped) {
      repeated.add(toolUseId);
      continue;
    }
    piece.text += input ?? "";
    piece.stopped ||= stop === true;
    pieces.set(toolUseId, piece);
  }
  const uses: ToolUse[] = [];
  const refused: ToolResult[] = [];
  for (const [toolUseId, { name, text }] of pieces) {
    const input = parseArguments(text);
    uses.push({ toolUseId, name, input: input ?? { [unreadableArguments]: text } });
    if (input === undefined) refused.push(refusal(toolUseId, name));
  }
  const open = [...pieces].filter(([, piece]) => !piece.stopped).map(([id]) => id);
  return { uses, refused, open, repeated: [...repeated] };
}

function parseArguments(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function refusal(toolUseId: string, name: string): ToolResult {
  const text = `The arguments of ${name} are not a complete JSON object. Call it again with complete arguments.`;
  return { toolUseId, content: [{ text }], status: "error" };
}
