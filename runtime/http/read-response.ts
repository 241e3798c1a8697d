import { ToolError } from "../errors.js";
import { parseExact } from "../base/exact-json.js";
import { hideRepeated } from "./hide-repeated.js";

/** A successful response, read to its end. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** Stores a file of a response and returns its handle. */
export type SaveFile = ((file: Blob) => Promise<string>) | undefined;

/**
 * The result of a successful response: JSON, text or a description of a file. Undefined for an empty body. Invalid
 * JSON becomes text.
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

/** The model never gets bytes, only a handle, or else type and size. */
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

/** The error of a failed response, shortened for a model. */
export async function readFailure(response: Response, secrets: readonly string[]): Promise<ToolError> {
  const bytes = await readBytes(response, failureBytes, "cut").catch(() => new Uint8Array());
  const type = mediaType(response.headers);
  const readable = type === "" || isJson(type) || isText(type);
  // Secrets are removed before the text is cut, since half a secret would not match. A secret at the cut end could
  // continue beyond it, so that part is dropped.
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

/** HTML error pages are for browsers. The title is enough. */
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

/** Stops at the limit. A body may be endless, and its `content-length` wrong. */
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

/** The generator declares these as text (`kindOf` in `dialects/openapi/body.ts`). */
function isText(type: string): boolean {
  return (
    type.startsWith("text/") ||
    /[/+](xml|(x-)?yaml|graphql|csv|javascript|(x-)?ndjson|jsonl|soap|x-www-form-urlencoded)$/.test(type) ||
    /^application\/(json-seq|jose|sql|sparql-query)$/.test(type)
  );
}

/** Decodes with the declared character set. JSON is always UTF-8, although some frameworks declare others. */
function decode(bytes: Uint8Array, headers: Headers): string {
  const type = headers.get("content-type") ?? "";
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1];
  let decoder = new TextDecoder();
  try {
    if (!isJson(mediaType(headers))) decoder = new TextDecoder(charset);
  } catch {
    // Unknown character sets are ignored.
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
