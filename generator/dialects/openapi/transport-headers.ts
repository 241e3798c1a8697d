import { acceptTypes, responseKind, rankTypes } from "./accept.js";
import { isMapping, own, ownList } from "../node.js";
import type { Parameter } from "./parameters.js";
import type { References } from "./references.js";

/** The headers of a request whose values do not come from arguments. */
export interface TransportHeaders {
  readonly accepts: readonly string[];
  /**
   * Headers that are sent with every request. If a request has a body, the `Content-Type` of the body
   * replaces the `Content-Type` in `headers`.
   */
  readonly headers: Readonly<Record<string, string>> | undefined;
}

/**
 * Finds the transport headers of an operation. OpenAPI ignores parameters called `Accept` and `Content-Type`,
 * but services do not. So the media types in such a parameter are sent. A required `Content-Type` is sent
 * even without a body.
 */
export function transportHeaders(
  parameters: readonly Parameter[],
  answers: readonly (readonly string[])[],
  references: References,
): TransportHeaders {
  const find = (name: string): Parameter | undefined =>
    parameters.find((parameter) => parameter.in === "header" && parameter.name.toLowerCase() === name);
  const [accept, contentType] = [find("accept"), find("content-type")];
  const wanted = contentType?.required === true ? statedTypes(contentType, references) : undefined;
  const announced = wanted && (best(wanted.only) ?? best(wanted.preferred) ?? "application/json");
  return {
    accepts: accept === undefined ? acceptTypes(answers) : statedAccept(accept, answers, references),
    headers: announced === undefined ? undefined : { "content-type": announced },
  };
}

function statedAccept(
  parameter: Parameter,
  answers: readonly (readonly string[])[],
  references: References,
): readonly string[] {
  const { only, preferred } = statedTypes(parameter, references);
  const single = best(only);
  if (single !== undefined) return [single];
  const first = best(preferred);
  const hasJson = answers.flat().some((type) => responseKind(type) === "json");
  if (first === undefined || (hasJson && responseKind(first) !== "json")) return acceptTypes(answers);
  const others = answers.map((group) => group.filter((type) => type !== first));
  return acceptTypes([[first], ...others.filter((group) => group.length > 0)]);
}

interface StatedTypes {
  /** The only media types that the service accepts, from `const` or `enum` of the parameter. */
  readonly only: readonly string[];
  readonly preferred: readonly string[];
}

function statedTypes(parameter: Parameter, references: References): StatedTypes {
  const schema = references.followSchema(parameter.schema)?.value;
  const isConstant = isMapping(schema) && Object.hasOwn(schema, "const");
  const only = isConstant ? [own(schema, "const")] : ownList(schema, "enum");
  const preferred = [
    own(schema, "default"),
    own(parameter.node.value, "example"),
    own(schema, "example"),
    ...ownList(schema, "examples"),
  ];
  return { only: only.filter(isMediaType), preferred: preferred.filter(isMediaType) };
}

/** The media type that the runtime reads best. */
function best(mediaTypes: readonly string[]): string | undefined {
  return rankTypes(mediaTypes)[0]?.[0];
}

function isMediaType(value: unknown): value is string {
  const kind = typeof value === "string" ? responseKind(value) : undefined;
  return kind !== undefined && kind !== "range";
}
