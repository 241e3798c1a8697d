import { isSameIn, isSameName } from "../../base/same-name.js";
import { boundHeaderOf, boundValueOf, namesBoundByUser } from "./authority.js";
import type { ArgumentCandidate, CandidateContext } from "./argument-candidates.js";
import type { Selected } from "./select.js";

// A bound name or a credential must have exactly one value. Services treat some other names as the same name,
// for example in another case. A document must not send a second value under such a name, and the model must
// not choose the value of such a name.

/**
 * Reports arguments whose names services may treat as a bound name or a credential. Also reports arguments
 * that the document both hides and requires. Returns whether anything was reported.
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
  /** The bound arguments of the operation. The model must not set a value under a similar name. */
  readonly bound: readonly ArgumentCandidate[];
}

/**
 * Returns the bound name that services may treat as the name of an argument. Undefined if no bound name is
 * similar.
 */
function rivalOf(
  candidate: ArgumentCandidate,
  { userNames, bound }: Protected,
  context: CandidateContext,
): string | undefined {
  const { settings, hints } = context;
  const { in: place, name } = candidate;
  const protectedNames = place === "cookie" ? [...userNames, ...settings.cookies] : userNames;
  const own = place === "header" ? boundHeaderOf(name, settings, hints) : name;
  if (own !== undefined && protectedNames.includes(own)) return undefined;
  const other = protectedNames.find((one) => isSameIn(place, name, one));
  if (other !== undefined || candidate.bound !== undefined) return other;
  return bound.find((one) => areReadTogether(candidate, one) && isSameIn(place, name, one.name))?.name;
}

const readTogether = ["query", "querystring", "body"];

/**
 * Whether services may read two arguments from one set of names. For example, many services read the query
 * and a form together.
 */
function areReadTogether(one: ArgumentCandidate, other: ArgumentCandidate): boolean {
  return one.in === other.in || (readTogether.includes(one.in) && readTogether.includes(other.in));
}

/** Returns a bound name or a credential that the path of an operation sets in its query. */
function fixedRival(
  path: string,
  { settings, hints, credentials }: CandidateContext,
): { readonly name: string; readonly bound: string } | undefined {
  const query = path.split("#", 1)[0]!.split("?").slice(1).join("?");
  const protectedNames = [
    ...namesBoundByUser(settings, hints),
    ...credentials.filter((one) => one.in === "query").map(({ name }) => name),
  ];
  for (const pair of query === "" ? [] : query.split("&")) {
    const name = pair.split("=", 1)[0]!;
    const bound = protectedNames.find((one) => isSameName(name, one));
    if (bound !== undefined) return { name, bound };
  }
  return undefined;
}
