import { isSameIn, isSameName } from "../../base/same-name.js";
import { boundHeaderOf, boundValueOf, personalNames } from "./authority.js";
import type { ArgumentCandidate, CandidateContext } from "./argument-candidates.js";
import type { Selected } from "./select.js";

// Bound names of the user and credentials have one value each. A document must not send a second value, and must not
// let the model choose it, under any name that services treat as the same.

/**
 * Reports names that services treat as the same as one of those, and arguments that the document both hides and
 * requires.
 */
export function refusesNames(
  candidates: readonly ArgumentCandidate[],
  { operation, hints }: Selected,
  context: CandidateContext,
): boolean {
  const { report, settings } = context;
  const at = { key: operation.node.origin };
  const given = personalNames(settings, hints);
  const bound = candidates.filter(({ name }) => boundValueOf(name, settings, hints) !== undefined);
  const wrong = candidates.filter((candidate) => {
    const isHidden =
      candidate.bound === undefined && candidate.required && hints.whole.hide.includes(candidate.name);
    const rival = rivalOf(candidate, { given, bound }, context);
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
  readonly given: readonly string[];
  /** The arguments that the document binds. The model must not set them either. */
  readonly bound: readonly ArgumentCandidate[];
}

/** The protected name that services treat as the same as the name of an argument. */
function rivalOf(
  candidate: ArgumentCandidate,
  { given, bound }: Protected,
  context: CandidateContext,
): string | undefined {
  const { settings, hints } = context;
  const { in: place, name } = candidate;
  const ours = place === "cookie" ? [...given, ...settings.cookies] : given;
  const own = place === "header" ? boundHeaderOf(name, settings, hints) : name;
  if (own !== undefined && ours.includes(own)) return undefined;
  const other = ours.find((one) => isSameIn(place, name, one));
  if (other !== undefined || candidate.bound !== undefined) return other;
  return bound.find((one) => areReadTogether(candidate, one) && isSameIn(place, name, one.name))?.name;
}

const readTogether = ["query", "querystring", "body"];

/** Many services read the query and a form as one set of names. */
function areReadTogether(one: ArgumentCandidate, other: ArgumentCandidate): boolean {
  return one.in === other.in || (readTogether.includes(one.in) && readTogether.includes(other.in));
}

/** A protected name in the query that the document writes into its path. */
function fixedRival(
  path: string,
  { settings, hints, credentials }: CandidateContext,
): { readonly name: string; readonly bound: string } | undefined {
  const query = path.split("#", 1)[0]!.split("?").slice(1).join("?");
  const given = [
    ...personalNames(settings, hints),
    ...credentials.filter((one) => one.in === "query").map(({ name }) => name),
  ];
  for (const pair of query === "" ? [] : query.split("&")) {
    const name = pair.split("=", 1)[0]!;
    const bound = given.find((one) => isSameName(name, one));
    if (bound !== undefined) return { name, bound };
  }
  return undefined;
}
