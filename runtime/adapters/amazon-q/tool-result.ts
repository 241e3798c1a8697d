import type { FunctionResponse, FunctionResponsePart } from "../../wire.js";
import { isObject } from "../../base/is-object.js";
import { plain } from "./plain.js";
import { readBlock, readStatus } from "./spellings.js";
import type { ToolResult, ToolResultContentBlock } from "./wire.js";

// The content of a result, without its id: text, json and image blocks on one side, a response object on the other.

type Response = Pick<FunctionResponse, "response" | "parts">;

/** A result as it may come from outside: any spelling of the status, and blocks of any kind. */
export interface GivenResult {
  readonly content?: unknown;
  readonly status?: unknown;
}

/**
 * Text blocks are joined by a newline; one json block is the value itself; a mixture is a list.
 * Images travel beside the response, as parts. A model that takes none there reads that there was one.
 */
export function responseOf({ content, status }: GivenResult, model?: string): Response {
  const takesImages = model === undefined || takesMedia(model);
  const outcome = readStatus(status);
  const blocks = [
    ...(outcome === "unknown" ? [statusNote(status)] : []),
    ...blocksOf(content).map(readBlock),
  ];
  const seen = blocks.map((block) => ("image" in block && !takesImages ? imageNote(block) : block));
  const value = valueOf(seen.flatMap((block) => ("image" in block ? [] : [block])));
  const parts = seen.flatMap((block) => ("image" in block ? [imagePart(block)] : []));
  return {
    response: outcome === "success" ? { result: value } : { error: value },
    ...(parts.length === 0 ? {} : { parts }),
  };
}

/** A content that is no list counts as its only block. */
function blocksOf(content: unknown): readonly unknown[] {
  if (Array.isArray(content)) return content;
  return content === undefined || content === null ? [] : [content];
}

function statusNote(status: unknown): { text: string } {
  const shown = JSON.stringify(plain(status));
  return { text: `The tool gave the status ${shown}, which is neither "success" nor "error".` };
}

function imageNote({ image }: ImageBlock): { text: string } {
  return { text: `The tool gave an image (${image.format}) that this model cannot be shown.` };
}

function valueOf(blocks: readonly Exclude<ToolResultContentBlock, { image: unknown }>[]): unknown {
  const texts = blocks.filter((block) => "text" in block);
  if (texts.length === blocks.length) return texts.map(({ text }) => text).join("\n");
  const values = blocks.map((block) => ("json" in block ? (plain(block.json) ?? null) : block.text));
  return values.length === 1 ? values[0] : values;
}

type ImageBlock = Extract<ToolResultContentBlock, { image: unknown }>;

function imagePart(block: ImageBlock): FunctionResponsePart {
  const { format, source } = block.image;
  const data = typeof source.bytes === "string" ? source.bytes : base64(source.bytes);
  return { inlineData: { mimeType: `image/${format === "jpg" ? "jpeg" : format}`, data } };
}

function base64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** A response as any client's types describe it. */
interface GivenResponse {
  readonly response?: Readonly<Record<string, unknown>> | undefined;
  readonly parts?: readonly object[] | undefined;
}

/** The way back. `output` is read like `result`; a response with neither is a result as a whole. */
export function contentOf({ response = {}, parts }: GivenResponse): Pick<ToolResult, "content" | "status"> {
  const failed = response.error !== undefined;
  const value = failed ? response.error : (response.result ?? response.output ?? response);
  const images = (parts ?? []).flatMap(imageBlock);
  const blocks: ToolResultContentBlock[] =
    Array.isArray(value) && value.length > 1 ? mixed(value) : [block(value)];
  const silent = images.length > 0 && value === "";
  return { content: silent ? images : [...blocks, ...images], status: failed ? "error" : "success" };
}

/** A list with texts beside data is what `responseOf` makes of mixed blocks; any other list is one json block. */
function mixed(values: readonly unknown[]): ToolResultContentBlock[] {
  const texts = values.filter((value) => typeof value === "string").length;
  return texts > 0 && texts < values.length ? values.map(block) : [block(values)];
}

function block(value: unknown): ToolResultContentBlock {
  return typeof value === "string" ? { text: value } : { json: plain(value) ?? null };
}

function imageBlock(part: unknown): ImageBlock[] {
  const data = isObject(part) && isObject(part.inlineData) ? part.inlineData : undefined;
  const format = /^image\/(.+)$/.exec(String(data?.mimeType))?.[1];
  return data === undefined || format === undefined
    ? []
    : [{ image: { format, source: { bytes: String(data.data) } } }];
}

/** Gemini 3 and newer take media in a function response. A name without a number counts as current. */
function takesMedia(model: string): boolean {
  return Number(/gemini-(\d+)[^/]*$/.exec(model)?.[1] ?? 3) >= 3;
}
