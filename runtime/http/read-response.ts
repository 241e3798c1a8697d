import { ToolError } from "../errors.js";
import { parseExact } from "../base/exact-json.js";
import { hideRepeated } from "./hide-repeated.js";

/** A successful response whose body was read completely. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** A function that stores a file from a response and returns its handle. */
export type SaveFile = ((file: Blob) => Promise<string>) | undefined;

/**
 * Returns the result of a successful response: JSON, a text, or the description of a file. Returns undefined
 * for an empty body. Invalid JSON is returned as text.
 */
export async function readResult(
  { headers, content }: ReceivedResponse,
  saveFile: SaveFile,
): Promise<unknown> {
  if (content.length === 0) return undefined;
  const type = mediaType(headers);
  if (isJson(type) || type === "") return parseJsonOrText(decode(content, headers));
  if (isText(type)) return decode(content, headers);
  return fileResult(content, type, saveFile);
}

/**
 * Describes a file. The model gets a handle if the application stores files. Otherwise the model only gets
 * the media type and the size.
 */
async function fileResult(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  saveFile: SaveFile,
): Promise<unknown> {
  const fileInfo = { mediaType: type, bytes: bytes.length };
  return saveFile === undefined
    ? fileInfo
    : { file: await saveFile(new Blob([bytes], { type })), ...fileInfo };
}

/** Returns the error for a failed response, in a short form for the model. */
export async function readFailure(response: Response, secrets: readonly string[]): Promise<ToolError> {
  const bytes = await readBytes(response, failureBytes, "cut").catch(() => new Uint8Array());
  const type = mediaType(response.headers);
  const readable = type === "" || isJson(type) || isText(type);
  // Secrets are removed before the text is shortened, because half a secret would not be found. A text that
  // was cut at `failureBytes` may end in the middle of a secret, so its last `longestSecret` characters are
  // removed.
  const text = readable ? hideRepeated(decode(bytes, response.headers), secrets) : "";
  const shortText = shortFailure(bytes.length < failureBytes ? text : text.slice(0, -longestSecret), type);
  const reason = plainStatus(hideRepeated(response.statusText, secrets));
  const status = `HTTP ${response.status}${reason === "" ? "" : ` ${reason}`}`;
  return new ToolError(`HTTP_${response.status}`, shortText === "" ? status : `${status}: ${shortText}`, {
    retryable: isRetryable(response.status),
  });
}

const failureBytes = 32_768;
const longestSecret = 8_192;
const failureChars = 1_000;

export function isRetryable(status: number): boolean {
  return status === 408 || status === 429 || status === 502 || status === 503 || status === 504;
}

/** Shortens an error text. Error pages in HTML are written for browsers, so only their title is kept. */
function shortFailure(text: string, type: string): string {
  const isPage = type.includes("html") || /^\s*<(!doctype|html)/i.test(text);
  const title = /<title[^>]*>([^<]*)/i.exec(text)?.[1];
  const shortText = isPage ? (title ?? "an HTML page") : text;
  const line = shortText.replace(/\s+/g, " ").trim();
  return line.length <= failureChars ? line : `${line.slice(0, failureChars)}…`;
}

function plainStatus(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "").slice(0, 60);
}

/**
 * Reads the bytes of a response up to a limit. A body may be endless, and its `content-length` may be wrong,
 * so the bytes are counted.
 */
export async function readBytes(
  response: Response,
  limit: number,
  overflow: "refuse" | "cut" = "refuse",
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.length;
    if (size <= limit) continue;
    await reader.cancel();
    if (overflow === "cut") break;
    throw new ToolError(
      "RESULT_TOO_LARGE",
      `the service carried out the call, but answered with more than ${limit} bytes; to read the answer, ask for less`,
    );
  }
  const bytes = new Uint8Array(Math.min(size, overflow === "cut" ? limit : size));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk.subarray(0, bytes.length - at), at);
    at += chunk.length;
  }
  return bytes;
}

export function mediaType(headers: Headers): string {
  return (headers.get("content-type")?.split(";")[0] ?? "").trim().toLowerCase();
}

export function isJson(type: string): boolean {
  return /[/+](x-)?json$/.test(type);
}

/**
 * Whether a body of this media type is returned as text. The generator declares the same media types as text
 * (`kindOf` in `dialects/openapi/body.ts`).
 */
function isText(type: string): boolean {
  return (
    type.startsWith("text/") ||
    /[/+](xml|(x-)?yaml|graphql|csv|javascript|(x-)?ndjson|jsonl|soap|x-www-form-urlencoded)$/.test(type) ||
    /^application\/(json-seq|jose|sql|sparql-query)$/.test(type)
  );
}

/**
 * Decodes a body with the character set that its header declares. JSON is always decoded as UTF-8, although
 * some frameworks declare another character set.
 */
function decode(bytes: Uint8Array, headers: Headers): string {
  const type = headers.get("content-type") ?? "";
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1];
  let decoder = new TextDecoder();
  try {
    if (!isJson(mediaType(headers))) decoder = new TextDecoder(charset);
  } catch {
    // For an unknown character set, UTF-8 is used.
  }
  return decoder.decode(bytes);
}

function parseJsonOrText(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return text;
  }
}
