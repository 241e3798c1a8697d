import type { Report } from "../diagnostics/report.js";
import type { ToolSet } from "../ir.js";
import type { Options } from "../options.js";
import { lowerTool } from "./lower-tool.js";
import type { LoweredSet } from "./lowered.js";
import { exceeded, relaxTool } from "./relax.js";

// Translates the tools of a set into declarations for Gemini.

/**
 * Declares each tool of a set. These files lower the parts of a schema:
 *
 * | in the spec                           | in the declaration                              | file                   |
 * | ------------------------------------- | ----------------------------------------------- | ---------------------- |
 * | `const`, unions of constants, `enum`  | an enum of strings, with words for other values | `literals.ts`          |
 * | `T or null`, lists of types, `oneOf`  | `nullable` and `anyOf`, or JSON text            | `unions.ts`            |
 * | `allOf`, `$ref`, recursion            | merged, inlined, unrolled                       | `references.ts`        |
 * | variants of an object                 | one object whose description lists the variants | `join-object.ts`       |
 * | exclusive bounds, formats, patterns   | inclusive bounds, or a note in the description  | `scalars.ts`           |
 * | 64-bit integers                       | a string of digits                              | `scalars.ts`           |
 * | tuples                                | a list whose items match one of the positions   | `arrays.ts`            |
 * | maps, free-form objects               | a list of `{key, value}`, or JSON text          | `maps.ts`              |
 * | properties without a name             | one extra argument                              | `objects.ts`           |
 * | illegal names of properties           | legal names                                     | `argument-names.ts`    |
 * | keywords that Gemini does not support | a sentence in the description                   | `describe.ts`          |
 * | bound arguments                       | not declared                                    | `lower-arguments.ts`   |
 * | target `parametersJsonSchema`         | JSON Schema without codecs                      | `lower-json-schema.ts` |
 *
 * A declaration may allow more than the spec, because the validator checks everything. It allows less only through rewrites
 * that `rewrites.ts` marks as `narrowed`, and these rewrites are reported. The lock records each rewrite by its name.
 */
export function lowerSet(set: ToolSet, options: Options, report: Report): LoweredSet {
  const tools = set.tools.flatMap((tool) => lowerTool(tool, set, options, report) ?? []);
  const reasons = options.relax ? exceeded(tools, options.budgets) : [];
  if (reasons.length === 0) return { tools };
  report.add("TP509", set.origin, { reasons: reasons.join(", ") });
  return { tools: tools.map((tool) => relaxTool(tool, reasons)) };
}
