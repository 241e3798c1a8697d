import { isObject } from "../../base/is-object.js";
import { jsonCopy } from "./json-copy.js";
import type { ToolResultContentBlock } from "./messages.js";

// Amazon Q's messages have several spellings: those of the service, of the CLI's index file, of the agent
// crate, and of Rust itself (`ToolSpecification`, `Text`, `Error`). The functions read all of them.

/** The fields of an Amazon Q tool, independent of their spelling. */
export interface ReadSpecification {
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of the arguments. Foreign input: the value may also be something else. */
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
 * Returns the schema. It may be inside of a field `json` or `schema`. An object that has `type` or
 * `properties` is already a schema, so an argument named `json` is not mistaken for such a field.
 */
function unwrap(container: unknown): unknown {
  if (!isObject(container) || "type" in container || "properties" in container) return container;
  return container.json ?? container.schema ?? container;
}

/**
 * Returns the id of a tool use, of a piece of a tool use, or of a result. Returns "" if the message has no
 * id.
 */
export function toolUseIdOf(message: { readonly toolUseId: string }): string {
  const { toolUseId, tool_use_id } = message as { toolUseId?: unknown; tool_use_id?: unknown };
  const id = toolUseId ?? tool_use_id;
  return typeof id === "string" ? id : "";
}

/**
 * Reads a status. A missing status means success. `responseOf` treats an unknown status as a failure, because
 * the tool may have failed.
 */
export function readStatus(status: unknown): "success" | "error" | "unknown" {
  const normalisedStatus = typeof status === "string" ? status.toLowerCase() : status;
  if (normalisedStatus === undefined || normalisedStatus === null || normalisedStatus === "success")
    return "success";
  return normalisedStatus === "error" ? "error" : "unknown";
}

const MAX_CHARACTERS = 2_000;

/**
 * Reads a content block. An unknown kind of block becomes a text that names the kind. Without the text, the
 * model would take a lost result for an empty one.
 */
export function readBlock(block: unknown): ToolResultContentBlock {
  if (typeof block === "string") return { text: block };
  // Some programs add the kind as a field `type`, as MCP does.
  const entries = isObject(block) ? Object.entries(block).filter(([key]) => key !== "type") : [];
  const [[kind, value] = ["", undefined]] = entries;
  const normalisedKind = kind.toLowerCase();
  if (normalisedKind === "text" && typeof value === "string") return { text: value };
  if (normalisedKind === "json" && jsonCopy(value) !== undefined) return { json: value };
  const image = normalisedKind === "image" ? readImage(value) : undefined;
  if (image !== undefined) return { image };
  const blockText = JSON.stringify(jsonCopy(block));
  const problem = `The tool returned content of a kind that cannot be passed on (${kind || "no kind"})`;
  return {
    text: blockText === undefined ? `${problem}.` : `${problem}: ${blockText.slice(0, MAX_CHARACTERS)}`,
  };
}

type Image = Extract<ToolResultContentBlock, { image: unknown }>["image"];

function readImage(value: unknown): Image | undefined {
  const { format, source } = withLowerCaseKeys(value);
  const bytes = readBytes(withLowerCaseKeys(source).bytes);
  if (typeof format !== "string" || bytes === undefined || bytes.length === 0) return undefined;
  return { format: format.toLowerCase(), source: { bytes } };
}

function withLowerCaseKeys(value: unknown): Readonly<Record<string, unknown>> {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.map(([key, one]) => [key.toLowerCase(), one]));
}

/**
 * Reads bytes: base64, a byte array, or a list of numbers. Rust writes a vector as a list of numbers, and
 * Node writes a Buffer as an object with such a list.
 */
function readBytes(value: unknown): string | Uint8Array | undefined {
  if (typeof value === "string" || value instanceof Uint8Array) return value;
  const list: unknown = isObject(value) && value.type === "Buffer" ? value.data : value;
  const isByte = (one: unknown): boolean => Number.isInteger(one) && Number(one) >= 0 && Number(one) < 256;
  return Array.isArray(list) && list.every(isByte) ? Uint8Array.from(list) : undefined;
}
