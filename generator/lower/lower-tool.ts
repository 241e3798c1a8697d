import { checkDeclarations, strictestLimits, type Violation } from "../../gemini-rules/check-declarations.js";
import type { FunctionDeclaration } from "@toolpress/runtime";
import type { Report } from "../diagnostics/report.js";
import type { Schema, Tool, ToolSet } from "../ir.js";
import type { Options } from "../options.js";
import { isMapping, own } from "../base/mapping.js";
import { namesWithin } from "../base/names-within.js";
import type { Origin } from "../base/origin.js";
import { wireNames } from "./argument-names.js";
import type { Codec } from "./codec.js";
import {
  attempt,
  createLowering,
  type Detail,
  type Logged,
  type LoggingLowering,
  mostSchemas,
} from "./create-lowering.js";
import { compose, finish } from "./describe.js";
import { lowerArguments, visibleArguments } from "./lower-arguments.js";
import { type Definitions, lowerJsonSchema } from "./lower-json-schema.js";
import type { LoweredTool, Rewrite } from "./lowered.js";
import { findImpossible, reportLostArguments } from "./lost-arguments.js";
import type { Lowering, Position } from "./lowering.js";
import { restOf } from "./maps.js";
import { lastNestings, nestings, tightestNesting, fullNesting } from "./nested-objects.js";
import { type RewriteName, rewrites } from "./rewrites.js";
import { sizeOf } from "./size.js";

// Makes the declaration of one tool and checks it.

