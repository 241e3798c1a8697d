import type { WithheldNames } from "../../ir.js";
import { boundValueOf } from "./authority.js";
import type { CandidateContext } from "./argument-candidates.js";
import { isMapping, type Node, own } from "../node.js";
import type { Parameter } from "./parameters.js";

// The keys of some objects become names in the request, like the names of arguments. A bound or hidden name must not
// be one of them.

/**
 * The withheld names for an object in the query, in a cookie or in a matrix path. Undefined if its keys do not become
 * names.
 */
export function withheldInParameter(
  parameter: Parameter,
  context: CandidateContext,
): WithheldNames | undefined {
  const { in: place, style, explode, contentType, schema } = parameter;
  const isSpread =
    place === "querystring" || (explode && contentType === undefined && ["form", "matrix"].includes(style));
  if (!isSpread || !mayBe(["object"], schema, context)) return undefined;
  // The runtime knows the credentials of the query and of cookies.
  return withheldNames(context, []);
}

/**
 * The withheld names for a body that is one argument, or for an object of a form. A name that the schema declares
 * does not count as a credential.
 */
export function withheldInBody(
  schemas: readonly Node[],
  context: CandidateContext,
  declared: ReadonlySet<string>,
): WithheldNames | undefined {
  if (!schemas.some((schema) => mayBe(["object", "array"], schema, context))) return undefined;
  const credentials = context.credentials.filter((one) => one.in === "query").map(({ name }) => name);
  return withheldNames(
    context,
    credentials.filter((name) => !declared.has(name)),
  );
}

function withheldNames(
  { settings, hints }: CandidateContext,
  credentials: readonly string[],
): WithheldNames | undefined {
  const given = [...settings.bind.keys(), ...hints.whole.bind.keys()];
  const bound = given.filter((name) => boundValueOf(name, settings, hints) !== undefined);
  const names = [...new Set([...bound, ...hints.whole.hide])];
  return names.length + credentials.length === 0 ? undefined : { bound: names, credentials };
}

/** Whether a schema may have one of the types. A schema without a type may have any. */
function mayBe(wanted: readonly string[], schema: Node, { references }: CandidateContext): boolean {
  const value = references.followSchema(schema)?.value;
  const type = isMapping(value) ? own(value, "type") : undefined;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.some((one) => one === undefined || wanted.some((name) => name === one));
}
