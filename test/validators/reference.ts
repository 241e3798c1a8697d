import { fullFormats } from "ajv-formats/dist/formats.js";

// A second judge beside Ajv: a literal and slow implementation of JSON Schema 2020-12. The official suite
// tests it.

type Loose = Record<string, unknown>;
type Schema = Loose | boolean;

/** The parts of a value that a valid schema has evaluated. */
interface Evaluated {
  readonly names: Set<string>;
  readonly items: Set<number>;
}

/** Whether a value fits a schema. References are `#/$defs/<name>` or `#`. */
export function meets(schema: Schema, value: unknown, formats: "assert" | "annotate" = "assert"): boolean {
  return new Reference(schema, formats === "assert").evaluate(schema, value) !== undefined;
}

class Reference {
  readonly #root: Schema;
  readonly #asserts: boolean;

  constructor(root: Schema, asserts: boolean) {
    this.#root = root;
    this.#asserts = asserts;
  }

  evaluate(schema: Schema, value: unknown): Evaluated | undefined {
    if (typeof schema === "boolean") return schema ? nothing() : undefined;
    const seen = nothing();
    const holds =
      this.#meetsScalars(schema, value) &&
      this.#meetsParts(schema, value, seen) &&
      (!isObject(value) || this.#meetsObject(schema, value, seen)) &&
      (!Array.isArray(value) || this.#meetsArray(schema, value, seen));
    return holds ? seen : undefined;
  }

  #holds(schema: Schema, value: unknown): boolean {
    return this.evaluate(schema, value) !== undefined;
  }

  /** Whether a schema accepts the same value. The parts that it evaluates count for `unevaluated…`. */
  #applies(schema: Schema, value: unknown, seen: Evaluated): boolean {
    const found = this.evaluate(schema, value);
    found?.names.forEach((name) => seen.names.add(name));
    found?.items.forEach((index) => seen.items.add(index));
    return found !== undefined;
  }

