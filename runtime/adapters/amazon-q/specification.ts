import type { DeclarationLike, FunctionDeclaration } from "../../wire.js";
import { isObject } from "../../base/is-object.js";
import { toGeminiSchema } from "./gemini-schema.js";
import { acceptableJsonSchema, fromGeminiSchema } from "./json-schema.js";
import { jsonCopy } from "./json-copy.js";
import { readSpecification } from "./spellings.js";
import type { Tool, ToolSpecification } from "./messages.js";

/** A tool in one of the forms that Amazon Q programs use. `docs/dialects.md` lists the forms. */
export type AnyTool = Tool | ToolSpecification | Readonly<Record<string, unknown>>;

/**
 * Converts a tool of Amazon Q to a declaration. The declaration has `parameters` if Gemini's own schema can
 * express the arguments, and otherwise `parametersJsonSchema`. The declaration of a tool without arguments or
 * without a usable schema has neither.
 */
export function toFunctionDeclaration(tool: AnyTool): FunctionDeclaration {
  const { name, description, schema } = readSpecification(tool);
  // Gemini requires a description, so the name replaces an empty one.
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

/** The largest number of bytes in a description. The service itself cuts longer descriptions. */
const maxDescriptionBytes = 10_004;

/**
 * Converts a declaration to a specification for Amazon Q. The name stays unchanged. `toTools` also changes
 * names that Amazon Q would refuse.
 */
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
  // A character that is cut in half decodes to U+FFFD, which is removed.
  return new TextDecoder().decode(bytes.slice(0, maxBytes)).replace(/\uFFFD+$/u, "");
}

/** Tools with names that Amazon Q accepts, and a map back to the original names. */
export interface NamedTools {
  readonly tools: readonly Tool[];
  /** Maps each name in Amazon Q to the name in Gemini. */
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

/** Declarations with names that Gemini accepts, and a map from the original names. */
export interface NamedDeclarations {
  /** A mutable array, because the official client requires one. */
  readonly declarations: FunctionDeclaration[];
  /** Maps each name in Amazon Q to the name in Gemini. `createToolUses` takes this map. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Converts all tools of a conversation to declarations. If the names of two tools become equal, a number is
 * appended to one of them. `toFunctionDeclaration` converts only one tool, so it cannot do this.
 */
export function toFunctionDeclarations(tools: readonly AnyTool[]): NamedDeclarations {
  const names = new Map<string, string>();
  // A name that Gemini accepts is kept. Only the names of the other tools change, and no two tools get the
  // same name.
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

/**
 * Returns an unused name that matches `^[a-zA-Z][a-zA-Z0-9_]*$` and has at most 64 characters. Other
 * characters are removed.
 */
function amazonName(name: string, takenNames: { has(name: string): boolean }): string {
  const letters = name.replace(/[^A-Za-z0-9_]/g, "");
  return unusedName(/^[A-Za-z]/.test(letters) ? letters : `a${letters}`, 64, takenNames);
}

/**
 * Returns an unused name that every version of Gemini's naming rule accepts. Dashes, which occur in Amazon
 * Q's own names, stay. Other characters become underscores.
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
