import { strictestLimits } from "../../gemini-rules/check-declarations.js";
import type { FunctionDeclaration } from "@toolpress/runtime";
import type { Report } from "../diagnostics/report.js";
import type { Tool, ToolSet } from "../ir.js";
import type { Options } from "../options.js";
import { isMapping, own } from "../base/mapping.js";
import { namesWithin } from "../base/names-within.js";
import type { Origin } from "../base/origin.js";
import { wireNames } from "./argument-names.js";
import { createLowering } from "./create-lowering.js";
import { declareTool, isAboutCycle, takeVerbatim, violationsOf } from "./declare-tool.js";
import type { LoweredSet, LoweredTool, Rewrite } from "./lowered.js";
import { reportLostArguments } from "./lost-arguments.js";
import { fullNesting } from "./nested-objects.js";
import { type RewriteName, rewrites } from "./rewrites.js";
import { sizeOf } from "./size.js";
import { exceeded, relaxTool } from "./relax.js";

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

/** Returns the declaration of one tool. Reports a diagnostic and returns undefined if the tool cannot be declared. */
function lowerTool(tool: Tool, set: ToolSet, options: Options, report: Report): LoweredTool | undefined {
  const made = tool.verbatim === undefined ? declareTool(tool, set, options, report) : takeVerbatim(tool);
  if (made === undefined || !isAccepted(made.declaration, tool, report)) return undefined;
  if (showsBoundArguments(made.declaration, tool, report)) return undefined;
  if (tool.verbatim === undefined) {
    const { lookUp } = createLowering(tool, set, options, { unroll: 1, nesting: fullNesting });
    if (reportLostArguments(made, tool, lookUp, report)) return undefined;
  }
  for (const { name, detail, origin } of made.log) reportRewrite(name, detail, origin, report);
  const rewrites = made.log.map(({ name, pointer, detail }): Rewrite => ({ name, pointer, detail }));
  const { declaration, codec } = made;
  return { tool, declaration, codec, rewrites, size: sizeOf(declaration) };
}

/** Returns whether Gemini accepts the declaration, according to `gemini-rules/`. Reports every violation. */
function isAccepted(declaration: FunctionDeclaration, tool: Tool, report: Report): boolean {
  const limits = tool.verbatim === undefined ? strictestLimits : {};
  const violations = violationsOf(declaration, limits);
  for (const violation of violations) {
    const { path, message, namesPath } = violation;
    const code = tool.verbatim === undefined ? (isAboutCycle(violation) ? "TP507" : "TP508") : "TP506";
    report.add(code, tool.origin, {
      tool: tool.name,
      problem: namesPath || path === "" ? message : `${path}: ${message}`,
    });
  }
  return violations.length === 0;
}

/**
 * Returns whether the declaration contains a bound or hidden argument. The model must not see such arguments, so each
 * of them is reported. This check does not depend on the rewrites.
 */
function showsBoundArguments(declaration: FunctionDeclaration, tool: Tool, report: Report): boolean {
  const declared: unknown = declaration.parameters ?? declaration.parametersJsonSchema;
  const properties = own(declared, "properties");
  const names = isMapping(properties) ? Object.keys(properties) : [];
  const bound = [...wireNames([...tool.policy.bind.keys()])].filter(([name, wire]) =>
    names.some((one) => one === name || one === wire),
  );
  const shown = new Set([...bound.map(([name]) => name), ...withheldInside(declared, tool)]);
  // TP511 means a bug in toolpress. If the tool already has an error, the spec is the likely cause: for example,
  // `withheldNames` has reported that a schema of the spec contains the name. So TP511 is then not reported.
  if (report.hasErrorsWithin(tool.origin)) return shown.size > 0;
  for (const name of shown) report.add("TP511", tool.origin, { tool: tool.name, name });
  return shown.size > 0;
}

/**
 * Returns the names in `withheld.bound` that the declaration of an argument contains as keys. A model must not send
 * these keys, because they would set bound or hidden arguments of the request.
 */
function withheldInside(declared: unknown, { binding }: Tool): readonly string[] {
  if (binding.kind !== "http") return [];
  const wires = wireNames(binding.operation.parameters.map(({ argument }) => argument));
  const resolve = (reference: string): unknown =>
    own(own(declared, "$defs"), reference.slice("#/$defs/".length));
  return binding.operation.parameters.flatMap(({ argument, withheld }) => {
    const names = withheld?.bound ?? [];
    if (names.length === 0) return [];
    const properties = own(declared, "properties");
    const schema = own(properties, argument) ?? own(properties, wires.get(argument) ?? argument);
    const all = [...new Set([...names, ...wireNames(names).values()])];
    return namesWithin(schema, { names: all, resolve, matches: () => false });
  });
}

function reportRewrite(name: RewriteName, detail: string, origin: Origin, report: Report): void {
  const { effect, about } = rewrites[name];
  if (name === "bound-described") report.add("TP501", origin, { keyword: detail });
  else if (name === "variants-closed") report.add("TP510", origin, { names: detail });
  else if (effect === "described") report.add("TP502", origin, { about, detail });
  else if (effect === "narrowed") report.add("TP503", origin, { about, detail });
}
