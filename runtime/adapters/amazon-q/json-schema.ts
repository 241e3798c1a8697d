import { isObject } from "../../base/is-object.js";

// These functions convert a JSON Schema to the subset that `parametersJsonSchema` accepts, and a schema of
// Gemini to a JSON Schema.

type Fields = Readonly<Record<string, unknown>>;

const mapsOfSchemas = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
]);
const dataKeywords = new Set(["default", "enum", "const", "examples", "example", "required"]);

/**
 * Converts a JSON Schema to a schema that `parametersJsonSchema` accepts. Removes `$schema` and renames
 * `definitions` to `$defs`. A `$ref` moves into an `anyOf` if keywords other than `description` and `default`
 * are beside it.
 */
export function acceptableJsonSchema(schema: Fields): Fields {
  return mapSchema(schema, (inner) => {
    const { $schema: _draft, definitions, ...rest } = inner;
    const fields: Fields = isObject(definitions)
      ? { ...rest, $defs: { ...definitions, ...(isObject(rest.$defs) ? rest.$defs : {}) } }
      : rest;
    return typeof fields.$ref === "string" ? withReferenceAlone(fields, fields.$ref) : fields;
  });
}

function withReferenceAlone(schema: Fields, reference: string): Fields {
  const $ref = reference.replace(/^#\/definitions\//, "#/$defs/");
  const { $ref: _reference, description, default: fallback, ...others } = schema;
  const texts = {
    ...(description === undefined ? {} : { description }),
    ...(fallback === undefined ? {} : { default: fallback }),
  };
  return Object.keys(others).length === 0 ? { ...texts, $ref } : { ...texts, ...others, anyOf: [{ $ref }] };
}

/** Converts a schema of Gemini to a JSON Schema. */
export function fromGeminiSchema(schema: Fields): Fields {
  return mapSchema(schema, (inner) => {
    const { type, nullable, propertyOrdering, example, format, ...rest } = inner;
    const jsonType = typeof type === "string" ? type.toLowerCase() : undefined;
    const orderedProperties = isObject(rest.properties)
      ? { properties: inOrder(rest.properties, propertyOrdering) }
      : {};
    return {
      ...(jsonType === undefined ? {} : { type: nullable === true ? [jsonType, "null"] : jsonType }),
      ...withNumericCounts(rest),
      ...orderedProperties,
      // The format "enum" adds no information, because `enum` is set too.
      ...(format === undefined || format === "enum" ? {} : { format }),
      ...(nullable === true && Array.isArray(rest.enum) ? { enum: [...(rest.enum as unknown[]), null] } : {}),
      ...(nullable === true && Array.isArray(rest.anyOf)
        ? { anyOf: [...(rest.anyOf as unknown[]), { type: "null" }] }
        : {}),
      ...(example === undefined ? {} : { examples: [example] }),
    };
  });
}

/** Converts counts such as `minItems` to numbers. The REST API may write these 64-bit integers as text. */
function withNumericCounts(schema: Fields): Fields {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      const isCount = /^(min|max)(Items|Length|Properties)$/.test(key) && typeof value === "string";
      return [key, isCount ? Number(value) : value];
    }),
  );
}

function inOrder(properties: Fields, ordering: unknown): Fields {
  const first = Array.isArray(ordering)
    ? ordering.map(String).filter((name) => Object.hasOwn(properties, name))
    : [];
  const names = new Set([...first, ...Object.keys(properties)]);
  return Object.fromEntries([...names].map((name) => [name, properties[name]]));
}

function mapSchema(schema: Fields, change: (schema: Fields) => Fields): Fields {
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner);
    return isObject(value) ? mapSchema(value, change) : value;
  };
  const entries = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (dataKeywords.has(key)) return [key, value];
    if (mapsOfSchemas.has(key) && isObject(value))
      return [
        key,
        Object.fromEntries(Object.entries(value).map(([name, property]) => [name, inner(property)])),
      ];
    return [key, inner(value)];
  });
  return change(Object.fromEntries(entries));
}
