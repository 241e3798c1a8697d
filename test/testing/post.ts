import type { Part } from "@toolpress/runtime";
import { fakeGemini, type FakeGemini, type FakeGeminiOptions } from "toolpress/testing";

export interface Posted {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  /** The body as JSON, or undefined if it is not JSON. */
  readonly json: PostedJson;
}

/** The body in one of two shapes. A test reads the fields that it expects. */
export interface PostedJson {
  readonly error: {
    readonly code: number;
    readonly message: string;
    readonly status: string;
    readonly details?: readonly unknown[];
  };
  readonly candidates: readonly {
    readonly content: { readonly parts: readonly Part[]; readonly role: string };
    readonly [field: string]: unknown;
  }[];
  readonly usageMetadata: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

export interface PostOptions {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const unaryPath = "/v1beta/models/gemini-3.5-flash:generateContent";
export const ssePath = "/v1beta/models/gemini-3.5-flash:streamGenerateContent?alt=sse";
export const vertexPath =
  "/v1beta1/projects/p/locations/us-central1/publishers/google/models/gemini-3.5-flash:generateContent";

/** Sends a request unchanged, without the corrections that a client makes. */
export async function post(fake: FakeGemini, body: unknown, options: PostOptions = {}): Promise<Posted> {
  const response = await fetch(`${fake.url}${options.path ?? unaryPath}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(options.headers ?? { "x-goog-api-key": "key" }) },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    type: response.headers.get("content-type") ?? "",
    text,
    json: parse(text) as PostedJson,
  };
}

/** Sends one request to a new fake. */
export async function ask(body: unknown, options: PostOptions & FakeGeminiOptions = {}): Promise<Posted> {
  const { path: _path, headers: _headers, ...fakeOptions } = options;
  const fake = await fakeGemini({ script: () => "ok", ...fakeOptions });
  try {
    return await post(fake, body, options);
  } finally {
    await fake.close();
  }
}

export const bearer = { authorization: "Bearer token" };

/** Returns the message of a refusal, or "accepted" for an accepted request. */
export async function refusalOf(
  body: unknown,
  options: PostOptions & FakeGeminiOptions = {},
): Promise<string> {
  const { status, json, text } = await ask(body, options);
  if (status === 200) return "accepted";
  if (status !== 400) throw new Error(`expected 200 or 400, got ${status}: ${text}`);
  return json.error.message;
}

export const user = (...parts: readonly unknown[]) => ({ role: "user", parts: parts.map(asPart) });
export const model = (...parts: readonly unknown[]) => ({ role: "model", parts: parts.map(asPart) });

/** A placeholder for a signature. */
export const standIn = "skip_thought_signature_validator";

export function called(
  name: string,
  rest: Readonly<Record<string, unknown>> = { thoughtSignature: standIn },
) {
  const { id, args, ...part } = rest as { id?: string; args?: object };
  return { functionCall: { ...(id && { id }), name, ...(args && { args }) }, ...part };
}

export function responded(name: string, id?: string) {
  return { functionResponse: { ...(id && { id }), name, response: { result: "ok" } } };
}

/** Returns tools with functions of these names. */
export function functions(...names: readonly string[]) {
  return [{ functionDeclarations: names.map((name) => ({ name, description: `Does ${name}.` })) }];
}

function asPart(part: unknown): unknown {
  return typeof part === "string" ? { text: part } : part;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
