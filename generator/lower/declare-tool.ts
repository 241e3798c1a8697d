import type { FunctionDeclaration } from "@toolpress/runtime";
import { checkDeclarations, strictestLimits, type Violation } from "../../gemini-rules/check-declarations.js";
import type { Report } from "../diagnostics/report.js";
import type { Schema, Tool, ToolSet } from "../ir.js";
import type { Options } from "../options.js";
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
import { findImpossible } from "./lost-arguments.js";
import type { Lowering, Position } from "./lowering.js";
import { restOf } from "./maps.js";
import { lastNestings, nestings, tightestNesting, fullNesting } from "./nested-objects.js";
import { sizeOf } from "./size.js";

// Makes the declaration of one tool, with as much detail as fits.

/** A declaration with its codec and the rewrites that led to it. */
export interface Made {
  readonly declaration: FunctionDeclaration;
  readonly codec: Codec | undefined;
  readonly log: readonly Logged[];
}

/**
 * The result for a tool without any valid call. `never` is the logged rewrite of the argument that has no valid
 * value, or undefined if this argument is not known.
 */
interface Never {
  readonly never: Logged | undefined;
}

function isNever(made: Made | Never | "large"): made is Never {
  return typeof made === "object" && "never" in made;
}

/**
 * Returns the verbatim declaration of a tool. A missing name or description is added, because Gemini requires both.
 */
export function takeVerbatim(tool: Tool): Made {
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
export function declareTool(tool: Tool, set: ToolSet, options: Options, report: Report): Made | undefined {
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
  // changed. So a tool of a foreign document is declared for the target `parameters`, which unrolls the recursion.
  return isCircular && set.foreign === true ? (declareUnrolled(tool, set, options) ?? made) : made;
}

/**
 * Declares a tool for the target `parameters`, although another target is configured. The reason is that the target
 * `parameters` unrolls recursion.
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

/** Returns whether Gemini would refuse the declaration because every valid value would be infinitely deep. */
function isRefusedCycle(declaration: FunctionDeclaration): boolean {
  return violationsOf(declaration, strictestLimits).some(isAboutCycle);
}

export function violationsOf(
  declaration: FunctionDeclaration,
  limits: Parameters<typeof checkDeclarations>[2],
): readonly Violation[] {
  return checkDeclarations([{ functionDeclarations: [declaration] }], "gemini", limits);
}

export function isAboutCycle({ rule }: Violation): boolean {
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

/**
 * The number of tokens that nested objects may add to the tightest declaration, even if the declaration then exceeds
 * `toolTokens`.
 */
const nestedTokens = 400;

/** Returns the maximum number of schemas that fit into `tokens`. An attempt with more schemas is abandoned early. */
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
 * Declares the result of a tool, if the option `declareResponses` is set. Results are sent without encoding. So if
 * the target `parameters` would need a codec, the result is declared as JSON Schema.
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
