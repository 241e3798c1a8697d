import type { ToolPolicy } from "@toolpress/runtime";
import type { BoundValue, Json, ResultLimits } from "../ir.js";
import type { Fields } from "../dialects/fields.js";
import { closedMapping, type PolicyField } from "./field.js";

/** The policies of tools. To add a policy, add a row here and its behaviour in the runtime. */
export const policyFields = {
  approval: flag("A person must agree before the tool runs.", { approval: true }),

  timeout: row<number, undefined, `${number}${"ms" | "s" | "m"}`>({
    doc: "The time that the tool may take: a number with its unit, `500ms`, `30s` or `5m`.",
    example: "30s",
    schema: { type: "string", pattern: "^(?=.*[1-9])\\d+(\\.\\d+)?(ms|s|m)$" },
    none: undefined,
    read: (fields, name) => fields.duration(name),
    toRuntime: (timeoutMs) => ({ timeoutMs }),
    write: inLargestUnit,
  }),

  serial: flag("The tool never runs at the same time as another serial tool.", { serial: true }),

  longRunning: flag("The handler starts the work and its result comes later; the run pauses until then.", {
    longRunning: true,
  }),

  nonBlocking: flag("Live API: the model continues while the tool runs.", { nonBlocking: true }),

  bind: row<ReadonlyMap<string, BoundValue>, ReadonlyMap<string, BoundValue>, WrittenBindings>({
    doc: "Arguments that the model never sees, by name, and the source of each: `context`, `env` or `value`.",
    example: { key: { env: "API_KEY" }, user: { context: "user.id" }, limit: { value: 10 } },
    schema: {
      type: "object",
      additionalProperties: {
        ...closedMapping({
          context: { type: "string", description: "A dotted path into the context that is passed to `run`." },
          env: { type: "string", description: "The name of an environment variable." },
          value: { description: "A constant." },
        }),
        minProperties: 1,
        maxProperties: 1,
      },
    },
    none: new Map(),
    isNone: ({ size }) => size === 0,
    read: readBind,
    toRuntime: (bind) => ({ bind: Object.fromEntries(bind) }),
    write: (bind) => Object.fromEntries([...bind].map(([name, value]) => [name, writeBound(value)])),
  }),

  result: row<ResultLimits, undefined, WrittenLimits>({
    doc: "Limits the part of the result that the model reads.",
    example: { pick: ["id", "items.name"], maxItems: 20, maxChars: 4000 },
    schema: closedMapping({
      pick: {
        type: "array",
        items: { type: "string" },
        description: "Dotted paths to keep. A path goes through lists: `items.name`.",
      },
      maxItems: { type: "integer", minimum: 1, description: "Items to keep of each list." },
      maxChars: { type: "integer", minimum: 1, description: "Characters of the result as JSON." },
    }),
    none: undefined,
    read: readResultLimits,
    toRuntime: (result) => ({ result: writeLimits(result) }),
    write: writeLimits,
  }),
};

/** Infers the type of a row. */
function row<Value, None, Written>(
  field: PolicyField<Value, None, Written>,
): PolicyField<Value, None, Written> {
  return field;
}

/** A policy that is on or off. */
function flag(doc: string, policy: ToolPolicy): PolicyField<true, false, boolean> {
  return {
    doc,
    example: true,
    schema: { type: "boolean" },
    none: false,
    read: (fields, name) => fields.boolean(name) === true || undefined,
    toRuntime: () => policy,
    write: () => true,
  };
}

function inLargestUnit(milliseconds: number): `${number}${"ms" | "s" | "m"}` {
  if (milliseconds % 60_000 === 0) return `${milliseconds / 60_000}m`;
  return milliseconds % 1_000 === 0 ? `${milliseconds / 1_000}s` : `${milliseconds}ms`;
}

export type WrittenBindings = Readonly<
  Record<string, { readonly context: string } | { readonly env: string } | { readonly value: unknown }>
>;

function readBind(fields: Fields, name: string): ReadonlyMap<string, BoundValue> | undefined {
  if (!fields.has(name)) return undefined;
  const bound = new Map<string, BoundValue>();
  for (const [argument, source] of fields.openEach(name, ["context", "env", "value"])) {
    const context = source.string("context");
    const env = source.string("env");
    if (context !== undefined) bound.set(argument, { from: "context", path: context.split(".") });
    else if (env !== undefined) bound.set(argument, { from: "env", name: env });
    else if (source.has("value")) bound.set(argument, { from: "value", value: source.raw("value") as Json });
    else source.missing("context, env or value");
  }
  return bound;
}

function writeBound(bound: BoundValue): WrittenBindings[string] {
  if (bound.from === "context") return { context: bound.path.join(".") };
  return bound.from === "env" ? { env: bound.name } : { value: bound.value };
}

export interface WrittenLimits {
  readonly pick?: readonly string[];
  readonly maxItems?: number;
  readonly maxChars?: number;
}

function readResultLimits(fields: Fields, name: string): ResultLimits | undefined {
  const limits = fields.open(name, ["pick", "maxItems", "maxChars"]);
  return (
    limits && {
      pick: limits.strings("pick"),
      maxItems: limits.count("maxItems", 1),
      maxChars: limits.count("maxChars", 1),
    }
  );
}

function writeLimits({ pick, maxItems, maxChars }: ResultLimits): WrittenLimits {
  return {
    ...(pick !== undefined && { pick }),
    ...(maxItems !== undefined && { maxItems }),
    ...(maxChars !== undefined && { maxChars }),
  };
}
