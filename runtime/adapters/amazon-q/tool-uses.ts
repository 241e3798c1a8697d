import type { IncomingCall } from "../../base/address-answer.js";
import type { FunctionCall, FunctionResponse } from "../../wire.js";
import { isObject } from "../../base/is-object.js";
import { plain } from "./plain.js";
import { toolUseIdOf } from "./spellings.js";
import { contentOf, responseOf } from "./tool-result.js";
import type { ToolResult, ToolUse } from "./wire.js";

/**
 * Remembers which id belongs to which function: Amazon Q answers by id, Gemini by name.
 * One table serves one conversation.
 */
export interface ToolUses {
  /**
   * Gemini's call as a tool use. Its id is the call's own, or a fresh UUID v4. `repeated` says that an earlier call has the same id
   * and this one gets a fresh id, so that both are answered. By default a call is repeated if an earlier one with its id has no
   * result yet.
   */
  toToolUse(call: IncomingCall, repeated?: boolean): ToolUse;
  /** A tool use as Gemini's call. */
  toFunctionCall(use: ToolUse): FunctionCall;
  /** A result as Gemini's response, or nothing for an id that nobody used. The id is given back only to a call that had one. */
  toFunctionResponse(result: ToolResult): FunctionResponse | undefined;
  /** Gemini's response as a result: found by id, else by name in the order of the calls. */
  toToolResult(response: ResponseLike): ToolResult | undefined;
  /** The function behind an id. */
  nameOf(toolUseId: string): string | undefined;
  /** Tool uses that have no result yet, in the order of the calls. */
  readonly unanswered: readonly string[];
}

/** A response as any client's types describe it. */
export interface ResponseLike {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly response?: Readonly<Record<string, unknown>> | undefined;
  readonly parts?: readonly object[] | undefined;
}

export interface ToolUsesOptions {
  /** Amazon Q's names to Gemini's, as `toTools` gives them. */
  readonly names?: ReadonlyMap<string, string>;
  readonly newId?: () => string;
  /** Gemini's model; one that takes no images in an answer gets a note in their place. */
  readonly model?: string;
}

interface Entry {
  /** Gemini's name. */
  readonly name: string;
  /** Gemini's id of the call, where it gave one. */
  readonly id: string | undefined;
  readonly from: "Gemini" | "Amazon Q";
  answered: boolean;
}

export function createToolUses(options: ToolUsesOptions = {}): ToolUses {
  const { names = new Map<string, string>(), newId = () => crypto.randomUUID(), model } = options;
  const acceptable = new Map([...names].map(([q, gemini]) => [gemini, q] as const));
  const entries = new Map<string, Entry>();
  /** A use that came from Amazon Q has its id on both sides, and may come back. */
  const waits = (id: string | undefined): boolean => {
    const earlier = id === undefined ? undefined : entries.get(id);
    return earlier?.from === "Gemini" && !earlier.answered;
  };
  const open = (): readonly (readonly [string, Entry])[] =>
    [...entries].filter(([, { answered }]) => !answered);
  return {
    toToolUse({ id, name = "", args }, repeated = waits(id)) {
      const toolUseId = id === undefined || repeated ? newId() : id;
      entries.set(toolUseId, { name, id, from: "Gemini", answered: false });
      return {
        toolUseId,
        name: acceptable.get(name) ?? name,
        input: args === undefined ? {} : (plain(args) ?? null),
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
      const waiting = open().find(([, entry]) => (id === undefined ? entry.name === name : entry.id === id));
      const found = waiting?.[0] ?? (id !== undefined && entries.has(id) ? id : undefined);
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
