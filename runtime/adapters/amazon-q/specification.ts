import type { DeclarationLike, FunctionDeclaration } from "../../wire.js";
import { isObject } from "../../base/is-object.js";
import { toGeminiSchema } from "./gemini-schema.js";
import { acceptableJsonSchema, fromGeminiSchema } from "./json-schema.js";
import { jsonCopy } from "./json-copy.js";
import { readSpecification } from "./spellings.js";
import type { Tool, ToolSpecification } from "./messages.js";

/** A tool in any of the forms that Amazon Q programs use; `docs/dialects.md` lists them. */
export type AnyTool = Tool | ToolSpecification | Readonly<Record<string, unknown>>;

/**
 * The declaration of an Amazon Q tool: `parameters` if they can express its schema, else `parametersJsonSchema`, else
 * (no arguments or no usable schema) neither.
 */
export function toFunctionDeclaration(tool: AnyTool): FunctionDeclaration {
  const { name, description, schema } = readSpecification(tool);
  // Gemini requires a description, like Amazon Q.
  const head = {
    name: geminiName(name, new Set()),
    description: description.trim() === "" ? name : description,
  };
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

/** The service itself cuts longer descriptions. */
const maxDescriptionBytes = 10_004;

/** The specification of a Gemini function for Amazon Q. `toTools` applies its rules for names. */
export function toToolSpecification(declaration: DeclarationLike): ToolSpecification {
  const { name, description = "", parameters, parametersJsonSchema } = declaration;
  if (name === undefined)
    throw new TypeError(
      `a declaration of Gemini needs a "name"; found ${JSON.stringify(jsonCopy(declaration))}`,
    );
  const schema =
    parametersJsonSchema ?? (parameters === undefined ? undefined : fromGeminiSchema({ ...parameters }));
  return {
    name,
    // The service refuses an empty description.
    description: description.trim() === "" ? name : truncate(description, maxDescriptionBytes),
    inputSchema: { json: isObject(schema) ? schema : { type: "object", properties: {} } },
  };
}

function truncate(text: string, maxBytes: number): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= maxBytes) return text;
  // A character that is cut in half decodes to U+FFFD and is removed.
  return new TextDecoder().decode(bytes.slice(0, maxBytes)).replace(/\uFFFD+$/u, "");
}

/** Tools under names that Amazon Q accepts, and the mapping back. */
export interface NamedTools {
  readonly tools: readonly Tool[];
  /** From Amazon Q's name to Gemini's. */
  readonly names: ReadonlyMap<string, string>;
}

export function toTools(declarations: readonly DeclarationLike[]): NamedTools {
  const names = new Map<string, string>();
  const tools = declarations.map((declaration) => {
    const specification = toToolSpecification(declaration);
    const name = amazonName(specification.name, names);
    names.set(name, specification.name);
    return { toolSpecification: { ...specification, name } };
  });
  return { tools, names };
}

/** Declarations under names that Gemini accepts. */
export interface NamedDeclarations {
  /** A mutable array, because the official client requires one. */
  readonly declarations: FunctionDeclaration[];
  /** From Amazon Q's name to Gemini's, for `createToolUses`. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * The declarations of all tools of a conversation. Gives equal names different endings, so prefer it to
 * `toFunctionDeclaration`.
 */
export function toFunctionDeclarations(tools: readonly AnyTool[]): NamedDeclarations {
  const names = new Map<string, string>();
  // Names that Gemini accepts are kept. Other tools get different names.
  const originals = tools.map((tool) => readSpecification(tool).name);
  const takenNames = new Set(originals.filter((name) => geminiName(name, new Set()) === name));
  const declarations = tools.map((tool, index) => {
    const original = originals[index] ?? "";
    if (names.has(original)) throw new TypeError(`two tools are called "${original}"`);
    const name = takenNames.has(original) ? original : geminiName(original, takenNames);
    names.set(original, name);
    takenNames.add(name);
    return { ...toFunctionDeclaration(tool), name };
  });
  return { declarations, names };
}

/** `^[a-zA-Z][a-zA-Z0-9_]*$`, at most 64 characters. Other characters are removed. */
function amazonName(name: string, takenNames: { has(name: string): boolean }): string {
  const letters = name.replace(/[^A-Za-z0-9_]/g, "");
  return unusedName(/^[A-Za-z]/.test(letters) ? letters : `a${letters}`, 64, takenNames);
}

/**
 * A name that every version of Gemini's rule accepts, including the dash of Amazon Q's own names. Other characters
 * become underscores.
 */
function geminiName(name: string, takenNames: { has(name: string): boolean }): string {
  const letters = name.replace(/[^A-Za-z0-9_-]/g, "_");
  return unusedName(/^[A-Za-z_]/.test(letters) ? letters : `_${letters}`, 63, takenNames);
}

function unusedName(wantedName: string, length: number, takenNames: { has(name: string): boolean }): string {
  let name = wantedName.slice(0, length);
  for (let number = 1; takenNames.has(name); number++)
    name = `${wantedName.slice(0, length - String(number).length)}${number}`;
  return name;
}
