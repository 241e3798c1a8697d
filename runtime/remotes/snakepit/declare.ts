import type { FunctionDeclaration, Schema } from "../../wire.js";
import { takesBytes } from "./arguments.js";
import type { Registration } from "./bridge.js";

export type Kind = "string" | "integer" | "number" | "boolean" | "array" | "object";

/** A parameter of a registered tool, with its type and its limits. */
export interface Property {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** The type. It is undefined if any value is valid. */
  readonly kind: Kind | undefined;
  readonly bytes: boolean;
  readonly nullable: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly choices?: readonly unknown[];
  readonly default?: unknown;
}

const typeWords: Readonly<Record<Kind, string>> = {
  string: "str string",
  integer: "int integer",
  number: "float number decimal",
  boolean: "bool boolean",
  array: "list array sequence tuple set embedding",
  object: "dict map object mapping",
};

/**
 * Creates the declaration of a registered tool, and describes its parameters. Variadic parameters are left
 * out, because they cannot be declared.
 */
export function declare(
  { description, parameters }: Registration,
  name: string,
): { readonly declaration: FunctionDeclaration; readonly properties: readonly Property[] } {
  const properties = parameters.filter((parameter) => !isVariadic(parameter)).map(propertyOf);
  const required = properties.filter((property) => property.required).map((property) => property.name);
  const schema: Schema = {
    type: "OBJECT",
    properties: Object.fromEntries(properties.map((property) => [property.name, schemaOf(property)])),
    ...(required.length > 0 && { required }),
  };
  return {
    declaration: { name, description, ...(properties.length > 0 && { parameters: schema }) },
    properties,
  };
}

/**
 * Whether a parameter is variadic. Workers register `*args` and `**kwargs` as parameters of the type `any`.
 */
export function isVariadic({ name, type }: Registration["parameters"][number]): boolean {
  return type === "any" && /^(args|kw|kwargs)$/.test(name);
}

function propertyOf(parameter: Registration["parameters"][number]): Property {
  const { name, description, required } = parameter;
  const type = parameter.type
    .trim()
    .toLowerCase()
    .replace(/^typing\./, "");
  const inner = /^optional\[(.+)\]$/.exec(type)?.[1] ?? type.replace(/\s*\|\s*none$/, "");
  const bytes = takesBytes(type);
  const typeWord = /^([a-z0-9_.]+)/.exec(inner)?.[1] ?? "";
  const found = (Object.keys(typeWords) as Kind[]).find((kind) =>
    typeWords[kind].split(" ").includes(typeWord),
  );
  const constraints = constraintsOf(parameter.validation_json);
  const choices = Array.isArray(constraints["choices"])
    ? { choices: constraints["choices"] as readonly unknown[] }
    : {};
  return {
    name,
    description,
    required,
    kind: bytes ? "string" : inner.includes("|") ? undefined : found,
    bytes,
    nullable: inner !== type || type === "optional",
    ...choices,
    ...("default" in constraints && { default: constraints["default"] }),
    ...bounds(constraints),
  };
}

function constraintsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const constraints: unknown = JSON.parse(text || "{}");
    return typeof constraints === "object" && constraints !== null
      ? (constraints as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

function bounds(constraints: Readonly<Record<string, unknown>>): Partial<Property> {
  const names = { min: "minimum", max: "maximum", min_length: "minLength", max_length: "maxLength" };
  return Object.fromEntries(
    Object.entries(names).flatMap(([key, name]) =>
      typeof constraints[key] === "number" ? [[name, constraints[key]]] : [],
    ),
  );
}

function schemaOf(property: Property): Schema {
  const { kind, nullable, choices, minimum, maximum, minLength, maxLength } = property;
  // Gemini has no type that allows every value, and registrations describe neither the items of lists nor the
  // properties of objects. Such values are declared as JSON text.
  const isJsonText = kind === undefined || kind === "array" || kind === "object";
  const areTexts = kind === "string" && choices?.every((choice) => typeof choice === "string") === true;
  const notes = [
    property.description,
    property.bytes ? "Base64 text." : "",
    isJsonText ? `JSON text of ${kind === undefined ? "any value" : `an ${kind}`}.` : "",
    choices === undefined || areTexts
      ? ""
      : `One of ${choices.map((choice) => JSON.stringify(choice)).join(", ")}.`,
    property.default === undefined ? "" : `Default: ${JSON.stringify(property.default)}.`,
  ].filter((note) => note !== "");
  return {
    type: isJsonText ? "STRING" : (kind.toUpperCase() as "STRING"),
    ...(notes.length > 0 && { description: notes.join(" ") }),
    ...(nullable && { nullable: true }),
    ...(areTexts && { format: "enum", enum: [...(choices as readonly string[])] }),
    ...(kind === "integer" || kind === "number"
      ? { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) }
      : {}),
    ...(kind === "string" && !property.bytes
      ? { ...(minLength !== undefined && { minLength }), ...(maxLength !== undefined && { maxLength }) }
      : {}),
  };
}
