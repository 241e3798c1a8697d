import type { Json, SchemaObject, Tool } from "../../ir.js";
import { type Origin, within } from "../../base/origin.js";
import type { Checking, SchemaRule, ToolRule } from "../rule.js";

// Integers that were rounded when the spec was read.

/** The limits of 64 bits. Many specs contain them as bounds, and then rounding does not change their meaning. */
const limits = new Set([2 ** 63, -(2 ** 63), 2 ** 64]);

const bounds = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
] as const satisfies readonly (keyof SchemaObject)[];

/** Values that are compared or sent to a tool must equal those in the spec. Bounds and examples may be approximate. */
export const unsafeInteger: SchemaRule = ({ schema, at, side }, { report }) => {
  const literal = (value: Json | undefined, where: Origin): void => {
    for (const found of unsafeIn(value, where)) report.add("TP431", found.at, { written: found.written });
  };
  literal(schema.const, within(at, "const"));
  literal(schema.enum as Json, within(at, "enum"));
  if (side !== "output") literal(schema.default, within(at, "default"));
  const rounded = (value: Json | undefined, where: Origin): void => {
    for (const found of unsafeIn(value, where))
      report.add("TP432", found.at, { written: found.written, used: String(found.value) });
  };
  for (const bound of bounds) if (!limits.has(schema[bound] ?? 0)) rounded(schema[bound], within(at, bound));
  rounded(schema.examples as Json, within(at, "examples"));
};

export const unsafeIntegerInCall: ToolRule = (tool: Tool, { report }: Checking) => {
  const places = [
    ...tool.examples.flatMap(({ args, result = null, origin }) => [
      ...unsafeIn(args as Json, within(origin, "args")),
      ...unsafeIn(result, within(origin, "result")),
    ]),
    ...[...tool.policy.bind].flatMap(([name, bound]) =>
      bound.from === "value" ? unsafeIn(bound.value, within(tool.origin, "bind", name, "value")) : [],
    ),
  ];
  for (const { at, written } of places) report.add("TP437", at, { written });
};

interface Unsafe {
  readonly value: number;
  readonly written: string;
  readonly at: Origin;
}

export function holdsUnsafeInteger(value: Json | undefined, at: Origin): boolean {
  return unsafeIn(value, at).length > 0;
}

/** The integers in a value that a number cannot hold. Powers of ten in short notation, such as 1e30, are intended. */
function unsafeIn(value: Json | undefined, at: Origin): readonly Unsafe[] {
  if (typeof value === "number") {
    if (!Number.isInteger(value) || Number.isSafeInteger(value)) return [];
    const written = textAt(at);
    if (written !== undefined && /e/i.test(written)) return [];
    return [{ value, written: written ?? String(value), at }];
  }
  if (typeof value !== "object" || value === null) return [];
  const entries = Array.isArray(value) ? [...(value as readonly Json[]).entries()] : Object.entries(value);
  return entries.flatMap(([key, item]) => unsafeIn(item, within(at, key)));
}

/** The number as it is written in the spec. Undefined if the location contains something else. */
function textAt({ document, path }: Origin): string | undefined {
  const { line, column, length } = document.location(path);
  const text = document.lineText?.(line)?.slice(column - 1, column - 1 + length);
  return text !== undefined && /^[-+]?[\d.]+(?:e[-+]?\d+)?$/i.test(text) ? text : undefined;
}
