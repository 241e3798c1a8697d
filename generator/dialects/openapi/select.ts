import type { BrokenEntry } from "../../ir.js";
import type { Hints } from "./authority.js";
import type { Listing, Operation } from "./operations.js";
import { matches } from "./selector.js";
import type { OpenApiSettings, WrittenSelector } from "./settings.js";

export interface Selected {
  readonly operation: Operation;
  readonly hints: Hints;
}

/**
 * The reason for a selection. "include" and "all" are settings, "document" means extensions in the document,
 * and "budget" means that all operations fit the tool budget. "none" means that nothing is selected.
 */
export type Basis = "include" | "all" | "document" | "budget" | "none";

export interface Selection {
  readonly basis: Basis;
  readonly selected: readonly Selected[];
  /** Every operation of the document. */
  readonly everything: readonly Selected[];
  /** Operations that are neither excluded by the config nor hidden by the document. */
  readonly eligible: readonly Selected[];
  /** Operations that the document hides and the config does not exclude. */
  readonly hidden: readonly Selected[];
  /** Selectors that match no operation. */
  readonly unmatched: {
    readonly include: readonly WrittenSelector[];
    readonly exclude: readonly WrittenSelector[];
  };
  /** Parts of the document that cannot be read. Selected operations may be among these parts. */
  readonly broken: readonly BrokenEntry[];
}

/**
 * Decides which operations become tools. These rules apply in order: `exclude`, `include`, the hint `enabled`
 * of the document, `all`, the budget. An operation that the document hides is selected only if `include`
 * contains its operationId.
 */
export function selectOperations(
  { operations, broken }: Listing,
  hintsOf: (operation: Operation) => Hints,
  settings: OpenApiSettings,
  mostTools: number,
): Selection {
  const include = settings.include ?? [];
  const everything = operations.map((operation) => ({ operation, hints: hintsOf(operation) }));
  const open = everything.filter(({ operation }) => !isMatched(operation, settings.exclude));
  const eligible = open.filter(({ hints }) => hints.effective.enabled !== false);
  const hidden = open.filter(({ hints }) => hints.effective.enabled === false);
  const basis = basisOf(everything, eligible, settings, mostTools);
  const isSelected = ({ operation, hints }: Selected): boolean => {
    if (hints.effective.enabled === false)
      return isMatched(
        operation,
        include.filter(({ operationId }) => operationId !== undefined),
      );
    if (basis === "include") return isMatched(operation, include);
    return basis === "all" || basis === "budget" || hints.effective.enabled === true;
  };
  const isUnmatched = (selector: WrittenSelector): boolean =>
    !operations.some((operation) => matches(selector, operation));
  const unmatched = {
    include: include.filter(isUnmatched),
    exclude: settings.exclude.filter(isUnmatched),
  };
  const possiblySelected = broken
    .slice(0, unmatched.include.length)
    .map(({ origin }) => ({ was: { kind: "unknown" as const }, origin }));
  return {
    basis,
    selected: open.filter(isSelected),
    everything,
    eligible,
    hidden,
    unmatched,
    broken: [...broken, ...possiblySelected],
  };
}

function isMatched(operation: Operation, selectors: readonly WrittenSelector[]): boolean {
  return selectors.some((selector) => matches(selector, operation));
}

function basisOf(
  everything: readonly Selected[],
  eligible: readonly Selected[],
  { include, all }: OpenApiSettings,
  mostTools: number,
): Basis {
  if (include !== undefined) return "include";
  if (all) return "all";
  if (everything.some(({ hints }) => hints.effective.enabled === true)) return "document";
  return eligible.length > 0 && eligible.length <= mostTools ? "budget" : "none";
}
