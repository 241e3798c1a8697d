import { isObject } from "../../base/is-object.js";
import { jsonCopy } from "./json-copy.js";
import type { ToolResultContentBlock } from "./messages.js";

// Amazon Q's messages come in several spellings: of the service, the CLI's index file, the agent crate, and Rust
// itself (`ToolSpecification`, `Text`, `Error`). All of them are read.

/** A tool of Amazon Q, independent of its spelling. */
export interface ReadSpecification {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema, or the value in its place. */
  readonly schema: unknown;
}

export function readSpecification(tool: unknown): ReadSpecification {
  const container = isObject(tool) ? tool : {};
  const inner = container.toolSpecification ?? container.ToolSpecification ?? container.tool_specification;
  const { name, description, inputSchema, input_schema } = isObject(inner) ? inner : container;
  if (typeof name !== "string")
    throw new TypeError(`a tool of Amazon Q needs a "name"; found ${JSON.stringify(jsonCopy(tool))}`);
  const schema = jsonCopy(inputSchema ?? input_schema);
  return { name, description: typeof description === "string" ? description : "", schema: unwrap(schema) };
}

/**
 * The schema is below `json` or `schema`, or it is the value itself. A schema has `type` or `properties`, so an
 * argument named `json` is not mistaken for the wrapper.
 */
function unwrap(container: unknown): unknown {
  if (!isObject(container) || "type" in container || "properties" in container) return container;
  return container.json ?? container.schema ?? container;
}

/** The id of a tool use, a piece of one, or a result; empty if the message has none. */
export function toolUseIdOf(message: { readonly toolUseId: string }): string {
  const { toolUseId, tool_use_id } = message as { toolUseId?: unknown; tool_use_id?: unknown };
  const id = toolUseId ?? tool_use_id;
  return typeof id === "string" ? id : "";
}

/** A missing status is a success. An unknown status counts as a failure, because it may be one. */
export function readStatus(status: unknown): "success" | "error" | "unknown" {
  const normalisedStatus = typeof status === "string" ? status.toLowerCase() : status;
  if (normalisedStatus === undefined || normalisedStatus === null || normalisedStatus === "success")
    return "success";
  return normalisedStatus === "error" ? "error" : "unknown";
}

const MAX_CHARACTERS = 2_000;

/**
 * Reads a content block. Any unknown kind becomes a text that names it, so that the model does not mistake a lost
 * result for an empty one.
 */
export function readBlock(block: unknown): ToolResultContentBlock {
  if (typeof block === "string") return { text: block };
  // Some programs put the kind beside the content, like MCP.
  const entries = isObject(block) ? Object.entries(block).filter(([key]) => key !== "type") : [];
  const [[kind, value] = ["", undefined]] = entries;
  const normalisedKind = kind.toLowerCase();
  if (normalisedKind === "text" && typeof value === "string") return { text: value };
  if (normalisedKind === "json" && jsonCopy(value) !== undefined) return { json: value };
  const image = normalisedKind === "image" ? readImage(value) : undefined;
  if (image !== undefined) return { image };
  const shown = JSON.stringify(jsonCopy(block));
  const what = `The tool returned content of a kind that cannot be passed on (${kind || "no kind"})`;
  return { text: shown === undefined ? `${what}.` : `${what}: ${shown.slice(0, MAX_CHARACTERS)}` };
}

type Image = Extract<ToolResultContentBlock, { image: unknown }>["image"];

function readImage(value: unknown): Image | undefined {
  const { format, source } = inSmallLetters(value);
  const bytes = readBytes(inSmallLetters(source).bytes);
  if (typeof format !== "string" || bytes === undefined || bytes.length === 0) return undefined;
  return { format: format.toLowerCase(), source: { bytes } };
}

function inSmallLetters(value: unknown): Readonly<Record<string, unknown>> {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.map(([key, one]) => [key.toLowerCase(), one]));
}

/** Bytes are base64, an array of bytes, or a list of numbers, as Rust writes a vector and Node a Buffer. */
function readBytes(value: unknown): string | Uint8Array | undefined {
  if (typeof value === "string" || value instanceof Uint8Array) return value;
  const list: unknown = isObject(value) && value.type === "Buffer" ? value.data : value;
  const isByte = (one: unknown): boolean => Number.isInteger(one) && Number(one) >= 0 && Number(one) < 256;
  return Array.isArray(list) && list.every(isByte) ? Uint8Array.from(list) : undefined;
}
