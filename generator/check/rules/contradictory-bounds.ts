import type { SchemaObject } from "../../ir.js";
import { within } from "../../base/origin.js";
import type { SchemaRule } from "../rule.js";
import { defineProblem } from "../../diagnostics/catalogue/definition.js";

const TP416 = defineProblem<{ lower: string; least: number; upper: string; most: number }>("TP416", {
  title: "contradictory bounds",
  severity: "error",
  message: (p) => `no value has ${p.lower} ${p.least} and ${p.upper} ${p.most}`,
  cause: "The lower bound is above the upper one.",
  fix: "Correct one of the bounds.",
  foreign: "Both bounds are ignored.",
});

type Bound = keyof SchemaObject & `${"min" | "max" | "exclusive"}${string}`;

/**
 * Each entry has the keyword of the lower bound, the keyword of the upper bound, and whether both may have
 * the same value.
 */
const pairs: readonly (readonly [lower: Bound, upper: Bound, equal: boolean])[] = [
  ["minimum", "maximum", true],
  ["exclusiveMinimum", "maximum", false],
  ["minimum", "exclusiveMaximum", false],
  ["exclusiveMinimum", "exclusiveMaximum", false],
  ["minLength", "maxLength", true],
  ["minItems", "maxItems", true],
  ["minProperties", "maxProperties", true],
  ["minContains", "maxContains", true],
];

interface Contradiction {
  readonly lower: Bound;
  readonly upper: Bound;
  readonly least: number;
  readonly most: number;
}

/** The pairs of bounds that no value can satisfy. */
export function contradictionsIn(schema: SchemaObject): readonly Contradiction[] {
  return pairs.flatMap(([lower, upper, equal]) => {
    const [least, most] = [schema[lower] as number | undefined, schema[upper] as number | undefined];
    if (least === undefined || most === undefined || least < most || (equal && least === most)) return [];
    return [{ lower, upper, least, most }];
  });
}

export const contradictoryBounds: SchemaRule = {
  reports: [TP416],
  check: ({ schema, at }, { report }) => {
    for (const { lower, upper, least, most } of contradictionsIn(schema))
      report.add(
        TP416,
        within(at, lower),
        { lower, least, upper, most },
        {
          related: [{ message: `${upper} is here`, at: within(at, upper) }],
        },
      );
  },
};
