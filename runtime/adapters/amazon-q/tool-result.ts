import type { FunctionResponse, FunctionResponsePart } from "../../wire.js";
import { isObject } from "../../base/is-object.js";
import { jsonCopy } from "./json-copy.js";
import { readBlock, readStatus } from "./spellings.js";
import type { ToolResult, ToolResultContentBlock } from "./messages.js";

// These functions convert the content of a result, without its id. Text, json and image blocks become a
// response object, and a response object becomes blocks.

type Response = Pick<FunctionResponse, "response" | "parts">;

/** A result from outside the program. The status may have any spelling, and a block may be of any kind. */
export interface UncheckedResult {
  readonly content?: unknown;
  readonly status?: unknown;
}

/**
 * Converts blocks to a response. Texts are joined by newlines, a single json block becomes the value itself,
 * and several different blocks become a list. Images become parts of the response. If the model accepts no
 * images in responses, a note replaces each image.
 */
export function responseOf({ content, status }: UncheckedResult, model?: string): Response {
  const takesImages = model === undefined || takesMedia(model);
  const outcome = readStatus(status);
  const blocks = [
    ...(outcome === "unknown" ? [statusNote(status)] : []),
    ...blocksOf(content).map(readBlock),
  ];
  const visibleBlocks = blocks.map((block) => ("image" in block && !takesImages ? imageNote(block) : block));
  const value = valueOf(visibleBlocks.flatMap((block) => ("image" in block ? [] : [block])));
  const parts = visibleBlocks.flatMap((block) => ("image" in block ? [imagePart(block)] : []));
  return {
    response: outcome === "success" ? { result: value } : { error: value },
    ...(parts.length === 0 ? {} : { parts }),
  };
}

/** Returns the blocks of a result. Content that is not a list counts as a single block. */
function blocksOf(content: unknown): readonly unknown[] {
  if (Array.isArray(content)) return content;
  return content === undefined || content === null ? [] : [content];
}

function statusNote(status: unknown): { text: string } {
  const statusText = JSON.stringify(jsonCopy(status));
  return { text: `The tool returned the status ${statusText}, which is neither "success" nor "error".` };
}

function imageNote({ image }: ImageBlock): { text: string } {
  return { text: `The tool returned an image (${image.format}), which this model cannot read.` };
}

function valueOf(blocks: readonly Exclude<ToolResultContentBlock, { image: unknown }>[]): unknown {
  const texts = blocks.filter((block) => "text" in block);
  if (texts.length === blocks.length) return texts.map(({ text }) => text).join("\n");
  const values = blocks.map((block) => ("json" in block ? (jsonCopy(block.json) ?? null) : block.text));
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

/** A function response in the types of this package or of another client. */
interface ClientResponse {
  readonly response?: Readonly<Record<string, unknown>> | undefined;
  readonly parts?: readonly object[] | undefined;
}

/**
 * Converts a response to blocks. The result may be in the field `result` or `output`. If the response has
 * neither field, the complete response is the result.
 */
export function contentOf({ response = {}, parts }: ClientResponse): Pick<ToolResult, "content" | "status"> {
  const failed = response.error !== undefined;
  const value = failed ? response.error : (response.result ?? response.output ?? response);
  const images = (parts ?? []).flatMap(imageBlock);
  const blocks: ToolResultContentBlock[] =
    Array.isArray(value) && value.length > 1 ? blocksOfList(value) : [block(value)];
  const isImageOnly = images.length > 0 && value === "";
  return { content: isImageOnly ? images : [...blocks, ...images], status: failed ? "error" : "success" };
}

/**
 * Converts a list to blocks. A list of texts and other values becomes one block per item, as `responseOf`
 * expects. Any other list becomes one json block.
 */
function blocksOfList(values: readonly unknown[]): ToolResultContentBlock[] {
  const texts = values.filter((value) => typeof value === "string").length;
  return texts > 0 && texts < values.length ? values.map(block) : [block(values)];
}

function block(value: unknown): ToolResultContentBlock {
  return typeof value === "string" ? { text: value } : { json: jsonCopy(value) ?? null };
}

function imageBlock(part: unknown): ImageBlock[] {
  const data = isObject(part) && isObject(part.inlineData) ? part.inlineData : undefined;
  const format = /^image\/(.+)$/.exec(String(data?.mimeType))?.[1];
  return data === undefined || format === undefined
    ? []
    : [{ image: { format, source: { bytes: String(data.data) } } }];
}

/**
 * Whether a model accepts media in a function response. Gemini 3 and newer do. A model name without a number
 * counts as current.
 */
function takesMedia(model: string): boolean {
  return Number(/gemini-(\d+)[^/]*$/.exec(model)?.[1] ?? 3) >= 3;
}
