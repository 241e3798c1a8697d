import {
  fakeInteractions,
  type FakeInteractions,
  type FakeInteractionsOptions,
} from "../../testing/index.js";

export type Json = Readonly<Record<string, unknown>>;

export interface InteractionResponse {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
  readonly json: Json;
}

export const key = { "x-goog-api-key": "key" };

export async function request(
  url: string,
  body?: unknown,
  { method = body === undefined ? "GET" : "POST", headers = key as Record<string, string> } = {},
): Promise<InteractionResponse> {
  const response = await fetch(url, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = (text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : {}) as Json;
  return { status: response.status, type: response.headers.get("content-type"), text, json };
}

/** Runs a test against a fake, which is closed at the end. */
export async function onFake<T>(
  options: FakeInteractionsOptions,
  use: (fake: FakeInteractions, url: string) => Promise<T>,
): Promise<T> {
  const fake = await fakeInteractions(options);
  try {
    return await use(fake, `${fake.url}/v1/interactions`);
  } finally {
    await fake.close();
  }
}

export const minimal = { model: "gemini-3.8-flash", input: "Hello." };

/** The events of a body. */
export function eventsIn(text: string): Json[] {
  return [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => JSON.parse(data ?? "") as Json);
}
