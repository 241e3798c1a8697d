import { type Breach, breach } from "./texts.js";

// Parses JSON like the parsers of Google and reports violations.

/** A reason for which Gemini would refuse a request. */
export interface Violation extends Breach {
  /**
   * The path in snake case, as Google writes it: `tools[0].function_declarations[0].parameters.properties[1].value`.
   */
  readonly path: string;
  /** Whether the message contains the path. */
  readonly namesPath: boolean;
  /**
   * With "payload", the JSON does not fit the message types, and Gemini checks nothing else. With "request", the JSON
   * fits but breaks a rule.
   */
  readonly phase: "payload" | "request";
}

/** Returns the violation of a rule. Google's message for this rule does not contain the path. */
export function violation(path: string, broken: Breach): Violation {
  return { ...broken, path, namesPath: false, phase: "request" };
}

/** The type of a field in a proto message, described by its form in JSON. */
export type FieldType =
  | "string"
  | "bool"
  | "int64"
  | "double"
  /** Any JSON value (`google.protobuf.Value`). */
  | "value"
  /** Any JSON object (`google.protobuf.Struct`). */
  | "struct"
  | { readonly enum: string; readonly values: readonly string[] }
  | { readonly list: FieldType }
  | { readonly map: FieldType }
  | Message;

/** A message type with its fields by camelCase name. `fields` is a function, so that a message can contain itself. */
export interface Message {
  readonly fields: () => Readonly<Record<string, FieldType>>;
}

export type Parsed = Readonly<Record<string, unknown>>;

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Parses JSON like a proto3 message. Names may be in camelCase or snake_case. A null means that a field is missing. An
 * int64 may be a number or a decimal string. Words of enums may be in any case. A single message may replace a list.
 * The result has camelCase names and upper-case enum words. Invalid values are reported and left out.
 */
export function parseMessage(value: unknown, message: Message, path: string, found: Violation[]): Parsed {
  if (isDeeperThan(value, maxNesting)) {
    report(found, path, breach("tooDeep", path.split(".").at(-1) ?? path));
    return {};
  }
  return parseFields(value, message, path, found);
}

const maxNesting = 200;

/**
 * Returns whether a value has more levels than allowed. The function is not recursive, because the value may be
 * hostile.
 */
function isDeeperThan(value: unknown, levels: number): boolean {
  let layer: unknown[] = [value];
  for (let level = 0; layer.length > 0; level += 1) {
    if (level > levels) return true;
    layer = layer.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
  }
  return false;
}

function parseFields(value: unknown, message: Message, path: string, found: Violation[]): Parsed {
  if (!isObject(value)) {
    report(found, path, breach("invalidValue", path, "message", excerpt(value)));
    return {};
  }
  const { fields, bySnake } = tableOf(message);
  const parsed: Record<string, unknown> = {};
  for (const [inputName, item] of Object.entries(value)) {
    const name = Object.hasOwn(fields, inputName) ? inputName : bySnake.get(inputName);
    if (name === undefined) report(found, path, breach("unknownName", inputName, path));
    else if (item !== null || fields[name] === "value") {
      const field = parseField(item, fields[name] as FieldType, { name, path }, found);
      if (field !== undefined) parsed[name] = field;
    }
  }
  return parsed;
}

interface FieldTable {
  readonly fields: Readonly<Record<string, FieldType>>;
  readonly bySnake: ReadonlyMap<string, string>;
}

/** Caches the field tables, because a request contains many messages of few types. */
const tables = new WeakMap<Message, FieldTable>();

function tableOf(message: Message): FieldTable {
  const cached = tables.get(message);
  if (cached) return cached;
  const fields = message.fields();
  const table = { fields, bySnake: new Map(Object.keys(fields).map((name) => [snakeCase(name), name])) };
  tables.set(message, table);
  return table;
}

interface FieldLocation {
  readonly name: string;
  /** The path of the message that contains the field. */
  readonly path: string;
}

function parseField(value: unknown, type: FieldType, location: FieldLocation, found: Violation[]): unknown {
  const path =
    location.path === "" ? snakeCase(location.name) : `${location.path}.${snakeCase(location.name)}`;
  if (typeof type === "object" && "list" in type) return parseList(value, type.list, path, found);
  if (typeof type === "object" && "map" in type) return parseMap(value, type.map, path, found);
  if (Array.isArray(value) && type !== "value") {
    report(found, location.path, breach("notRepeating", location.name, location.path));
    return undefined;
  }
  return parseSingle(value, type, path, found);
}

function parseList(value: unknown, type: FieldType, path: string, found: Violation[]): unknown {
  const single = isObject(value) && typeof type === "object" && "fields" in type;
  if (!single && !Array.isArray(value)) return refuse(value, "list", path, found);
  const items: readonly unknown[] = single ? [value] : (value as unknown[]);
  return items
    .map((item, index) => parseSingle(item, type, `${path}[${index}]`, found))
    .filter((item) => item !== undefined);
}

function parseMap(value: unknown, type: FieldType, path: string, found: Violation[]): unknown {
  if (!isObject(value)) return refuse(value, "map", path, found);
  return new Map(
    Object.entries(value)
      .map(([key, item], index) => [key, parseSingle(item, type, `${path}[${index}].value`, found)] as const)
      .filter(([, item]) => item !== undefined),
  );
}

function parseSingle(value: unknown, type: FieldType, path: string, found: Violation[]): unknown {
  if (typeof type === "object") {
    if ("fields" in type) return parseFields(value, type, path, found);
    if ("values" in type) return parseEnum(value, type, path, found);
    return refuse(value, "list", path, found);
  }
  switch (type) {
    case "value":
      return value;
    case "struct":
      return isObject(value)
        ? value
        : refuse(value, "type.googleapis.com/google.protobuf.Struct", path, found);
    case "string":
      return typeof value === "string" ? value : refuse(value, "TYPE_STRING", path, found);
    case "bool":
      return typeof value === "boolean" ? value : refuse(value, "TYPE_BOOL", path, found);
    case "int64":
      return isInt64(value) ? Number(value) : refuse(value, "TYPE_INT64", path, found);
    case "double":
      return isDouble(value) ? Number(value) : refuse(value, "TYPE_DOUBLE", path, found);
  }
}

function parseEnum(
  value: unknown,
  type: { readonly enum: string; readonly values: readonly string[] },
  path: string,
  found: Violation[],
): unknown {
  const word = typeof value === "string" ? value.toUpperCase() : undefined;
  if (word !== undefined && type.values.includes(word)) return word;
  return refuse(value, `type.googleapis.com/${type.enum}`, path, found);
}

function isInt64(value: unknown): boolean {
  return typeof value === "number"
    ? Number.isInteger(value)
    : typeof value === "string" && /^-?\d+$/.test(value);
}

function isDouble(value: unknown): boolean {
  return (
    typeof value === "number" ||
    (typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)))
  );
}

/**
 * Returns whether a value is a JSON object. The compiler has the same function. The rules check the compiler and the
 * runtime, so `gemini-rules/` imports nothing from either.
 */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refuse(value: unknown, type: string, path: string, found: Violation[]): undefined {
  report(found, path, breach("invalidValue", path, type, excerpt(value)));
}

function report(found: Violation[], path: string, broken: Breach): void {
  found.push(unparsed(path, broken));
}

/** Returns the violation for a value that does not fit the message types. */
export function unparsed(path: string, broken: Breach): Violation {
  return { ...broken, path, namesPath: true, phase: "payload" };
}

function excerpt(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
