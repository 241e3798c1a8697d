import type { Report } from "../diagnostics/report.js";
import type { ForeignSchema, JsonObject } from "../ir.js";
import { type Origin, within } from "../base/origin.js";
import { showValue } from "../base/show-value.js";
import { type Fields, isMapping } from "./fields.js";
import { withPropertyOrigins } from "./property-origins.js";

/**
 * Reads the field `parameters`. Its value may be a JSON Schema of an object, a Gemini Schema (`type:
 * OBJECT`), or a list `[{ name, type, description, required }]`.
 */
export function readParameters(
  fields: Fields,
  verbatim: JsonObject | undefined,
  report: Report,
): ForeignSchema {
  if (verbatim !== undefined) return verbatimParameters(fields, verbatim);
  const at = fields.origin("parameters");
  const value = fields.raw("parameters");
  if (value === undefined)
    return { value: { type: "object", properties: {} }, dialect: "2020-12", origin: fields.at };
  if (Array.isArray(value)) return fromList(value, at, report);
  if (isMapping(value))
    return { value, dialect: value["type"] === "OBJECT" ? "gemini" : "2020-12", origin: at };
  report.add("TP202", at, {
    field: "parameters",
    expected: "a JSON Schema or a list of parameters",
    found: showValue(value),
  });
  return { value: { type: "object", properties: {} }, dialect: "2020-12", origin: fields.at };
}

function verbatimParameters(fields: Fields, declaration: JsonObject): ForeignSchema {
  const at = fields.origin("declaration");
  if (declaration["parametersJsonSchema"] !== undefined) {
    return {
      value: declaration["parametersJsonSchema"],
      dialect: "2020-12",
      origin: within(at, "parametersJsonSchema"),
    };
  }
  if (declaration["parameters"] !== undefined) {
    return { value: declaration["parameters"], dialect: "gemini", origin: within(at, "parameters") };
  }
  return { value: { type: "object", properties: {} }, dialect: "2020-12", origin: at };
}

/**
 * Reads a list of parameters. Each entry is the schema of one property, together with the `name` of the
 * property. As in OpenAPI, a property without `required: true` is optional.
 */
function fromList(entries: readonly unknown[], at: Origin, report: Report): ForeignSchema {
  const properties: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const required: string[] = [];
  const indexOf = new Map<string, number>();
  for (const [index, entry] of entries.entries()) {
    const here = within(at, index);
    if (!isMapping(entry) || typeof entry["name"] !== "string") {
      report.add("TP203", here, { field: "name", where: "a parameter in a list" });
      continue;
    }
    const { name, required: needed, ...schema } = entry;
    if (needed !== undefined && typeof needed !== "boolean") {
      report.add("TP202", within(here, "required"), {
        field: "required",
        expected: "true or false",
        found: showValue(needed),
      });
    }
    if (indexOf.has(name)) {
      const first = { message: "first listed here", at: within(at, indexOf.get(name)!) };
      report.add("TP210", within(here, "name"), { name }, { related: [first] });
      continue;
    }
    // In a JSON Schema, `{}` allows any value on purpose. In a list of parameters, an entry without a schema
    // is probably a mistake.
    if (Object.keys(schema).length === 0) report.add("TP448", here, { argument: name });
    indexOf.set(name, index);
    properties[name] = schema;
    if (needed === true) required.push(name);
  }
  const value = { type: "object", properties, ...(required.length > 0 && { required }) };
  return { value, dialect: "2020-12", origin: withPropertyOrigins(at, (name) => indexOf.get(name)) };
}
