import type { Report } from "../../diagnostics/report.js";
import { showValue } from "../../base/show-value.js";
import { entries, child, withoutExtensions, isMapping, type Node, own, ownList, ownString } from "../node.js";
import type { Operation } from "./operations.js";
import type { Parameter } from "./parameters.js";
import type { References } from "./references.js";

export type BodyKind = "json" | "form" | "multipart" | "text" | "file";

/** The request body of an operation, in the media type that is sent. */
export interface RequestBody {
  readonly kind: BodyKind;
  readonly contentType: string;
  readonly required: boolean;
  /** True if the document does not declare whether the body is required. */
  readonly isUndeclared: boolean;
  readonly description: string | undefined;
  readonly schema: Node | undefined;
  /** The `encoding` of a form, by the name of the property. */
  readonly encoding: ReadonlyMap<string, Node>;
  readonly node: Node;
}

/** The media types that can be sent, in order of preference. */
const kinds: readonly { readonly kind: BodyKind; readonly test: RegExp }[] = [
  { kind: "json", test: /^application\/json$/ },
  { kind: "json", test: /^[^/]+\/[^/]*\+json$|^(application|text)\/(x-)?json$|^\*\/\*$|^application\/\*$/ },
  { kind: "form", test: /^application\/x-www-form-urlencoded$/ },
  { kind: "multipart", test: /^multipart\/form-data$|^multipart\/\*$/ },
  {
    kind: "text",
    test: /^text\/|[/+](xml|yaml|graphql|csv|javascript|ndjson|jsonl|x-ndjson|soap)$|^application\/(json-seq|x-yaml|jose|sql|sparql-query)$/,
  },
  { kind: "file", test: /^(?!multipart\/)[^/]+\/[^/]+$/ },
];

/** The media type in lower case, without parameters. */
export function essence(mediaType: string): string {
  return (mediaType.split(";")[0] ?? "").trim().toLowerCase();
}

export function kindOf(mediaType: string): BodyKind | undefined {
  return kinds.find(({ test }) => test.test(essence(mediaType)))?.kind;
}

/**
 * Replaces a range, which is not a type that can be sent. `multipart/*` means form data, and any other range such as
 * `application/*` means JSON.
 */
function sendable(mediaType: string, kind: BodyKind): string {
  if (!mediaType.includes("*")) return mediaType;
  return kind === "multipart" ? "multipart/form-data" : "application/json";
}

/**
 * Reads the request body. The result is "none" if the operation has no body, and undefined if its body cannot
 * be sent. The second case is reported.
 */
export function readBody(
  operation: Operation,
  references: References,
  report: Report,
): RequestBody | "none" | undefined {
  const written = child(operation.node, "requestBody");
  if (written.value === undefined) return "none";
  const node = references.follow(written);
  const content = node && references.at(node, "content");
  if (node === undefined || content === undefined) return undefined;
  if (!isMapping(content.value)) {
    report.add("TP606", written.origin, {
      what: "request body",
      expected: "content",
      found: showValue(content.value),
    });
    return undefined;
  }
  const media = withoutExtensions(content);
  if (media.length === 0) return "none";
  const best = kinds
    .flatMap(({ kind, test }) => {
      const match = media.find(([name]) => test.test(essence(name)));
      return match === undefined ? [] : [{ kind, name: match[0], node: match[1] }];
    })
    .at(0);
  if (best === undefined) {
    const mediaTypes = media.map(([name]) => JSON.stringify(name)).join(", ");
    report.add("TP608", content.origin, { mediaTypes });
    return undefined;
  }
  const described = references.follow(best.node, "all");
  const encoding = described && readEncoding(described, references);
  if (described === undefined || encoding === undefined) return undefined;
  const schema = child(described, "schema");
  return {
    kind: best.kind,
    contentType: sendable(best.name, best.kind),
    required: own(node.value, "required") === true,
    isUndeclared: own(node.value, "required") === undefined,
    description: ownString(node.value, "description"),
    schema: isMapping(schema.value) || typeof schema.value === "boolean" ? schema : undefined,
    encoding,
    node,
  };
}

function readEncoding(media: Node, references: References): ReadonlyMap<string, Node> | undefined {
  const written = references.at(media, "encoding");
  const encoding = new Map<string, Node>();
  for (const [name, entry] of written === undefined ? [] : entries(written)) {
    const node = references.follow(entry, "all");
    if (node === undefined) return undefined;
    encoding.set(name, node);
  }
  return written && encoding;
}

/** Reads the body of a Swagger 2.0 operation. The body is written as parameters. */
export function readSwaggerBody(
  operation: Operation,
  root: Node,
  parameters: readonly Parameter[],
  report: Report,
): RequestBody | "none" | undefined {
  const bodies = parameters.filter((parameter) => parameter.in === "body");
  const fields = parameters.filter((parameter) => parameter.in === "formData");
  const second = bodies[1] ?? (bodies.length > 0 ? fields[0] : undefined);
  if (second !== undefined) {
    report.add("TP606", second.node.origin, {
      what: "body",
      expected: "one body parameter or form fields",
      found: "both or several",
    });
    return undefined;
  }
  // The `consumes` of the operation overrides the `consumes` of the document, even if the operation has an empty list.
  const declaring = [operation.node.value, root.value].find((value) => Array.isArray(own(value, "consumes")));
  const consumes = ownList(declaring, "consumes").filter((type) => typeof type === "string");
  const body = bodies[0];
  if (body !== undefined) return swaggerBody(body, consumes);
  if (fields.length === 0) return "none";
  const multipart =
    fields.some((field) => field.file) || consumes.some((type) => kindOf(type) === "multipart");
  return {
    kind: multipart ? "multipart" : "form",
    contentType: multipart ? "multipart/form-data" : "application/x-www-form-urlencoded",
    required: fields.some((field) => field.required),
    isUndeclared: false,
    description: undefined,
    schema: undefined,
    encoding: new Map(),
    node: operation.node,
  };
}

function swaggerBody(body: Parameter, consumes: readonly string[]): RequestBody {
  const kind =
    (["json", "text", "file"] as const).find((one) => consumes.some((type) => kindOf(type) === one)) ??
    "json";
  const contentType = consumes.find((type) => kindOf(type) === kind);
  return {
    kind,
    contentType: contentType === undefined ? "application/json" : sendable(contentType, kind),
    required: body.required,
    isUndeclared: own(body.node.value, "required") === undefined,
    description: body.description,
    schema: body.schema,
    encoding: new Map(),
    node: body.node,
  };
}
