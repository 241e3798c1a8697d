import type { FunctionDeclaration } from "@toolpress/runtime";
import type { Json, Schema, Tool, ToolSet, OperationParameter } from "../../ir.js";
import { own } from "../../base/mapping.js";
import { wordsOf, yamlWord } from "../../base/words.js";
import type { LoweredRule, Measured } from "../rule.js";

// Most operations of an API may require the same header or version. Such a parameter could be bound.

/**
 * A parameter is reported if at least `fewestTools` tools have it, if these are at least `smallestShare` of
 * all tools, and if binding the parameter saves at least `fewestBytes`.
 */
const fewestTools = 10;
const smallestShare = 0.5;
const fewestBytes = 500;

/**
 * Proposes to bind a header or a version that most operations of an API require. Such a parameter has the
 * same value in every call, and its declaration costs tokens in every tool.
 */
export const repeatedParameters: LoweredRule = {
  reports: [],
  check: (tools, { set, report }) => {
    const uses = tools.flatMap((measured) => usesOf(measured, set));
    const repeated = [...group(uses, ({ parameter }) => parameter.name)].flatMap(
      ([name, list]) => repeatedParameter(name, list, tools.length) ?? [],
    );
    if (repeated.length === 0) return;
    const sum = (list: readonly { readonly bytes: number }[]): number =>
      list.reduce((total, { bytes }) => total + bytes, 0);
    const lines = repeated.map(({ name, source }) => `${yamlWord(name)}: ${source}`);
    report.add(
      "TP636",
      set.origin,
      { parameters: repeated, saved: sum(repeated), total: sum(tools.map(({ size }) => size)) },
      { help: `Add to the document's settings: bind: { ${lines.join(", ")} }` },
    );
  },
};

/** An argument that is not bound. The model has to supply its value. */
interface Use {
  readonly parameter: OperationParameter;
  readonly facts: Facts;
  /** The size of the argument in the declaration. */
  readonly bytes: number;
}

/** The keywords of a schema that may determine the value of an argument. */
interface Facts {
  readonly default?: Json | undefined;
  readonly const?: Json | undefined;
  readonly enum?: readonly Json[] | undefined;
}

function usesOf({ tool, declaration }: Measured, set: ToolSet): readonly Use[] {
  if (tool.binding.kind !== "http") return [];
  const { properties = {} } = tool.input;
  return tool.binding.operation.parameters
    .filter(({ argument }) => !tool.policy.bind.has(argument))
    .map((parameter) => ({
      parameter,
      facts: factsOf(properties[parameter.argument] ?? true, tool, set),
      bytes: bytesOf(parameter.argument, declaration),
    }));
}

/** Finds the default, the constant and the enum of a schema. References and `allOf` are followed. */
function factsOf(schema: Schema, tool: Tool, set: ToolSet, depth = 0): Facts {
  if (typeof schema === "boolean" || depth > 8) return {};
  const name = schema.$ref?.slice("#/$defs/".length);
  const target = name === undefined ? undefined : (tool.defs.get(name) ?? set.schemas.get(name));
  const parts = [...(target === undefined ? [] : [target]), ...(schema.allOf ?? [])];
  const inner = parts.map((part) => factsOf(part, tool, set, depth + 1));
  return [schema, ...inner].reduce<Facts>(
    (facts, part) => ({
      default: facts.default ?? part.default,
      const: facts.const ?? part.const,
      enum: facts.enum ?? part.enum,
    }),
    {},
  );
}

/**
 * The bytes that an argument adds to a declaration: its schema in `properties`, and its name in
 * `propertyOrdering` and `required`.
 */
function bytesOf(argument: string, { parameters, parametersJsonSchema }: FunctionDeclaration): number {
  const declared = parameters ?? parametersJsonSchema;
  const schema = own(own(declared, "properties"), argument);
  if (schema === undefined) return 0;
  const name = JSON.stringify(argument);
  const lists = ["propertyOrdering", "required"].map((word) => own(declared, word));
  const listed = lists.filter((list) => Array.isArray(list) && list.includes(argument)).length;
  return Buffer.byteLength(`${name}:${JSON.stringify(schema)},${`${name},`.repeat(listed)}`);
}

function repeatedParameter(
  name: string,
  uses: readonly Use[],
  tools: number,
): { name: string; in: string; tools: number; of: number; source: string; bytes: number } | undefined {
  const [first] = uses;
  const bytes = uses.reduce((total, use) => total + use.bytes, 0);
  const isFrequent = uses.length >= fewestTools && uses.length >= smallestShare * tools;
  if (first === undefined || !isFrequent || bytes < fewestBytes) return undefined;
  const place = first.parameter.in;
  const isVersion = containsWord(name, "version|v");
  // `bind` selects arguments by name only, and sets one value for all arguments of that name.
  const isUniform = uses.every(
    ({ parameter, facts }) => parameter.in === place && JSON.stringify(facts) === JSON.stringify(first.facts),
  );
  if (place === "body" || (place !== "header" && !isVersion) || !isUniform) return undefined;
  const source = sourceOf(name, first.facts);
  if (source === undefined) return undefined;
  return { name, in: place, tools: uses.length, of: tools, source, bytes };
}

/**
 * Proposes a source for `bind`: the value that the document determines, or an environment variable. A secret
 * always comes from the environment. The result is undefined if the value may differ from call to call.
 */
function sourceOf(name: string, facts: Facts): string | undefined {
  const isSecret = containsWord(name, "key|secret|token|password|auth");
  const [only, ...others] = facts.enum ?? [];
  const value = facts.default ?? facts.const ?? (others.length === 0 ? only : undefined);
  if (value !== undefined && !isSecret && !containsWord(name, "id"))
    return `{ value: ${JSON.stringify(value)} }`;
  // If the document does not determine the value, only a secret or a version is the same in every call.
  const isFixed = value !== undefined || only !== undefined || isSecret || containsWord(name, "version");
  const isPerCall = containsWord(name, "idempotency|idempotent|nonce|date|time|timestamp");
  return isFixed && !isPerCall ? `{ env: ${wordsOf(name).join("_").toUpperCase()} }` : undefined;
}

function containsWord(name: string, words: string): boolean {
  const pattern = new RegExp(`^(?:${words})$`, "i");
  return wordsOf(name).some((word) => pattern.test(word));
}

function group<T>(list: readonly T[], key: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of list) {
    const members = groups.get(key(item));
    if (members === undefined) groups.set(key(item), [item]);
    else members.push(item);
  }
  return groups;
}