/** Returns the declaration of one tool. Reports a diagnostic and returns undefined if the tool cannot be declared. */
export function lowerTool(
  tool: Tool,
  set: ToolSet,
  options: Options,
  report: Report,
): LoweredTool | undefined {
  const made = tool.verbatim === undefined ? declare(tool, set, options, report) : takeVerbatim(tool);
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

interface Made {
  readonly declaration: FunctionDeclaration;
  readonly codec: Codec | undefined;
  readonly log: readonly Logged[];
}

/**
 * The result for a tool for which no call is valid. `never` is the record of the argument that has no valid value, if
 * it is known.
 */
interface Never {
  readonly never: Logged | undefined;
}

function isNever(made: Made | Never | "large"): made is Never {
  return typeof made === "object" && "never" in made;
}

/**
 * Returns the verbatim declaration of a tool. Gemini requires a name and a description, so they are added if they are
 * missing.
 */
function takeVerbatim(tool: Tool): Made {
  const { description: ownDescription, ...rest } = tool.verbatim ?? {};
  const { name, description } = nameAndDescription(tool);
  const isDescribed = typeof ownDescription !== "string" || ownDescription.trim() !== "";
  const declaration = {
    ...(rest["name"] === undefined && { name }),
    ...(ownDescription === undefined ? { description } : {}),
    ...tool.verbatim,
    ...(isDescribed ? {} : { description }),
  } as FunctionDeclaration;
  return {
    declaration,
    codec: undefined,
    log: [{ name: "verbatim", pointer: "", detail: "", origin: tool.origin }],
  };
}

/**
 * Makes the declaration of a tool. If the declaration for the target `parameters` is too large even with the least
 * detail, the target `parametersJsonSchema` is used.
 */
function declare(tool: Tool, set: ToolSet, options: Options, report: Report): Made | undefined {
  const target = tool.target ?? options.target;
  if (target === "parameters") {
    const made = declareBest(tool, set, options);
    if (isNever(made)) {
      const { never } = made;
      report.add("TP504", never?.origin ?? tool.origin, { tool: tool.name, argument: never?.detail });
      return undefined;
    }
    if (made !== "large") return made;
  }
  const lowering = createLowering(tool, set, options, { unroll: 1, nesting: fullNesting });
  if (target === "parameters")
    lowering.record("json-schema-target", rootPosition(tool), "parametersJsonSchema");
  const made = attempt(() => declareJsonSchema(tool, lowering));
  const isCircular = typeof made === "object" && !isNever(made) && isRefusedCycle(made.declaration);
  if (made === "large" || isNever(made) || (isCircular && target === "parameters")) {
    const count = Object.keys(tool.input.properties ?? {}).length;
    report.add("TP505", tool.origin, { tool: tool.name, limit: mostSchemas, arguments: count });
    return undefined;
  }
  // The author of our own YAML gets an error that names the recursive property. A foreign document often cannot be
  // changed. So its tool is declared for the target `parameters`, which unrolls the recursion.
  return isCircular && set.foreign === true ? (declareUnrolled(tool, set, options) ?? made) : made;
}

/**
 * Declares a tool for the target `parameters`, although another target is configured. The target `parameters` unrolls
 * recursion.
 */
function declareUnrolled(tool: Tool, set: ToolSet, options: Options): Made | undefined {
  const made = declareBest(tool, set, options);
  if (made === "large" || isNever(made)) return undefined;
  const { pointer, origin } = rootPosition(tool);
  return {
    ...made,
    log: [{ name: "parameters-target", pointer, detail: "parameters", origin }, ...made.log],
  };
}

/** Returns whether Gemini would refuse the declaration because every value of it would be infinitely deep. */
function isRefusedCycle(declaration: FunctionDeclaration): boolean {
  return violationsOf(declaration, strictestLimits).some(isAboutCycle);
}

function violationsOf(
  declaration: FunctionDeclaration,
  limits: Parameters<typeof checkDeclarations>[2],
): readonly Violation[] {
  return checkDeclarations([{ functionDeclarations: [declaration] }], "gemini", limits);
}

function isAboutCycle({ rule }: Violation): boolean {
  return rule === "requiredCycle";
}

/** Returns the most detailed declaration that fits the limits of depth and size. */
function declareBest(tool: Tool, set: ToolSet, options: Options): Made | Never | "large" {
  const declareWith = (detail: Detail): Made | Never | "large" =>
    attempt(() => declareParameters(tool, createLowering(tool, set, options, detail)));
  const { toolTokens } = options.budgets;
  // Tools of our own YAML have no budget here, because their author has decided how the arguments are structured.
  const budget = set.foreign === true && !options.declareResponses ? toolTokens : undefined;
  const unrolls = Array.from({ length: Math.max(1, options.unrollDepth) }, (_, index) => index + 1).reverse();
  for (const unroll of unrolls) {
    const made = declareWith({ unroll, nesting: fullNesting, schemas: schemasIn(budget) });
    if (isNever(made)) return made;
    if (made === "large" || (unroll > 1 && isTooDeep(made, options))) continue;
    if (set.foreign !== true || tokensOf(made) <= toolTokens) return made;
    break;
  }
  const tightest = declareWith({ unroll: 1, nesting: tightestNesting });
  if (isNever(tightest)) return tightest;
  if (tightest === "large") {
    const last = lastNestings.map((nesting) => declareWith({ unroll: 1, nesting }));
    return last.find((one) => one !== "large") ?? "large";
  }
  const most = Math.max(toolTokens, nestedTokens + tokensOf(tightest));
  const schemas = schemasIn(options.declareResponses ? undefined : most);
  for (const nesting of nestings) {
    const made = declareWith({ unroll: 1, nesting, schemas });
    if (made !== "large" && !isNever(made) && tokensOf(made) <= most) return made;
  }
  return tightest;
}

/** The maximum number of tokens for nested objects, if a declaration exceeds its budget even without them. */
const nestedTokens = 400;

/**
 * Returns the maximum number of schemas that can fit into this number of tokens. An attempt with more schemas is
 * abandoned early.
 */
function schemasIn(tokens: number | undefined): number {
  return tokens === undefined ? mostSchemas : Math.min(mostSchemas, Math.ceil(tokens / 3));
}

function tokensOf({ declaration }: Made): number {
  return sizeOf(declaration).tokens;
}

function isTooDeep({ declaration, log }: Made, options: Options): boolean {
  return (
    log.some(({ name }) => name === "recursion-unrolled") && sizeOf(declaration).depth > options.budgets.depth
  );
}

function rootPosition(tool: Tool): Position {
  return { pointer: "", level: 0, through: [], origin: tool.origin };
}

function declareParameters(tool: Tool, lowering: LoggingLowering): Made | Never {
  const visible = visibleArguments(tool, rootPosition(tool), lowering);
  const outcome = visible === "never" ? visible : lowerArguments(visible, lowering);
  if (outcome === "never") return { never: findImpossible(lowering.log) };
  const { properties } = outcome.schema;
  return {
    declaration: {
      ...nameAndDescription(tool),
      ...(properties === undefined ? withoutArguments(tool, lowering) : { parameters: finish(outcome) }),
      ...response(tool, lowering),
    },
    codec: outcome.codec,
    log: lowering.log,
  };
}

function nameAndDescription(tool: Tool): FunctionDeclaration {
  return {
    name: tool.name,
    description:
      tool.description.trim() === "" ? tool.name.replaceAll("_", " ").trim() || tool.name : tool.description,
    ...(tool.policy.nonBlocking && { behavior: "NON_BLOCKING" }),
  };
}

function withoutArguments(tool: Tool, lowering: Lowering): Partial<FunctionDeclaration> {
  lowering.record("no-arguments", rootPosition(tool), lowering.options.emptyParameters);
  if (lowering.options.emptyParameters === "omit") return {};
  return { parametersJsonSchema: { type: "object", properties: {} } };
}

function declareJsonSchema(tool: Tool, lowering: LoggingLowering): Made | Never {
  const visible = visibleArguments(tool, rootPosition(tool), lowering);
  if (visible === "never") return { never: undefined };
  const { schema, position, notes } = visible;
  const empty = Object.keys(schema.properties ?? {}).length === 0 && restOf(schema) === undefined;
  const described = { ...schema, type: "object" as const, description: compose(schema.description, notes) };
  return {
    declaration: {
      ...nameAndDescription(tool),
      ...(empty
        ? withoutArguments(tool, lowering)
        : { parametersJsonSchema: jsonSchema(described, position, lowering) }),
      ...response(tool, lowering),
    },
    codec: undefined,
    log: lowering.log,
  };
}

function jsonSchema(
  schema: Schema,
  position: Position,
  lowering: Lowering,
): Readonly<Record<string, unknown>> {
  const definitions: Definitions = new Map();
  const lowered = lowerJsonSchema(schema, position, definitions, lowering);
  return definitions.size === 0 ? lowered : { ...lowered, $defs: Object.fromEntries(definitions) };
}

/**
 * Declares the result of a tool, if the options require it. Results are sent without encoding. So if the target
 * `parameters` would need a codec, the result is declared as JSON Schema.
 */
function response(tool: Tool, lowering: LoggingLowering): Partial<FunctionDeclaration> {
  if (!lowering.options.declareResponses || tool.output === undefined) return {};
  const position: Position = { ...rootPosition(tool), pointer: "/response" };
  const before = lowering.log.length;
  if ((tool.target ?? lowering.options.target) === "parameters") {
    const outcome = lowering.lower(tool.output, position);
    if (outcome !== "never" && outcome.codec === undefined) return { response: finish(outcome) };
    lowering.log.length = before;
  }
  return { responseJsonSchema: jsonSchema(tool.output, position, lowering) };
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
  // If the spec's own schema contains the name, an error within the tool already reports it.
  if (report.hasErrorsWithin(tool.origin)) return shown.size > 0;
  for (const name of shown) report.add("TP511", tool.origin, { tool: tool.name, name });
  return shown.size > 0;
}

/**
 * Returns the withheld names that occur as keys inside of an argument of the declaration. The model must not send these
 * names.
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
