import type { Report } from "../../diagnostics/report.js";
import { showValue } from "../../base/show-value.js";
import { child, withoutExtensions, isMapping, items, type Node, own, ownString } from "../node.js";
import type { Operation } from "./operations.js";
import type { References } from "./references.js";
import { readSwaggerParameter } from "./swagger-parameters.js";
import type { Version } from "./version.js";

export type Location = "path" | "query" | "header" | "cookie" | "querystring";

/** A parameter of any OpenAPI version. In Swagger 2.0, the body and form fields are parameters, too. */
export interface Parameter {
  readonly in: Location | "body" | "formData";
  readonly name: string;
  readonly required: boolean;
  readonly description: string | undefined;
  readonly schema: Node;
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** The media type of a parameter that has `content` instead of a schema. */
  readonly contentType: string | undefined;
  readonly deprecated: boolean;
  readonly internal: boolean;
  readonly file: boolean;
  readonly node: Node;
}

const styles: Readonly<Record<Location, readonly string[]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form", "cookie"],
  querystring: ["form"],
};

/**
 * Reads the parameters of an operation and of its path item. A parameter of the operation overrides a
 * parameter of the path item. If a parameter cannot be read, the result is undefined.
 */
export function readParameters(
  operation: Operation,
  version: Version,
  references: References,
  report: Report,
): readonly Parameter[] | undefined {
  const written = references.at(operation.node, "parameters");
  if (written === undefined) return undefined;
  if (written.value !== undefined && written.value !== null && !Array.isArray(written.value)) {
    report.add("TP606", written.origin, {
      what: "parameters",
      expected: "a list",
      found: showValue(written.value),
    });
    return undefined;
  }
  const found = new Map<string, Parameter>();
  let healthy = true;
  for (const list of [items(written), operation.pathParameters]) {
    const here = new Set<string>();
    for (const node of list) {
      const parameter = readParameter(node, version, references, report);
      healthy &&= parameter !== undefined;
      if (parameter === undefined) continue;
      const key = `${parameter.in} ${parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name}`;
      if (here.has(key)) report.add("TP613", node.origin, { name: parameter.name, in: parameter.in });
      here.add(key);
      if (!found.has(key)) found.set(key, parameter);
    }
  }
  return healthy ? inOrder([...found.values()], operation.pathParameters.length > 0) : undefined;
}

/** Moves the path parameters of a path item to the front, because these parameters identify the object of the call. */
function inOrder(parameters: readonly Parameter[], fromPathItem: boolean): readonly Parameter[] {
  if (!fromPathItem) return parameters;
  return [...parameters.filter((one) => one.in === "path"), ...parameters.filter((one) => one.in !== "path")];
}

function readParameter(
  written: Node,
  version: Version,
  references: References,
  report: Report,
): Parameter | undefined {
  const node = references.follow(written);
  if (node === undefined) return undefined;
  const name = own(node.value, "name");
  const where = own(node.value, "in");
  if (!isMapping(node.value) || typeof name !== "string" || name === "") {
    report.add("TP606", written.origin, {
      what: "parameter",
      expected: "a name",
      found: showValue(name ?? node.value),
    });
    return undefined;
  }
  if (version.family === "2.0") return readSwaggerParameter(node, name, report);
  if (typeof where !== "string" || !Object.hasOwn(styles, where)) {
    const expected = '"path", "query", "header" or "cookie"';
    report.add("TP606", written.origin, {
      what: `location of parameter ${JSON.stringify(name)}`,
      expected,
      found: showValue(where),
    });
    return undefined;
  }
  return readModernParameter(node, name, where as Location, references, report);
}

function readModernParameter(
  node: Node,
  name: string,
  where: Location,
  references: References,
  report: Report,
): Parameter | undefined {
  const { value } = node;
  const style = readStyle(node, where, report);
  const explode = own(value, "explode");
  const content = references.at(node, "content");
  const [media] = content === undefined ? [] : withoutExtensions(content);
  const holder = media === undefined ? node : references.follow(media[1], "all");
  if (content === undefined || holder === undefined) return undefined;
  const schema = child(holder, "schema");
  if (schema.value !== undefined && typeof schema.value !== "boolean" && !isMapping(schema.value)) {
    report.add("TP606", schema.origin, {
      what: "schema",
      expected: "a mapping",
      found: showValue(schema.value),
    });
    return undefined;
  }
  if (where === "path" && own(value, "required") !== true) report.add("TP629", node.origin, { name });
  const resolved = schema.value === undefined ? undefined : references.followSchema(schema);
  return {
    in: where,
    name,
    required: where === "path" || own(value, "required") === true,
    description: ownString(value, "description"),
    // A parameter without a schema is text, like everything in a URL.
    schema: schema.value === undefined ? { value: { type: "string" }, origin: node.origin } : schema,
    style,
    explode:
      typeof explode === "boolean"
        ? explode
        : style === "form" || style === "deepObject" || style === "cookie",
    allowReserved: own(value, "allowReserved") === true,
    contentType: media?.[0],
    deprecated: own(value, "deprecated") === true || own(resolved?.value, "deprecated") === true,
    internal: own(value, "x-internal") === true,
    file: false,
    node,
  };
}

function readStyle(node: Node, where: Location, report: Report): string {
  const known = styles[where];
  const written = own(node.value, "style") ?? known[0];
  if (known.includes(written as string)) return written as string;
  const used = known[0] ?? "form";
  report.add("TP616", child(node, "style").origin, { style: String(written), in: where, used });
  return used;
}
