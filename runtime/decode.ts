import type { Issue } from "./issue.js";

// Generated decoders are made of these. A decoder turns the wire form of a value into the value of the spec. It never throws and never changes its
// input, gives back the input itself where nothing had to change, and leaves what it does not understand for the validator to report.

/** `at` is the JSON pointer of the value, in the names of the spec. */
export type Decoder = (wire: unknown, issues: Issue[], at?: string) => unknown;

export interface DecodedField {
  /** The name in the spec, where the wire has another. */
  readonly name?: string;
  readonly decode?: Decoder;
}

/** An object whose fields, by wire name, have other names or forms in the spec. `rest` holds the properties without a name in the schema. */
export function decodeObject(
  fields: Readonly<Record<string, Decoder | DecodedField>>,
  rest?: { readonly field: string; readonly decode: Decoder },
): Decoder {
  return (wire, issues, at = "") => {
    if (!isObject(wire)) return wire;
    const result: Record<string, unknown> = {};
    let changed = false;
    for (const [key, value] of Object.entries(wire)) {
      if (rest?.field === key) {
        changed = mergeRest(result, rest.decode(value, issues, at), wire, fields, key, issues, at) || changed;
        continue;
      }
      const found = Object.hasOwn(fields, key) ? fields[key] : undefined;
      const field: DecodedField = typeof found === "function" ? { decode: found } : (found ?? {});
      const name = field.name ?? key;
      const decoded = field.decode === undefined ? value : field.decode(value, issues, below(at, name));
      if (Object.hasOwn(result, name)) issues.push(twice(at, name));
      put(result, name, decoded);
      changed ||= decoded !== value || name !== key;
    }
    return changed ? result : wire;
  };
}

function mergeRest(
  result: Record<string, unknown>,
  others: unknown,
  wire: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, Decoder | DecodedField>>,
  field: string,
  issues: Issue[],
  at: string,
): boolean {
  if (!isObject(others)) {
    put(result, field, others);
    return others !== wire[field];
  }
  const named = new Set(Object.keys(wire).map((key) => specName(fields, key)));
  for (const [key, value] of Object.entries(others)) {
    if (named.has(key) && key !== field) issues.push(twice(at, key));
    else put(result, key, value);
  }
  return true;
}

function specName(fields: Readonly<Record<string, Decoder | DecodedField>>, key: string): string {
  const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return (typeof field === "object" ? field.name : undefined) ?? key;
}

export function decodeArray(items: Decoder): Decoder {
  return decodeTuple([], items);
}

/** A list whose items differ by position; `undefined` stands for an item that needs no decoding. */
export function decodeTuple(prefix: readonly (Decoder | undefined)[], rest?: Decoder): Decoder {
  return (wire, issues, at = "") => {
    if (!Array.isArray(wire)) return wire;
    const decoded = wire.map((item: unknown, index) => {
      const decoder = index < prefix.length ? prefix[index] : rest;
      return decoder === undefined ? item : decoder(item, issues, `${at}/${index}`);
    });
    return decoded.some((item, index) => item !== wire[index]) ? decoded : wire;
  };
}

/** A map that travels as a list of `{key, value}`. A plain object is taken too: models send one now and then. */
export function decodeMap(value?: Decoder): Decoder {
  return (wire, issues, at = "") => {
    if (isObject(wire)) return value === undefined ? wire : decodeValues(wire, value, issues, at);
    if (!Array.isArray(wire)) return wire;
    const result: Record<string, unknown> = {};
    for (const [index, entry] of wire.entries()) {
      if (!isObject(entry) || typeof entry.key !== "string" || !Object.hasOwn(entry, "value")) {
        issues.push({
          pointer: `${at}/${index}`,
          code: "decode",
          expected: "an entry {key, value}",
          received: isObject(entry) ? "object" : entry === null ? "null" : typeof entry,
        });
        return wire;
      }
      if (Object.hasOwn(result, entry.key)) issues.push(twice(at, entry.key));
      const item = entry.value;
      put(result, entry.key, value === undefined ? item : value(item, issues, below(at, entry.key)));
    }
    return result;
  };
}

function decodeValues(
  wire: Readonly<Record<string, unknown>>,
  value: Decoder,
  issues: Issue[],
  at: string,
): unknown {
  const result: Record<string, unknown> = {};
  let changed = false;
  for (const [key, item] of Object.entries(wire)) {
    const decoded = value(item, issues, below(at, key));
    put(result, key, decoded);
    changed ||= decoded !== item;
  }
  return changed ? result : wire;
}

/** A value that travels as JSON in a string. */
export const decodeJson: Decoder = (wire) => {
  if (typeof wire !== "string") return wire;
  try {
    return JSON.parse(wire) as unknown;
  } catch {
    return wire;
  }
};

/** Values that travel as words: `"1"` for 1. */
export function decodeWords(words: readonly (readonly [string, unknown])[]): Decoder {
  const meanings = new Map(words);
  return (wire) => {
    if (typeof wire !== "string" || !meanings.has(wire)) return wire;
    return structuredClone(meanings.get(wire));
  };
}

/** A 64-bit integer that travels as digits; one that a number cannot hold exactly is refused, never rounded. */
export const decodeDigits: Decoder = (wire, issues, at = "") => {
  if (typeof wire !== "string" || !/^-?\d{1,40}$/.test(wire)) return wire;
  const value = Number(wire);
  if (Number.isSafeInteger(value)) return value + 0;
  issues.push({
    pointer: at,
    code: "decode",
    expected: `integer ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`,
    received: `string "${wire}"`,
  });
  return wire;
};

/** The first decoder whose test the value passes; `undefined` decodes nothing. */
export function decodeUnion(
  cases: readonly (readonly [(wire: unknown) => boolean, Decoder | undefined])[],
): Decoder {
  return (wire, issues, at) => {
    const found = cases.find(([test]) => test(wire))?.[1];
    return found === undefined ? wire : found(wire, issues, at);
  };
}

export function isKind(
  kind: "string" | "number" | "boolean" | "array" | "object",
): (wire: unknown) => boolean {
  return (wire) => (Array.isArray(wire) ? "array" : wire === null ? "null" : typeof wire) === kind;
}

export function isWord(...words: readonly string[]): (wire: unknown) => boolean {
  return (wire) => typeof wire === "string" && words.includes(wire);
}

export function hasField(field: string): (wire: unknown) => boolean {
  return (wire) => isObject(wire) && Object.hasOwn(wire, field);
}

export function hasTag(field: string, ...values: readonly string[]): (wire: unknown) => boolean {
  return (wire) => isObject(wire) && Object.hasOwn(wire, field) && values.includes(wire[field] as string);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `__proto__` from a model becomes an ordinary property, which the validator then refuses. */
function put(target: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

function below(at: string, name: string): string {
  return `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function twice(at: string, name: string): Issue {
  return { pointer: below(at, name), code: "decode", expected: "each key once", received: "the key twice" };
}
