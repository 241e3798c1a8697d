import type { Report } from "../../diagnostics/report.js";
import { showValue } from "../../base/show-value.js";
import { child, isMapping, type Node, own, ownString } from "../node.js";
import type { Parameter } from "./parameters.js";

const places = ["path", "query", "header", "body", "formData"] as const;

/** Keywords of Swagger 2.0 parameters that are also keywords of a schema. */
const schemaWords = new Set([
  "type",
  "format",
  "items",
  "default",
  "enum",
  "maximum",
  "exclusiveMaximum",
  "minimum",
  "exclusiveMinimum",
  "maxLength",
  "minLength",
  "pattern",
  "maxItems",
  "minItems",
  "uniqueItems",
  "multipleOf",
  "x-nullable",
  "x-enum-varnames",
  "x-enum-descriptions",
]);

export function readSwaggerParameter(node: Node, name: string, report: Report): Parameter | undefined {
  const { value } = node;
  const where = places.find((place) => place === own(value, "in"));
  if (where === undefined) {
    const expected = places.map((place) => JSON.stringify(place)).join(", ");
    report.add("TP606", node.origin, {
      what: `location of parameter ${JSON.stringify(name)}`,
      expected,
      found: showValue(own(value, "in")),
    });
    return undefined;
  }
  const schema = where === "body" ? child(node, "schema") : schemaOf(node);
  if (where === "body" && !isMapping(schema.value)) {
    report.add("TP606", node.origin, {
      what: "body parameter",
      expected: "a schema",
      found: showValue(schema.value),
    });
    return undefined;
  }
  const file = own(value, "type") === "file";
  if (file && where !== "formData") {
    report.add("TP606", node.origin, {
      what: `parameter ${JSON.stringify(name)}`,
      expected: "a file in formData",
      found: JSON.stringify(where),
    });
    return undefined;
  }
  if (where === "path" && own(value, "required") !== true) report.add("TP629", node.origin, { name });
  return {
    in: where,
    name,
    required: where === "path" || own(value, "required") === true,
    description: ownString(value, "description"),
    schema,
    ...serialisation(node, where),
    allowReserved: false,
    contentType: undefined,
    deprecated: own(value, "deprecated") === true || own(value, "x-deprecated") === true,
    internal: own(value, "x-internal") === true,
    file,
    node,
  };
}

function schemaOf(node: Node): Node {
  if (!isMapping(node.value)) return node;
  const words = Object.entries(node.value).filter(([word]) => schemaWords.has(word));
  return { value: words.length === 0 ? { type: "string" } : Object.fromEntries(words), origin: node.origin };
}

/** Converts `collectionFormat` to a style of OpenAPI 3. The style `tabDelimited` exists only in toolpress. */
function serialisation(node: Node, where: (typeof places)[number]): { style: string; explode: boolean } {
  const inUrl = where === "path" || where === "header" ? "simple" : "form";
  switch (own(node.value, "collectionFormat")) {
    case "multi":
      return { style: inUrl, explode: true };
    case "ssv":
      return { style: "spaceDelimited", explode: false };
    case "tsv":
      return { style: "tabDelimited", explode: false };
    case "pipes":
      return { style: "pipeDelimited", explode: false };
    default:
      return { style: inUrl, explode: false };
  }
}
