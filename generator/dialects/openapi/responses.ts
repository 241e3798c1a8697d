import type { Report } from "../../diagnostics.js";
import { essence, kindOf } from "./body.js";
import { child, entries, isMapping, type Node, ownList } from "./node.js";
import type { Operation } from "./operations.js";
import type { References } from "./references.js";
import type { Version } from "./version.js";

export interface SuccessResponse {
  /** Media types to ask for. */
  readonly accepts: readonly string[];
  /** undefined: nothing is said about the result. */
  readonly schema: Node | undefined;
}

/** What a call gives back when it works: the first of 200, 201, ... 2XX that describes a body. */
export function readSuccess(
  operation: Operation,
  root: Node,
  version: Version,
  references: References,
  report: Report,
): SuccessResponse {
  const responses = references.at(operation.node, "responses");
  if (responses === undefined) {
    report.add("TP623", child(operation.node, "responses").origin, {
      problem: "its reference leads nowhere",
    });
    return { accepts: [], schema: undefined };
  }
  const successes = entries(responses)
    .filter(([status]) => /^2(\d\d|XX)$/i.test(status))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const described =
    successes.length > 0 ? successes : entries(responses).filter(([status]) => status === "default");
  for (const [, written] of described) {
    const response = references.follow(written);
    const content = response && references.at(response, "content");
    if (response === undefined || content === undefined) {
      report.add("TP623", written.origin, { problem: "its reference leads nowhere" });
      continue;
    }
    const found =
      version.family === "2.0"
        ? swaggerSuccess(response, operation, root)
        : modernSuccess(content, references);
    if (found !== undefined) return found;
  }
  return { accepts: [], schema: undefined };
}

function modernSuccess(content: Node, references: References): SuccessResponse | undefined {
  const media = entries(content);
  if (media.length === 0) return undefined;
  const accepts = media.map(([name]) => name);
  const json = media.find(([name]) => kindOf(name) === "json");
  const described = json && references.follow(json[1], "all");
  const schema = described && child(described, "schema");
  if (schema !== undefined && (isMapping(schema.value) || schema.value === true)) return { accepts, schema };
  const text = json === undefined && accepts.every((name) => essence(name).startsWith("text/"));
  return { accepts, schema: text ? { value: { type: "string" }, origin: content.origin } : undefined };
}

function swaggerSuccess(response: Node, operation: Operation, root: Node): SuccessResponse | undefined {
  const schema = child(response, "schema");
  if (!isMapping(schema.value)) return undefined;
  const own = ownList(operation.node.value, "produces");
  const produces = (own.length > 0 ? own : ownList(root.value, "produces")).filter(
    (type) => typeof type === "string",
  );
  const readable = produces.length === 0 || produces.some((type) => kindOf(type) === "json");
  return { accepts: produces, schema: readable && schema.value["type"] !== "file" ? schema : undefined };
}
