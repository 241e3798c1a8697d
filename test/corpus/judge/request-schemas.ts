import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { isMap, type JsonMap, type JudgedApi, listOf, lookUp, mapOf } from "./read-document.js";

/** The schemas of a document as JSON Schema 2020-12 for requests. Read-only properties are removed. */
export interface RequestSchemas {
  /** Returns the reason why a value is invalid, or undefined for a valid value. */
  fault(schema: unknown, value: unknown): string | undefined;
  /** Returns a schema with everything that it refers to, for a sampler. */
  selfContained(schema: unknown): { readonly schema: unknown; readonly refs: JsonMap };
}

const base = "https://judge.example/";
const schemaLists = ["allOf", "anyOf", "oneOf", "prefixItems"];
const schemaWords = [
  "items",
  "additionalProperties",
  "not",
  "contains",
  "propertyNames",
  "if",
  "then",
  "else",
];
const copied =
  "enum const minLength maxLength pattern minimum maximum multipleOf minItems maxItems uniqueItems minProperties maxProperties format dependentRequired".split(
    " ",
  );
const types = new Set(["string", "number", "integer", "boolean", "array", "object", "null"]);
/** Formats of OpenAPI that only describe a value, or that no sampler can produce. */
const openFormats = ["int32", "int64", "float", "double", "binary", "password"];

export function createRequestSchemas(api: JudgedApi): RequestSchemas {
  // Patterns of documents are written for many engines. The `u` flag would refuse some patterns that
  // JavaScript can run.
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    logger: false,
    unicodeRegExp: false,
    inlineRefs: false,
  });
  (formats as unknown as (ajv: Ajv2020) => void)(ajv);
  for (const format of openFormats) ajv.addFormat(format, true);
  const converted = new Map<string, unknown>();
  const validators = new Map<unknown, ValidateFunction | string>();

  const refer = (reference: string): string => {
    const id = `${base}${encodeURIComponent(reference)}`;
    if (!converted.has(id)) {
      converted.set(id, {});
      const schema = convert(lookUp(api.document, reference));
      converted.set(id, schema);
      ajv.addSchema(schema as object, id);
    }
    return id;
  };
  const convert = (written: unknown): unknown => convertSchema(written, api, convert, refer);
  const validatorOf = (schema: unknown): ValidateFunction | string => {
    const known = validators.get(schema);
    if (known !== undefined) return known;
    let made: ValidateFunction | string;
    try {
      made = ajv.compile(convert(schema) as object);
    } catch (error) {
      made = `the schema cannot be used: ${(error as Error).message}`;
    }
    validators.set(schema, made);
    return made;
  };
  return {
    fault(schema, value) {
      const validate = validatorOf(schema);
      if (typeof validate === "string") return validate;
      return validate(value) ? undefined : ajv.errorsText(validate.errors);
    },
    selfContained(schema) {
      return { schema: convert(schema), refs: Object.fromEntries(converted) };
    },
  };
}

type Convert = (schema: unknown) => unknown;

function convertSchema(
  written: unknown,
  api: JudgedApi,
  convert: Convert,
  refer: (reference: string) => string,
): unknown {
  if (typeof written === "boolean") return written;
  const schema = mapOf(written);
  const reference = schema["$ref"];
  if (typeof reference === "string" && api.version !== "3.1") return { $ref: refer(reference) };
  const result: Record<string, unknown> = {};
  if (typeof reference === "string") result["$ref"] = refer(reference);
  for (const word of copied) if (schema[word] !== undefined) result[word] = schema[word];
  for (const word of schemaLists)
    if (Array.isArray(schema[word])) result[word] = listOf(schema[word]).map(convert);
  for (const word of schemaWords)
    if (typeof schema[word] === "boolean" || isMap(schema[word])) result[word] = convert(schema[word]);
  if (isMap(schema["patternProperties"]))
    result["patternProperties"] = Object.fromEntries(
      Object.entries(schema["patternProperties"]).map(([pattern, one]) => [pattern, convert(one)]),
    );
  convertProperties(schema, result, api, convert);
  convertType(schema, result);
  convertBounds(schema, result);
  return result;
}

function convertProperties(
  schema: JsonMap,
  result: Record<string, unknown>,
  api: JudgedApi,
  convert: Convert,
): void {
  const properties = Object.entries(mapOf(schema["properties"]));
  const gone = new Set(properties.filter(([, one]) => isReadOnly(one, api)).map(([name]) => name));
  const kept = properties.filter(([name]) => !gone.has(name));
  if (kept.length > 0)
    result["properties"] = Object.fromEntries(kept.map(([name, one]) => [name, convert(one)]));
  const required = listOf(schema["required"]).filter((name) => typeof name === "string" && !gone.has(name));
  if (required.length > 0) result["required"] = [...new Set(required)];
}

export function isReadOnly(schema: unknown, api: JudgedApi): boolean {
  return mapOf(schema)["readOnly"] === true || mapOf(api.resolve(schema))["readOnly"] === true;
}

function convertType(schema: JsonMap, result: Record<string, unknown>): void {
  const written = schema["type"];
  if (written === "file") result["type"] = "string";
  else if (Array.isArray(written)) result["type"] = written;
  else if (typeof written === "string" && types.has(written))
    result["type"] =
      schema["nullable"] === true || schema["x-nullable"] === true ? [written, "null"] : written;
}

/** Before OpenAPI 3.1, an exclusive bound is a boolean beside the bound. */
function convertBounds(schema: JsonMap, result: Record<string, unknown>): void {
  for (const [exclusive, plain] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (typeof schema[exclusive] === "number") result[exclusive] = schema[exclusive];
    if (schema[exclusive] !== true) continue;
    result[exclusive] = schema[plain];
    delete result[plain];
  }
}
