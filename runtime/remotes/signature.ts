import { isObject } from "../base/is-object.js";

/**
 * Writes the arguments of a tool in one line, such as `(location: string, unit?: string = "celsius")`. The
 * spec stores this signature. A difference shows that the tool has changed.
 */
export function signatureOf(schema: unknown): string {
  const root = asObject(schema);
  const defs = { ...asObject(root["definitions"]), ...asObject(root["$defs"]) };
  const required = new Set(Array.isArray(root["required"]) ? root["required"] : []);
  const parameters = Object.entries(asObject(root["properties"])).map(([name, property]) => {
    const { default: fallback } = asObject(property);
    const type = typeOf(property, defs, []);
    return `${name}${required.has(name) ? "" : "?"}: ${type}${fallback === undefined ? "" : ` = ${JSON.stringify(fallback)}`}`;
  });
  return `(${parameters.join(", ")})`;
}

/** Describes a type by its structure. Descriptions and titles do not change the result. */
function typeOf(
  value: unknown,
  defs: Readonly<Record<string, unknown>>,
  ancestors: readonly string[],
): string {
  if (typeof value === "boolean") return value ? "any" : "never";
  const schema = asObject(value);
  const inner = (child: unknown): string => typeOf(child, defs, ancestors);
  if (typeof schema["$ref"] === "string") {
    const name = schema["$ref"].split("/").at(-1) ?? "";
    return ancestors.includes(name) ? name : typeOf(defs[name], defs, [...ancestors, name]);
  }
  if ("const" in schema) return JSON.stringify(schema["const"]);
  if (Array.isArray(schema["enum"])) return schema["enum"].map((item) => JSON.stringify(item)).join(" | ");
  for (const union of ["anyOf", "oneOf"]) {
    if (Array.isArray(schema[union])) return schema[union].map(inner).join(" | ");
  }
  if (Array.isArray(schema["allOf"])) return schema["allOf"].map(inner).join(" & ");
  const types = Array.isArray(schema["type"]) ? schema["type"] : [schema["type"] ?? "any"];
  const format = typeof schema["format"] === "string" ? `<${schema["format"]}>` : "";
  return types
    .map((type) => {
      if (type === "array") return arrayOf(schema, inner);
      if (type === "object") return objectOf(schema, defs, ancestors);
      return type === "null" ? "null" : `${String(type)}${format}`;
    })
    .join(" | ");
}

function arrayOf(schema: Readonly<Record<string, unknown>>, inner: (child: unknown) => string): string {
  if (Array.isArray(schema["prefixItems"])) return `[${schema["prefixItems"].map(inner).join(", ")}]`;
  return `${schema["items"] === undefined ? "any" : inner(schema["items"])}[]`;
}

function objectOf(
  schema: Readonly<Record<string, unknown>>,
  defs: Readonly<Record<string, unknown>>,
  ancestors: readonly string[],
): string {
  const additional = schema["additionalProperties"];
  const map =
    additional === undefined || additional === false ? "" : ` & map<${typeOf(additional, defs, ancestors)}>`;
  const properties = Object.entries(asObject(schema["properties"]));
  if (properties.length === 0) return map === "" ? "object" : map.slice(3);
  const required = new Set(Array.isArray(schema["required"]) ? schema["required"] : []);
  const fields = properties.map(
    ([name, property]) => `${name}${required.has(name) ? "" : "?"}: ${typeOf(property, defs, ancestors)}`,
  );
  return `{ ${fields.join("; ")} }${map}`;
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}
