import { ToolError } from "../errors.js";
import { wholeResponse } from "../base/parts.js";

/** The fields of an MCP content block that this file reads. */
interface Block {
  readonly type?: string;
  readonly text?: string;
  readonly data?: string;
  readonly mimeType?: string;
  readonly uri?: string;
  readonly resource?: {
    readonly uri?: string;
    readonly text?: string;
    readonly blob?: string;
    readonly mimeType?: string;
  };
}

export interface McpResult {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
}

interface Media {
  readonly mimeType: string;
  readonly data: string;
  readonly displayName: string;
}

/**
 * Converts the result of an MCP tool. Structured content becomes the result. Without structured content, the
 * texts become the result. Images and files become media parts.
 */
export function readMcpResult(result: McpResult): unknown {
  const blocks = (Array.isArray(result.content) ? result.content : []) as readonly Block[];
  const text = blocks.flatMap(textOf).join("\n");
  // An MCP server writes the text of an error result for the model.
  if (result.isError === true) throw new ToolError("TOOL_FAILED", text === "" ? "The tool failed." : text);
  const value = result.structuredContent ?? (text === "" ? null : text);
  const media = blocks.flatMap(mediaOf).map((one, index) => ({ ...one, displayName: `file-${index + 1}` }));
  if (media.length === 0) return value;
  const response = { result: value, files: media.map(({ displayName }) => ({ $ref: displayName })) };
  return wholeResponse({ response, parts: media.map((inlineData) => ({ inlineData })) });
}

function textOf(block: Block): readonly string[] {
  if (block.type === "text" && typeof block.text === "string") return [block.text];
  if (block.type === "resource_link" && typeof block.uri === "string") return [block.uri];
  if (block.type === "resource" && typeof block.resource?.text === "string") return [block.resource.text];
  return [];
}

function mediaOf(block: Block): readonly Omit<Media, "displayName">[] {
  const { data, mimeType } =
    block.type === "resource" ? { data: block.resource?.blob, mimeType: block.resource?.mimeType } : block;
  const isMedia = block.type === "image" || block.type === "audio" || block.type === "resource";
  if (!isMedia || typeof data !== "string") return [];
  return [{ data, mimeType: mimeType ?? "application/octet-stream" }];
}
