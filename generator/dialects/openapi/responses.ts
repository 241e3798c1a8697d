import type { Report } from "../../diagnostics/report.js";
import { responseKind, rankTypes } from "./accept.js";
import { essence } from "./body.js";
import { isBinary } from "./body-fields.js";
import { child, withoutExtensions, isMapping, type Node, ownList } from "../node.js";
import type { Operation } from "./operations.js";
import type { References } from "./references.js";
import type { Version } from "./version.js";

/** The successful response of an operation. */
export interface SuccessResponse {
  /** The media types that can be read, in order of preference. Types of equal rank form one group. */
  readonly types: readonly (readonly string[])[];
  /** The schema of the result. Undefined if the document does not describe the result. */
  readonly schema: Node | undefined;
  /** The successful responses that the schema does not describe, by status or media type. */
  readonly others: readonly string[];
}

/** One response, as the document describes it. */
interface Described {
  readonly status: string;
  readonly types: SuccessResponse["types"];
  readonly schema: Node | undefined;
  /** Media types of the same response that have another schema. */
  readonly otherTypes: readonly string[];
}

/**
 * Reads the response to a successful call: the first response with a body, in the order of the statuses 200, 201
 * and so on, with 2XX at the end. If the document has no such status, the response `default` is read.
 */
export function readSuccess(
  operation: Operation,
  root: Node,
  version: Version,
  references: References,
  report: Report,
): SuccessResponse {
  const nothing = { types: [], schema: undefined, others: [] };
  const responses = references.at(operation.node, "responses");
  if (responses === undefined) {
    report.add("TP623", child(operation.node, "responses").origin, {
      problem: "its reference leads nowhere",
    });
    return nothing;
  }
  const successes = withoutExtensions(responses)
    .filter(([status]) => /^2(\d\d|XX)$/i.test(status))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const written =
    successes.length > 0
      ? successes
      : withoutExtensions(responses).filter(([status]) => status === "default");
  const described = written.flatMap(([status, node]): readonly Described[] => {
    const response = references.follow(node);
    const content = response && references.at(response, "content");
    if (response === undefined || content === undefined) {
      report.add("TP623", node.origin, { problem: "its reference leads nowhere" });
      return [];
    }
    const found =
      version.family === "2.0"
        ? swaggerResponse(response, operation, root, references)
        : modernResponse(content, references);
    return [{ status, types: [], schema: undefined, otherTypes: [], ...found }];
  });
  const main = described.find(({ types, schema }) => types.length > 0 || schema !== undefined);
  if (main === undefined) return nothing;
  const { types, schema } = main;
  // Without a schema, responses are not compared. The statuses 204 and 205 have no body to compare.
  if (schema === undefined) return { types, schema, others: [] };
  const statuses = described
    .filter((one) => one !== main && /^2\d\d$/.test(one.status) && !/^20[45]$/.test(one.status))
    .filter((one) => !isSame(one.schema, schema))
    .map(({ status }) => status);
  return { types, schema, others: [...statuses, ...main.otherTypes] };
}

function modernResponse(content: Node, references: References): Partial<Described> | undefined {
  const media = withoutExtensions(content);
  if (media.length === 0) return undefined;
  const types = rankTypes(media.map(([name]) => name));
  const [main] = types[0] ?? [];
  if (main === undefined) return { types };
  const schemaOf = (type: string): Node | undefined => {
    const entry =
      media.find(([name]) => name === type) ??
      media.find(([name]) => name.split(",").some((one) => essence(one) === essence(type)));
    const described = entry && references.follow(entry[1], "all");
    return described && child(described, "schema");
  };
  const ranges = types.flat().filter((type) => responseKind(type) === "range");
  const found = [main, ...ranges].map(schemaOf).find((schema) => schema !== undefined);
  const schema = resultSchema(main, found, content, references);
  const others = types.flat().filter((type) => type !== main);
  const otherTypes = others
    .filter((type) => responseKind(type) !== "json" || !isSame(schemaOf(type), found))
    .map(essence);
  return { types, schema, otherTypes };
}

function swaggerResponse(
  response: Node,
  operation: Operation,
  root: Node,
  references: References,
): Partial<Described> | undefined {
  const schema = child(response, "schema");
  if (!isMapping(schema.value)) return undefined;
  const own = ownList(operation.node.value, "produces");
  const produces = (own.length > 0 ? own : ownList(root.value, "produces")).filter(
    (type) => typeof type === "string",
  );
  const types = rankTypes(produces);
  const [main = "application/json"] = types[0] ?? [];
  const others = types.flat().filter((type) => type !== main && responseKind(type) !== "json");
  return {
    types,
    schema: resultSchema(main, schema, response, references),
    otherTypes: others.map(essence),
  };
}

/**
 * Returns the schema of the result that the runtime makes of a response. For JSON this is the schema in the
 * document, and for text it is a string. Undefined for a file.
 */
function resultSchema(
  type: string,
  schema: Node | undefined,
  { origin }: Node,
  references: References,
): Node | undefined {
  const kind = responseKind(type);
  if (kind === "text") return { value: { type: "string" }, origin };
  if (kind !== "json" || schema === undefined) return undefined;
  if (!isMapping(schema.value) && schema.value !== true) return undefined;
  return isBinary(references.followSchema(schema)?.value) ? undefined : schema;
}

function isSame(one: Node | undefined, other: Node | undefined): boolean {
  return JSON.stringify(one?.value) === JSON.stringify(other?.value);
}
