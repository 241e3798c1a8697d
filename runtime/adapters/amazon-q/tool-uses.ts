import type { IncomingCall } from "../../base/response-to.js";
import type { FunctionCall, FunctionResponse } from "../../wire.js";
import { isObject } from "../../base/is-object.js";
import { jsonCopy } from "./json-copy.js";
import { toolUseIdOf } from "./spellings.js";
import { contentOf, responseOf } from "./tool-result.js";
import type { ToolResult, ToolUse } from "./messages.js";

/** Maps ids to functions: Amazon Q answers by id, Gemini by name. One table serves one conversation. */
export interface ToolUses {
  /**
   * Converts a call of Gemini to a tool use. Its id is the call's own or a new UUID v4. With `repeated` an earlier
   * call has the same id, so this one gets a new id and both are answered. By default a call counts as repeated if an
   * earlier one with its id has no result yet.
   */
  toToolUse(call: IncomingCall, repeated?: boolean): ToolUse;
  /** Converts a tool use to a call of Gemini. */
  toFunctionCall(use: ToolUse): FunctionCall;
  /** Converts a result to a response of Gemini, with the call's id if it had one. Undefined for an unknown id. */
  toFunctionResponse(result: ToolResult): FunctionResponse | undefined;
  /** Converts a response of Gemini to a result. It is matched by id, or by name in call order. */
  toToolResult(response: ResponseLike): ToolResult | undefined;
  /** The function of an id. */
  nameOf(toolUseId: string): string | undefined;
  /** Tool uses without a result, in call order. */
  readonly unanswered: readonly string[];
}

/** A response in the types of any client. */
export interface ResponseLike {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly response?: Readonly<Record<string, unknown>> | undefined;
  readonly parts?: readonly object[] | undefined;
}

export interface ToolUsesOptions {
  /** From Amazon Q's names to Gemini's, as `toTools` returns them. */
  readonly names?: ReadonlyMap<string, string>;
  readonly newId?: () => string;
  /** Gemini's model. If it does not accept images in responses, a note replaces them. */
  readonly model?: string;
}

interface Entry {
  /** Gemini's name. */
  readonly name: string;
  /** Gemini's id of the call, if it has one. */
  readonly id: string | undefined;
  readonly from: "Gemini" | "Amazon Q";
  answered: boolean;
}

export function createToolUses(options: ToolUsesOptions = {}): ToolUses {
  const { names = new Map<string, string>(), newId = () => crypto.randomUUID(), model } = options;
  const amazonNames = new Map([...names].map(([q, gemini]) => [gemini, q] as const));
  const entries = new Map<string, Entry>();
  /** Uses from Amazon Q have the same id on both sides, so their id may occur again. */
  const isUnanswered = (id: string | undefined): boolean => {
    const earlier = id === undefined ? undefined : entries.get(id);
    return earlier?.from === "Gemini" && !earlier.answered;
  };
  const open = (): readonly (readonly [string, Entry])[] =>
    [...entries].filter(([, { answered }]) => !answered);
  return {
    toToolUse({ id, name = "", args }, repeated = isUnanswered(id)) {
      const toolUseId = id === undefined || repeated ? newId() : id;
      entries.set(toolUseId, { name, id, from: "Gemini", answered: false });
      return {
        toolUseId,
        name: amazonNames.get(name) ?? name,
        input: args === undefined ? {} : (jsonCopy(args) ?? null),
      };
    },
    toFunctionCall(use) {
      const { name, input } = use;
      const toolUseId = toolUseIdOf(use);
      const original = names.get(name) ?? name;
      entries.set(toolUseId, { name: original, id: toolUseId, from: "Amazon Q", answered: false });
      return { id: toolUseId, name: original, args: isObject(input) ? { ...input } : {} };
    },
    toFunctionResponse(result) {
      const entry = entries.get(toolUseIdOf(result));
      if (entry === undefined) return undefined;
      entry.answered = true;
      const { response, parts } = responseOf(result, model);
      return {
        ...(entry.id === undefined ? {} : { id: entry.id }),
        name: entry.name,
        response,
        ...(parts === undefined ? {} : { parts }),
      };
    },
    toToolResult(response) {
      const { id, name } = response;
      const openEntry = open().find(([, entry]) =>
        id === undefined ? entry.name === name : entry.id === id,
      );
      const found = openEntry?.[0] ?? (id !== undefined && entries.has(id) ? id : undefined);
      const entry = found === undefined ? undefined : entries.get(found);
      if (found === undefined || entry === undefined) return undefined;
      entry.answered = true;
      return { toolUseId: found, ...contentOf(response) };
    },
    nameOf: (toolUseId) => entries.get(toolUseId)?.name,
    get unanswered() {
      return open().map(([id]) => id);
    },
  };
}
