import type { Report } from "../diagnostics/report.js";
import type { ToolSet } from "../ir.js";
import type { Options } from "../options.js";
import { lowerTool } from "./lower-tool.js";
import type { LoweredSet } from "./lowered.js";
import { exceeded, relaxTool } from "./relax.js";

// Translates a spec into declarations for Gemini.

/**
 * Lowers each tool:
 *
 * | in the spec                                   | on the wire                                        | where                 |
 * |-----------------------------------------------|----------------------------------------------------|-----------------------|
 * | `const`, unions of constants, `enum`          | an enum of strings; others travel as words         | `literals.ts`         |
 * | `T or null`, lists of types, `oneOf`          | `nullable`, `anyOf` alone; alike ones as JSON text | `unions.ts`           |
 * | `allOf`, `$ref`, recursion                    | merged, inlined, unrolled                          | `references.ts`       |
 * | variants of an object                         | one object, the variants in its description        | `join-object.ts`      |
 * | exclusive bounds, formats, patterns, int64    | folded or described; int64 travels as digits       | `scalars.ts`          |
 * | tuples                                        | a list whose items match one of the positions      | `arrays.ts`           |
 * | maps, free-form objects                       | a list of `{key, value}`, or JSON text             | `maps.ts`             |
 * | unnamed properties, odd names                 | an argument of their own, other names              | `objects.ts`          |
 * | keywords that Gemini does not support         | a sentence in the description                      | `describe.ts`         |
 * | bound arguments                               | nothing                                            | `lower-arguments.ts`  |
 * | target `parametersJsonSchema`                 | JSON Schema, nothing encoded                       | `lower-json-schema.ts`|
 *
 * A declaration may allow more than the spec. It allows less only through rewrites that `rewrites.ts` marks `narrowed`,
 * which are reported. The validator is exact. Each rewrite is recorded by its name in `rewrites.ts`.
 */
export function lowerSet(set: ToolSet, options: Options, report: Report): LoweredSet {
  const tools = set.tools.flatMap((tool) => lowerTool(tool, set, options, report) ?? []);
  const reasons = options.relax ? exceeded(tools, options.budgets) : [];
  if (reasons.length === 0) return { tools };
  report.add("TP509", set.origin, { reasons: reasons.join(", ") });
  return { tools: tools.map((tool) => relaxTool(tool, reasons)) };
}
