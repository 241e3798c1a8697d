import type { Report } from "../../diagnostics/report.js";
import type { PageArgument, OperationParameter } from "../../ir.js";
import { within } from "../../base/origin.js";
import type { ArgumentCandidate } from "./argument-candidates.js";
import { isMapping, type Node, own } from "../node.js";
import type { References } from "./references.js";

// Names are compared without case and punctuation, so that `page_size`, `pageSize`, `$top` and `page[size]`
// are recognised.
const sizes = words("limit perpage pagesize maxresults top first count size");
const cursors = words(
  "cursor after pagetoken pagecursor pageafter nexttoken nextcursor startcursor startingafter continuationtoken marker skiptoken",
);
const numbers = words("page pagenumber offset pageoffset skip start startat startindex since");

/** The page sizes and the page arguments of one operation. */
export interface Paging {
  /** The candidates of the operation, with upper bounds for page sizes. */
  readonly candidates: readonly ArgumentCandidate[];
  readonly bounded: readonly { readonly candidate: ArgumentCandidate; readonly limit: number }[];
  /** The arguments that select the next page. */
  pageArguments(parameters: readonly OperationParameter[]): readonly PageArgument[] | undefined;
}

/**
 * Finds the arguments for paging. A page size gets an upper bound only if another argument selects further
 * pages. Without such an argument, the model could not get the other entries.
 */
export function readPaging(
  candidates: readonly ArgumentCandidate[],
  limit: number | undefined,
  references: References,
): Paging {
  const marks = candidates.map((candidate) => markOf(candidate, references));
  const isPaged = marks.some((mark) => mark !== undefined);
  const bounded: { candidate: ArgumentCandidate; limit: number }[] = [];
  const changed = candidates.map((candidate) => {
    const bound = isPaged && limit !== undefined ? boundFor(candidate, limit, references) : undefined;
    if (bound === undefined) return candidate;
    const capped = withMaximum(candidate, bound);
    bounded.push({ candidate: capped, limit: bound });
    return capped;
  });
  return {
    candidates: changed,
    bounded,
    pageArguments: (parameters) => {
      if (!isPaged) return undefined;
      return marks.flatMap((mark, index) => {
        const argument = parameters[index];
        return mark === undefined || argument === undefined
          ? []
          : [{ argument: argument.argument, name: argument.name, ...mark }];
      });
    },
  };
}

export function reportBounded(
  tool: string,
  { bounded }: Paging,
  origin: Node["origin"],
  report: Report,
): void {
  for (const { candidate, limit } of bounded)
    report.add("TP631", { key: origin }, { tool, name: candidate.name, limit });
}

function markOf(
  candidate: ArgumentCandidate,
  references: References,
): Pick<PageArgument, "takes" | "integer"> | undefined {
  const schema = readable(candidate, references);
  if (schema === undefined) return undefined;
  const name = plain(candidate.name);
  const isDate = String(own(schema, "format") ?? "").startsWith("date");
  const integer = hasType(schema, "integer");
  if (cursors.has(name) && !isDate && (integer || hasType(schema, "string")))
    return { takes: "cursor", integer };
  return numbers.has(name) && integer ? { takes: "number", integer } : undefined;
}

/**
 * Returns the upper bound for a page size. The limit of the settings is used, but a higher default or minimum
 * in the document has precedence. The result is undefined if the document already has an upper bound.
 */
function boundFor(candidate: ArgumentCandidate, limit: number, references: References): number | undefined {
  const schema = readable(candidate, references);
  if (schema === undefined || !sizes.has(plain(candidate.name)) || !hasType(schema, "integer"))
    return undefined;
  const closing = ["maximum", "exclusiveMaximum", "enum", "const", "allOf", "anyOf", "oneOf"];
  if (closing.some((word) => own(schema, word) !== undefined)) return undefined;
  const documented = [own(schema, "default"), own(schema, "minimum")].filter((one) => Number.isInteger(one));
  return Math.max(limit, ...(documented as number[]));
}

/** The schema of a candidate in the query that the model fills in. Undefined for any other candidate. */
function readable(
  candidate: ArgumentCandidate,
  references: References,
): Readonly<Record<string, unknown>> | undefined {
  const [schema] = candidate.schemas;
  const isPlain =
    candidate.in === "query" && candidate.bound === undefined && candidate.contentType === undefined;
  const value = isPlain && schema !== undefined ? references.followSchema(schema)?.value : undefined;
  return isMapping(value) ? value : undefined;
}

function withMaximum(candidate: ArgumentCandidate, maximum: number): ArgumentCandidate {
  const [schema] = candidate.schemas;
  if (schema === undefined || !isMapping(schema.value)) return candidate;
  if (!Object.hasOwn(schema.value, "$ref"))
    return { ...candidate, schemas: [{ ...schema, value: { ...schema.value, maximum } }] };
  const bound = { value: { type: "integer", maximum }, origin: within(schema.origin, "maximum") };
  return { ...candidate, schemas: [schema, bound] };
}

function hasType(schema: Readonly<Record<string, unknown>>, type: string): boolean {
  const written = own(schema, "type");
  return written === type || (Array.isArray(written) && written.includes(type));
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}

function words(line: string): ReadonlySet<string> {
  return new Set(line.split(" "));
}
