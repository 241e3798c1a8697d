import { isSameIn, isSameName } from "../../base/same-name.js";
import { boundHeaderOf, boundValueOf, namesBoundByUser } from "./authority.js";
import type { ArgumentCandidate, CandidateContext } from "./argument-candidates.js";
import type { Selected } from "./select.js";

// A name that the user binds, and a credential, have exactly one value. Services may read another name as the
// same name. A document must not send a second value under such a name, and the model must not choose it.

/**
 * Reports arguments whose names services may read as a bound name or a credential. Also reports arguments
 * that the document both hides and requires.
 */
export function refusesNames(
  candidates: readonly ArgumentCandidate[],
  { operation, hints }: Selected,
  context: CandidateContext,
): boolean {
  const { report, settings } = context;
  const at = { key: operation.node.origin };
  const userNames = namesBoundByUser(settings, hints);
  const bound = candidates.filter(({ name }) => boundValueOf(name, settings, hints) !== undefined);
  const wrong = candidates.filter((candidate) => {
    const isHidden =
      candidate.bound === undefined && candidate.required && hints.effective.hide.includes(candidate.name);
    const rival = rivalOf(candidate, { userNames: userNames, bound }, context);
    if (isHidden) report.add("TP648", at, { name: candidate.name });
    if (rival !== undefined) report.add("TP647", at, { name: candidate.name, bound: rival });
    return isHidden || rival !== undefined;
  });
  const fixed = fixedRival(operation.path, context);
  if (fixed !== undefined) report.add("TP647", at, fixed);
  return wrong.length > 0 || fixed !== undefined;
}

interface Protected {
  /** The names that the user binds. */
  readonly userNames: readonly string[];
  /** The arguments that the document binds. The model must not set them either. */
  readonly bound: readonly ArgumentCandidate[];
}

/** The bound name that services may read the name of an argument as. Undefined if no such name exists. */
function rivalOf(
  candidate: ArgumentCandidate,
  { userNames: given, bound }: Protected,
  context: CandidateContext,
): string | undefined {
  const { settings, hints } = context;
  const { in: place, name } = candidate;
  const protectedNames = place === "cookie" ? [...given, ...settings.cookies] : given;
  const own = place === "header" ? boundHeaderOf(name, settings, hints) : name;
  if (own !== undefined && protectedNames.includes(own)) return undefined;
  const other = protectedNames.find((one) => isSameIn(place, name, one));
  if (other !== undefined || candidate.bound !== undefined) return other;
  return bound.find((one) => areReadTogether(candidate, one) && isSameIn(place, name, one.name))?.name;
}

const readTogether = ["query", "querystring", "body"];

/**
 * Whether services may read the values of two arguments as one set of names. Many services do so with the
 * query and a form.
 */
function areReadTogether(one: ArgumentCandidate, other: ArgumentCandidate): boolean {
  return one.in === other.in || (readTogether.includes(one.in) && readTogether.includes(other.in));
}

/** A bound name or a credential that the document sets in the query of its path. */
function fixedRival(
  path: string,
  { settings, hints, credentials }: CandidateContext,
): { readonly name: string; readonly bound: string } | undefined {
  const query = path.split("#", 1)[0]!.split("?").slice(1).join("?");
  const given = [
    ...namesBoundByUser(settings, hints),
    ...credentials.filter((one) => one.in === "query").map(({ name }) => name),
  ];
  for (const pair of query === "" ? [] : query.split("&")) {
    const name = pair.split("=", 1)[0]!;
    const bound = given.find((one) => isSameName(name, one));
    if (bound !== undefined) return { name, bound };
  }
  return undefined;
}
