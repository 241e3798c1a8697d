import { isObject } from "../../base/is-object.js";
import { plain } from "./plain.js";
import type { ToolResultContentBlock } from "./wire.js";

// Amazon Q's messages come in several spellings: the service's, the CLI's index file, the agent crate's, and Rust's own (`ToolSpecification`, `Text`, `Error`). All of them are read.

/** What is known of a tool, whichever program wrote it down. */
export interface ReadSpecification {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema, or whatever stands in its place. */
  readonly schema: unknown;
}

export function readSpecification(tool: unknown): ReadSpecification {
  const wrapped = isObject(tool) ? tool : {};
  const inner = wrapped.toolSpecification ?? wrapped.ToolSpecification ?? wrapped.tool_specification;
  const { name, description, inputSchema, input_schema } = isObject(inner) ? inner : wrapped;
  if (typeof name !== "string")
    throw new TypeError(`a tool of Amazon Q needs a "name"; found ${JSON.stringify(plain(tool))}`);
  const schema = plain(inputSchema ?? input_schema);
  return { name, description: typeof description === "string" ? description : "", schema: unwrap(schema) };
}

/** The schema stands below `json` or `schema`, or there itself. A tool may have an argument called `json`, but not beside the words of a schema. */
function unwrap(container: unknown): unknown {
  if (!isObject(container) || "type" in container || "properties" in container) return container;
  return container.json ?? container.schema ?? container;
}

/** The id of a use, a piece of one, or a result. A message without one belongs to nothing, so its id is empty. */
export function toolUseIdOf(message: { readonly toolUseId: string }): string {
  const { toolUseId, tool_use_id } = message as { toolUseId?: unknown; tool_use_id?: unknown };
  const id = toolUseId ?? tool_use_id;
  return typeof id === "string" ? id : "";
}

/** A result without a status is a success. A status that is unknown counts as a failure, because it may be one. */
export function readStatus(status: unknown): "success" | "error" | "unknown" {
  const word = typeof status === "string" ? status.toLowerCase() : status;
  if (word === undefined || word === null || word === "success") return "success";
  return word === "error" ? "error" : "unknown";
}

const MOST_CHARACTERS = 2_000;

/** A block of a kind that is known. Anything else becomes a text that says so: a model must not take a lost answer for an empty one. */
export function readBlock(block: unknown): ToolResultContentBlock {
  if (typeof block === "string") return { text: block };
  // Some programs name the kind beside the content, as MCP does.
  const entries = isObject(block) ? Object.entries(block).filter(([key]) => key !== "type") : [];
  const [[kind, value] = ["", undefined]] = entries;
  const word = kind.toLowerCase();
  if (word === "text" && typeof value === "string") return { text: value };
  if (word === "json") return { json: value };
  if (word === "image" && isImage(value)) return { image: value };
  const shown = (JSON.stringify(plain(block)) ?? "").slice(0, MOST_CHARACTERS);
  return {
    text: `The tool gave content of a kind that cannot be passed on (${kind || "no kind"}): ${shown}`,
  };
}

type Image = Extract<ToolResultContentBlock, { image: unknown }>["image"];

function isImage(value: unknown): value is Image {
  if (!isObject(value) || typeof value.format !== "string" || !isObject(value.source)) return false;
  const { bytes } = value.source;
  return typeof bytes === "string" || bytes instanceof Uint8Array;
}
