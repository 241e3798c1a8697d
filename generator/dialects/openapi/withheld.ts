import type { WithheldNames } from "../../ir.js";
import { boundValueOf } from "./authority.js";
import type { CandidateContext } from "./argument-candidates.js";
import { isMapping, type Node, own } from "../node.js";
import type { Parameter } from "./parameters.js";

// If an argument is an object, its keys may become names in the request, like the names of arguments. The
// model must not use such a key to set a bound or hidden name.

/**
 * Returns the withheld names for an object in the query, in a cookie or in a matrix path. The result is
 * undefined if the keys of the object do not become names.
 */
export function withheldInParameter(
  parameter: Parameter,
  context: CandidateContext,
): WithheldNames | undefined {
  const { in: place, style, explode, contentType, schema } = parameter;
  const isSpread =
    place === "querystring" || (explode && contentType === undefined && ["form", "matrix"].includes(style));
  if (!isSpread || !mayHaveType(["object"], schema, context)) return undefined;
  // The runtime itself withholds the credentials in the query and in cookies.
  return withheldNames(context, []);
}

/**
 * Returns the withheld names for a body that is one argument, or for an object in a form. A name that the
 * schema of the body declares is not withheld as a credential.
 */
export function withheldInBody(
  schemas: readonly Node[],
  context: CandidateContext,
  declared: ReadonlySet<string>,
): WithheldNames | undefined {
  if (!schemas.some((schema) => mayHaveType(["object", "array"], schema, context))) return undefined;
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
  const candidates = [...settings.bind.keys(), ...hints.effective.bind.keys()];
  const bound = candidates.filter((name) => boundValueOf(name, settings, hints) !== undefined);
  const names = [...new Set([...bound, ...hints.effective.hide])];
  return names.length + credentials.length === 0 ? undefined : { bound: names, credentials };
}

/** Whether a schema may have one of the types. A schema without a type may have any type. */
function mayHaveType(wanted: readonly string[], schema: Node, { references }: CandidateContext): boolean {
  const value = references.followSchema(schema)?.value;
  const type = isMapping(value) ? own(value, "type") : undefined;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.some((one) => one === undefined || wanted.some((name) => name === one));
}
