import type { FunctionResponse } from "../runtime/wire.js";
import { isObject } from "./gemini-schema.js";
import { plain } from "./specification.js";
import type { ToolResult, ToolResultContentBlock } from "./wire.js";

// The content of a result, without its id: text, json and image blocks on one side, a response object on the other.

type Response = Pick<FunctionResponse, "response" | "parts">;

/**
 * Text blocks are joined by a newline; one json block is the value itself; a mixture is a list.
 * Images travel beside the response, as parts.
 */
export function responseOf({ content, status }: Pick<ToolResult, "content" | "status">): Response {
  const value = valueOf(content.flatMap((block) => ("image" in block ? [] : [block])));
  const parts = content.flatMap((block) => ("image" in block ? [imagePart(block)] : []));
  return {
    response: status === "error" ? { error: value } : { result: value },
    ...(parts.length === 0 ? {} : { parts }),
  };
}

function valueOf(blocks: readonly Exclude<ToolResultContentBlock, { image: unknown }>[]): unknown {
  const texts = blocks.filter((block) => "text" in block);
  if (texts.length === blocks.length) return texts.map(({ text }) => text).join("\n");
  const values = blocks.map((block) => ("json" in block ? (plain(block.json) ?? null) : block.text));
  return values.length === 1 ? values[0] : values;
}

type ImageBlock = Extract<ToolResultContentBlock, { image: unknown }>;

function imagePart(block: ImageBlock): unknown {
  const { format, source } = block.image;
  const data = typeof source.bytes === "string" ? source.bytes : base64(source.bytes);
  return { inlineData: { mimeType: `image/${format === "jpg" ? "jpeg" : format}`, data } };
}

function base64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** The way back. `output` is read like `result`; a response with neither is a result as a whole. */
export function contentOf({ response, parts }: Response): Pick<ToolResult, "content" | "status"> {
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