  #meetsScalars(schema: Loose, value: unknown): boolean {
    const types = schema["type"] === undefined ? undefined : ([schema["type"]].flat() as string[]);
    if (types !== undefined && !types.some((type) => isType(type, value))) return false;
    if ("const" in schema && canonical(schema["const"]) !== canonical(value)) return false;
    const values = schema["enum"] as unknown[] | undefined;
    if (values !== undefined && !values.some((one) => canonical(one) === canonical(value))) return false;
    if (typeof value === "number") return isInRange(schema, value);
    return typeof value !== "string" || this.#meetsText(schema, value);
  }

  #meetsText(schema: Loose, value: string): boolean {
    const { minLength = 0, maxLength = Infinity, pattern, format } = schema;
    const length = [...value].length;
    if (length < Number(minLength) || length > Number(maxLength)) return false;
    if (typeof pattern === "string" && !isMatch(pattern, value)) return false;
    const known = this.#asserts && typeof format === "string" ? formatOf(format) : undefined;
    if (known === undefined || known === true) return true;
    if (known instanceof RegExp) return known.test(value);
    const validate = typeof known === "function" ? known : (known as { validate: unknown }).validate;
    if (validate instanceof RegExp) return validate.test(value);
    return typeof validate !== "function" || (validate as (text: string) => boolean)(value);
  }

  #meetsParts(schema: Loose, value: unknown, seen: Evaluated): boolean {
    const applies = (part: Schema): boolean => this.#applies(part, value, seen);
    // All subschemas are tried, because each valid one evaluates parts of the value.
    const count = (keyword: string): number => list(schema[keyword]).filter(applies).length;
    if (schema["$ref"] !== undefined && !applies(this.#target(schema["$ref"] as string))) return false;
    if (count("allOf") < list(schema["allOf"]).length) return false;
    if (schema["anyOf"] !== undefined && count("anyOf") === 0) return false;
    if (schema["oneOf"] !== undefined && count("oneOf") !== 1) return false;
    if (schema["not"] !== undefined && this.#holds(schema["not"] as Schema, value)) return false;
    if (schema["if"] !== undefined) {
      const branch = applies(schema["if"] as Schema) ? schema["then"] : schema["else"];
      if (branch !== undefined && !applies(branch as Schema)) return false;
    }
    if (!isObject(value)) return true;
    return Object.entries(map(schema["dependentSchemas"])).every(
      ([name, part]) => !Object.hasOwn(value, name) || applies(part),
    );
  }

  #meetsObject(schema: Loose, value: Loose, seen: Evaluated): boolean {
    const names = Object.keys(value);
    const { minProperties = 0, maxProperties = Infinity, propertyNames } = schema;
    if (names.length < Number(minProperties) || names.length > Number(maxProperties)) return false;
    if (list(schema["required"]).some((name) => !Object.hasOwn(value, name as unknown as string)))
      return false;
    for (const [name, needed] of Object.entries(map(schema["dependentRequired"])))
      if (Object.hasOwn(value, name) && list(needed).some((other) => !Object.hasOwn(value, String(other))))
        return false;
    if (propertyNames !== undefined && !names.every((name) => this.#holds(propertyNames as Schema, name)))
      return false;
    const properties = map(schema["properties"]);
    const patterns = Object.entries(map(schema["patternProperties"]));
    const own = new Set<string>();
    for (const name of names) {
      const described = patterns.filter(([pattern]) => isMatch(pattern, name)).map(([, inner]) => inner);
      if (Object.hasOwn(properties, name)) described.push(properties[name]!);
      if (described.length === 0) continue;
      own.add(name);
      if (!described.every((inner) => this.#holds(inner, value[name]))) return false;
    }
    own.forEach((name) => seen.names.add(name));
    return (
      this.#meetsRest(schema["additionalProperties"], value, own, seen) &&
      this.#meetsRest(schema["unevaluatedProperties"], value, new Set(seen.names), seen)
    );
  }

  #meetsRest(further: unknown, value: Loose, except: ReadonlySet<string>, seen: Evaluated): boolean {
    if (further === undefined) return true;
    const rest = Object.keys(value).filter((name) => !except.has(name));
    rest.forEach((name) => seen.names.add(name));
    return rest.every((name) => this.#holds(further as Schema, value[name]));
  }

  #meetsArray(schema: Loose, value: readonly unknown[], seen: Evaluated): boolean {
    const { minItems = 0, maxItems = Infinity, items, unevaluatedItems, contains } = schema;
    const prefix = list(schema["prefixItems"]);
    if (value.length < Number(minItems) || value.length > Number(maxItems)) return false;
    if (schema["uniqueItems"] === true && new Set(value.map(canonical)).size < value.length) return false;
    for (const [index, item] of value.entries()) {
      const inner = prefix[index] ?? (items as Schema | undefined);
      if (inner === undefined) continue;
      seen.items.add(index);
      if (!this.#holds(inner, item)) return false;
    }
    if (contains !== undefined) {
      const { minContains = 1, maxContains = Infinity } = schema;
      const found = [...value.keys()].filter((index) => this.#holds(contains as Schema, value[index]));
      if (found.length < Number(minContains) || found.length > Number(maxContains)) return false;
      found.forEach((index) => seen.items.add(index));
    }
    if (unevaluatedItems === undefined) return true;
    const rest = [...value.keys()].filter((index) => !seen.items.has(index));
    rest.forEach((index) => seen.items.add(index));
    return rest.every((index) => this.#holds(unevaluatedItems as Schema, value[index]));
  }

  #target(ref: string): Schema {
    if (ref === "#") return this.#root;
    return (this.#root as { $defs: Record<string, Schema> }).$defs[ref.slice("#/$defs/".length)]!;
  }
}

function nothing(): Evaluated {
  return { names: new Set(), items: new Set() };
}

function isType(type: string, value: unknown): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  return type === "object" ? isObject(value) : typeof value === type;
}

function isInRange(schema: Loose, value: number): boolean {
  const { minimum = -Infinity, maximum = Infinity, multipleOf: step } = schema as Record<string, number>;
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = schema as Record<string, number>;
  if (value < minimum || value > maximum) return false;
  // A missing exclusive bound excludes nothing.
  if (Number.isFinite(exclusiveMinimum) && value <= exclusiveMinimum) return false;
  if (Number.isFinite(exclusiveMaximum) && value >= exclusiveMaximum) return false;
  if (step === undefined || Number.isInteger(value / step)) return true;
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9 * Math.max(1, Math.abs(quotient));
}

function isMatch(pattern: string, text: string): boolean {
  return new RegExp(pattern, "u").test(text);
}

function formatOf(name: string): unknown {
  return (fullFormats as Readonly<Record<string, unknown>>)[name];
}

/**
 * Returns a text that is the same for equal values. An object becomes a sorted list of pairs whose text
 * differs from that of every array.
 */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`,
  );
  return `{${entries.sort().join()}}`;
}

function isObject(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function map(keyword: unknown): Record<string, Schema> {
  return (keyword ?? {}) as Record<string, Schema>;
}

function list(keyword: unknown): Schema[] {
  return (keyword ?? []) as Schema[];
}
