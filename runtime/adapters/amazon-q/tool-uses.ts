import type { IncomingCall } from "../../base/response-to.js";
import type { FunctionCall, FunctionResponse } from "../../wire.js";
import { isObject } from "../../base/is-object.js";
import { jsonCopy } from "./json-copy.js";
import { toolUseIdOf } from "./spellings.js";
import { contentOf, responseOf } from "./tool-result.js";
import type { ToolResult, ToolUse } from "./messages.js";

/**
 * A table of the tool uses of one conversation. Amazon Q identifies a result by the id of its tool use, and
 * Gemini also needs the name of the function.
 */
export interface ToolUses {
  /**
   * Converts a call of Gemini to a tool use. The id of the tool use is the id of the call, or a new UUID v4.
   * Set `repeated` if an earlier call has the same id. The tool use then gets a new id, so that both calls
   * are answered. By default, a call counts as repeated if an earlier call with its id has no result yet.
   */
  toToolUse(call: IncomingCall, repeated?: boolean): ToolUse;
  /** Converts a tool use to a call of Gemini. */
  toFunctionCall(use: ToolUse): FunctionCall;
  /**
   * Converts a result to a function response of Gemini. If the call had an id, the response has the same id.
   * Returns undefined for an unknown id.
   */
  toFunctionResponse(result: ToolResult): FunctionResponse | undefined;
  /**
   * Converts a function response of Gemini to a result. The tool use is found by `id`. A response without an
   * id belongs to the first unanswered tool use with its name.
   */
  toToolResult(response: ResponseLike): ToolResult | undefined;
  /** Returns the name of the function for the id of a tool use. */
  nameOf(toolUseId: string): string | undefined;
  /** The ids of the tool uses without a result, in call order. */
  readonly unanswered: readonly string[];
}

/** A function response in the types of this package or of another client. */
export interface ResponseLike {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly response?: Readonly<Record<string, unknown>> | undefined;
  readonly parts?: readonly object[] | undefined;
}

export interface ToolUsesOptions {
  /** Maps each name in Amazon Q to the name in Gemini. `toTools` returns this map. */
  readonly names?: ReadonlyMap<string, string>;
  readonly newId?: () => string;
  /** The name of Gemini's model. If the model accepts no images in responses, a note replaces each image. */
  readonly model?: string;
}

interface Entry {
  /** The name of the function in Gemini. */
  readonly name: string;
  /** The id of Gemini's call, if the call has one. */
  readonly id: string | undefined;
  readonly from: "Gemini" | "Amazon Q";
  answered: boolean;
}

export function createToolUses(options: ToolUsesOptions = {}): ToolUses {
  const { names = new Map<string, string>(), newId = () => crypto.randomUUID(), model } = options;
  const amazonNames = new Map([...names].map(([q, gemini]) => [gemini, q] as const));
  const entries = new Map<string, Entry>();
  /**
   * Whether an earlier call of Gemini has this id and no result yet. Tool uses that came from Amazon Q do not
   * count: a call with the id of such a tool use is the same call, not a repeated one.
   */
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
