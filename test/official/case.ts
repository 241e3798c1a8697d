import { deepStrictEqual, match, ok } from "node:assert/strict";
import type { FunctionDeclaration, GoogleGenAI } from "@google/genai";
import type { FakeGemini, FakeGeminiOptions } from "toolpress/testing";

/** One use of the official client. A case fails if `run` throws. */
export interface Case {
  readonly title: string;
  readonly fake?: FakeGeminiOptions;
  /** Further options of the client. The key and the address are always set. */
  readonly client?: Readonly<Record<string, unknown>>;
  /**
   * True if the service refuses a request of this case. Otherwise no request may be refused, and no entry of
   * the script may remain.
   */
  readonly refuses?: boolean;
  readonly run: (ai: GoogleGenAI, fake: FakeGemini) => Promise<void>;
}

export type Kind = "generate" | "stream" | "chat" | "tools" | "config" | "caches" | "tokens" | "Vertex";

export const model = "gemini-3.5-flash";

export const weather: FunctionDeclaration = {
  name: "get_weather",
  description: "Weather of a city.",
  parametersJsonSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};

export const weatherTools = [{ functionDeclarations: [weather] }];

export const equal: (actual: unknown, expected: unknown) => void = deepStrictEqual;
export const matches: (actual: string, pattern: RegExp) => void = match;
export const holds: (condition: boolean, what: string) => void = ok;

export async function collect<T>(stream: Promise<AsyncIterable<T>> | AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of await stream) items.push(item);
  return items;
}

/** Checks that the client reports a refusal with the status and the text of the service. */
export async function isRefused(promise: Promise<unknown>, status: number, text: RegExp): Promise<void> {
  const error: unknown = await promise.then(
    () => undefined,
    (problem: unknown) => problem,
  );
  holds(error instanceof Error, "expected a refusal, found an answer");
  const { status: found, message } = error as Error & { readonly status?: number };
  equal(found, status);
  matches(message, text);
}

/** Returns a body in the form in which the fake received it. */
export function sent(fake: FakeGemini, index = 0): Readonly<Record<string, unknown>> {
  return fake.requests[index]?.body as unknown as Readonly<Record<string, unknown>>;
}
