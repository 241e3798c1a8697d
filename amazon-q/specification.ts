import type { FunctionDeclaration } from "../runtime/wire.js";
import { isObject, toGeminiSchema } from "./gemini-schema.js";
import { acceptableJsonSchema, fromGeminiSchema } from "./json-schema.js";
import type { Tool, ToolSpecification } from "./wire.js";

/**
 * What Gemini is told about an Amazon Q tool: `parameters` where they can say all of it, else `parametersJsonSchema`,
 * else (no arguments, or no usable schema) neither.
 */
export function toFunctionDeclaration(tool: Tool | ToolSpecification): FunctionDeclaration {
  const { name, description, inputSchema } = "toolSpecification" in tool ? tool.toolSpecification : tool;
  const schema = plain(inputSchema.json);
  const head = { name, description };
  if (!isObject(schema) || !takesArguments(schema)) return head;
  const parameters =
    schema.type === "object" || schema.type === undefined
      ? toGeminiSchema({ type: "object", ...schema })
      : undefined;
  if (parameters !== undefined) return { ...head, parameters };
  return { ...head, parametersJsonSchema: acceptableJsonSchema({ type: "object", ...schema }) };
}

function takesArguments(schema: Readonly<Record<string, unknown>>): boolean {
  const { type, properties } = schema;
  if (type !== undefined && type !== "object") return false;
  if (isObject(properties) && Object.keys(properties).length > 0) return true;
  return ["$ref", "anyOf", "oneOf", "allOf", "patternProperties"].some((key) => schema[key] !== undefined);
}

/** A copy as JSON, or nothing where the value has no JSON form. */
export function plain(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? "null") as unknown;
  } catch {
    return undefined;
  }
}

/** The service cuts longer descriptions itself. */
const mostDescriptionBytes = 10_004;

/** What Amazon Q is told about a Gemini function. Its rules for names are in `toTools`. */
export function toToolSpecification(declaration: FunctionDeclaration): ToolSpecification {
  const { name, description, parameters, parametersJsonSchema } = declaration;
  const schema =
    parametersJsonSchema ?? (parameters === undefined ? undefined : fromGeminiSchema({ ...parameters }));
  return {
    name,
    // The service refuses an empty description.
    description: description.trim() === "" ? name : cut(description, mostDescriptionBytes),
    inputSchema: { json: isObject(schema) ? schema : { type: "object", properties: {} } },
  };
}

function cut(text: string, most: number): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= most) return text;
  // A character cut in half decodes to U+FFFD; it goes as a whole.
  return new TextDecoder().decode(bytes.slice(0, most)).replace(/\uFFFD+$/u, "");
}

/** Tools with names that Amazon Q accepts, and the way back to the names Gemini knows. */
export interface NamedTools {
  readonly tools: readonly Tool[];
  /** Amazon Q's name to Gemini's. */
  readonly names: ReadonlyMap<string, string>;
}

export function toTools(declarations: readonly FunctionDeclaration[]): NamedTools {
  const names = new Map<string, string>();
  const tools = declarations.map((declaration) => {
    const specification = toToolSpecification(declaration);
    const name = acceptableName(specification.name, names);
    names.set(name, specification.name);
    return { toolSpecification: { ...specification, name } };
  });
  return { tools, names };
}

/** `^[a-zA-Z][a-zA-Z0-9_]*$`, at most 64: other characters go, a letter comes first, a digit makes it unique. */
function acceptableName(name: string, taken: ReadonlyMap<string, string>): string {
  const letters = name.replace(/[^A-Za-z0-9_]/g, "");
  let candidate = (/^[A-Za-z]/.test(letters) ? letters : `a${letters}`).slice(0, 64);
  while (taken.has(candidate)) candidate = `${candidate.slice(0, 63)}1`;
  return candidate;
}
