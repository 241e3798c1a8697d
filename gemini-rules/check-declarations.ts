import { checkJsonSchema } from "./check-json-schema.js";
import { checkSchema, depthOf, statesOf } from "./check-schema.js";
import { isObject, parseMessage, type Parsed, type Violation } from "./message.js";
import { type Context, type Limits, refuseField, refuseRequest } from "./refusal.js";
import { breach } from "./texts.js";
import { type Flavor, message, toolMessage } from "./tool-messages.js";

export type { Violation } from "./message.js";
export type { Limits } from "./refusal.js";
export type { Flavor } from "./tool-messages.js";

const liveLimits: Limits = {
  nameLength: 64,
  declarations: 512,
  depth: 32,
  states: Number.POSITIVE_INFINITY,
  formats: "any",
  argumentNames: "any",
  descriptions: "any",
};

/**
 * The limits for generated declarations. A declaration within these limits is valid under every rule that Gemini has
 * had so far.
 */
export const strictestLimits: Limits = {
  ...liveLimits,
  nameLength: 63,
  formats: "classic",
  argumentNames: "identifier",
  descriptions: "required",
};

/** Checks the `tools` of a request like Gemini. If the result is empty, Gemini would not answer with status 400. */
export function checkDeclarations(
  tools: unknown,
  flavor: Flavor = "gemini",
  limits: Partial<Limits> = {},
): readonly Violation[] {
  const found: Violation[] = [];
  const request = message({ tools: { list: toolMessage(flavor) } });
  const parsed = parseMessage({ tools }, request, "", found);
  const checked: Context = { flavor, limits: { ...liveLimits, ...limits }, found, seen: new Set() };
  ((parsed.tools ?? []) as readonly Parsed[]).forEach((tool, index) => {
    checkTool(tool, `tools[${index}]`, checked);
  });
  return found;
}

/**
 * Returns the `message` of Google's answer. If there are violations of the phase "payload", Gemini reports only
 * these.
 */
export function describeViolations(violations: readonly Violation[]): string {
  const payload = violations.filter((violation) => violation.phase === "payload");
  return (payload.length > 0 ? payload : violations).map((violation) => violation.message).join("\n");
}

function checkTool(tool: Parsed, path: string, context: Context): void {
  const declarations = (tool.functionDeclarations ?? []) as readonly Parsed[];
  const at = `${path}.function_declarations`;
  const { declarations: limit } = context.limits;
  if (context.seen.size + declarations.length > limit)
    refuseField(context, at, breach("tooManyDeclarations", limit));
  declarations.forEach((declaration, index) => {
    checkDeclaration(declaration, `${at}[${index}]`, context);
  });
}

function checkDeclaration(declaration: Parsed, path: string, context: Context): void {
  checkName(declaration, path, context);
  if (context.limits.descriptions === "required" && isBlank(declaration.description))
    refuseField(context, `${path}.description`, breach("descriptionEmpty"));
  checkSide(declaration, "parameters", path, context);
  checkSide(declaration, "response", path, context);
}

function checkName(declaration: Parsed, path: string, context: Context): void {
  const name = nameOf(declaration);
  const { nameLength } = context.limits;
  if (!/^[A-Za-z_][A-Za-z0-9_.:-]*$/.test(name) || name.length > nameLength)
    refuseField(context, `${path}.name`, breach("functionName", nameLength));
  if (context.seen.has(name)) refuseRequest(context, `${path}.name`, breach("duplicateDeclaration", name));
  context.seen.add(name);
}

function checkSide(
  declaration: Parsed,
  side: "parameters" | "response",
  path: string,
  context: Context,
): void {
  const name = nameOf(declaration);
  const schema = declaration[side] as Parsed | undefined;
  const jsonSchema = declaration[`${side}JsonSchema`];
  if (schema !== undefined && jsonSchema !== undefined)
    refuseRequest(context, path, breach("bothSchemas", name, side));
  if (schema !== undefined) {
    const at = `${path}.${side}`;
    if (side === "parameters" && schema.type !== "OBJECT")
      refuseRequest(context, `${at}.type`, breach("rootNotObject", name, side));
    checkSchema(schema, at, context);
    if (depthOf(schema) > context.limits.depth) refuseRequest(context, at, breach("nestingDepth", name));
    if (statesOf(schema) > context.limits.states) refuseRequest(context, at, breach("tooManyStates"));
  }
  if (jsonSchema !== undefined) {
    const at = `${path}.${side}_json_schema`;
    if (side === "parameters" && !(isObject(jsonSchema) && jsonSchema.type === "object"))
      refuseRequest(context, at, breach("rootNotObject", name, `${side}_json_schema`));
    checkJsonSchema(jsonSchema, at, context);
  }
}

function nameOf(declaration: Parsed): string {
  return typeof declaration.name === "string" ? declaration.name : "";
}

function isBlank(value: unknown): boolean {
  return typeof value !== "string" || value.trim() === "";
}
