import type { DeclarationLike, FunctionDeclaration } from "../../wire.js";
import { isObject } from "../../base/is-object.js";
import { toGeminiSchema } from "./gemini-schema.js";
import { acceptableJsonSchema, fromGeminiSchema } from "./json-schema.js";
import { plain } from "./plain.js";
import { readSpecification } from "./spellings.js";
import type { Tool, ToolSpecification } from "./wire.js";

/** A tool as any program of Amazon Q writes it; `docs/dialects.md` lists the forms. */
export type AnyTool = Tool | ToolSpecification | Readonly<Record<string, unknown>>;

/**
 * What Gemini is told about an Amazon Q tool: `parameters` where they can say all of it, else `parametersJsonSchema`,
 * else (no arguments, or no usable schema) neither.
 */
export function toFunctionDeclaration(tool: AnyTool): FunctionDeclaration {
  const { name, description, schema } = readSpecification(tool);
  // Gemini demands a description, as Amazon Q does.
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

/** The service cuts longer descriptions itself. */
const mostDescriptionBytes = 10_004;

/** What Amazon Q is told about a Gemini function. Its rules for names are in `toTools`. */
export function toToolSpecification(declaration: DeclarationLike): ToolSpecification {
  const { name, description = "", parameters, parametersJsonSchema } = declaration;
  if (name === undefined)
    throw new TypeError(
      `a declaration of Gemini needs a "name"; found ${JSON.stringify(plain(declaration))}`,
    );
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

/** Tools with names that the other side accepts, and the way back. */
export interface NamedTools {
  readonly tools: readonly Tool[];
  /** Amazon Q's name to Gemini's. */
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

/** Declarations with names that Gemini accepts. */
export interface NamedDeclarations {
  /** A list that may change, because the official client asks for one. */
  readonly declarations: FunctionDeclaration[];
  /** Amazon Q's name to Gemini's, for `createToolUses`. */
  readonly names: ReadonlyMap<string, string>;
}

/** All tools of a conversation. Two tools that would get one name are told apart, so prefer this to `toFunctionDeclaration`. */
export function toFunctionDeclarations(tools: readonly AnyTool[]): NamedDeclarations {
  const names = new Map<string, string>();
  // A name that Gemini accepts stays, so the others make way for it.
  const originals = tools.map((tool) => readSpecification(tool).name);
  const taken = new Set(originals.filter((name) => geminiName(name, new Set()) === name));
  const declarations = tools.map((tool, index) => {
    const original = originals[index] ?? "";
    if (names.has(original)) throw new TypeError(`two tools are called "${original}"`);
    const name = taken.has(original) ? original : geminiName(original, taken);
    names.set(original, name);
    taken.add(name);
    return { ...toFunctionDeclaration(tool), name };
  });
  return { declarations, names };
}

/** `^[a-zA-Z][a-zA-Z0-9_]*$`, at most 64: other characters are left out. */
function amazonName(name: string, taken: { has(name: string): boolean }): string {
  const letters = name.replace(/[^A-Za-z0-9_]/g, "");
  return unusedName(/^[A-Za-z]/.test(letters) ? letters : `a${letters}`, 64, taken);
}

/** What Gemini takes in every version of its rule, with the dash that Amazon Q's own names may have; other characters become underscores. */
function geminiName(name: string, taken: { has(name: string): boolean }): string {
  const letters = name.replace(/[^A-Za-z0-9_-]/g, "_");
  return unusedName(/^[A-Za-z_]/.test(letters) ? letters : `_${letters}`, 63, taken);
}

function unusedName(wanted: string, length: number, taken: { has(name: string): boolean }): string {
  let name = wanted.slice(0, length);
  for (let number = 1; taken.has(name); number++)
    name = `${wanted.slice(0, length - String(number).length)}${number}`;
  return name;
}
