import type { Json, SchemaObject, Tool } from "../../ir.js";
import { type Origin, within } from "../../base/origin.js";
import type { Checking, SchemaRule, ToolRule } from "../rule.js";
import { defineProblem } from "../../diagnostics/catalogue/definition.js";

const TP431 = defineProblem<{ written: string }>("TP431", {
  title: "integer that a number cannot hold",
  severity: "error",
  message: (p) => `${p.written} is beyond 2^53 and would be rounded`,
  cause: "Numbers of JSON and JavaScript are exact up to 9007199254740991; a larger number is rounded.",
  fix: "Write it as text, in quotes, and make the argument a string.",
  foreign: "The value is ignored.",
});

const TP432 = defineProblem<{ written: string; used: string }>("TP432", {
  title: "rounded number",
  severity: "warning",
  message: (p) => `${p.written} is beyond 2^53 and is read as ${p.used}`,
  cause: "Numbers of JSON and JavaScript are exact up to 9007199254740991; a larger number is rounded.",
  fix: "Leave the bound out, use a bound within that range, or make the argument a string.",
});

const TP437 = defineProblem<{ written: string }>("TP437", {
  title: "integer in a call that a number cannot hold",
  severity: "error",
  message: (p) => `${p.written} is beyond 2^53 and would be rounded`,
  cause: "Numbers of JSON and JavaScript are exact up to 9007199254740991; a larger number is rounded.",
  fix: "For a string argument, write it in quotes. Bind other large integers to the context, as a bigint.",
});

// Rules for integers beyond 2^53, which are rounded when the spec is read.

/**
 * The limits of 64-bit integers. Many specs use these limits as bounds, and rounding such a bound has no
 * practical effect.
 */
const limits = new Set([2 ** 63, -(2 ** 63), 2 ** 64]);

const bounds = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
] as const satisfies readonly (keyof SchemaObject)[];

/**
 * A rounded constant, enum value or default is an error, because it is compared or sent to a tool. A rounded
 * bound or example is a warning.
 */
export const unsafeInteger: SchemaRule = {
  reports: [TP431, TP432],
  check: ({ schema, at, side }, { report }) => {
    const literal = (value: Json | undefined, where: Origin): void => {
      for (const found of unsafeIn(value, where)) report.add(TP431, found.at, { written: found.written });
    };
    literal(schema.const, within(at, "const"));
    literal(schema.enum as Json, within(at, "enum"));
    if (side !== "output") literal(schema.default, within(at, "default"));
    const rounded = (value: Json | undefined, where: Origin): void => {
      for (const found of unsafeIn(value, where))
        report.add(TP432, found.at, { written: found.written, used: String(found.value) });
    };
    for (const bound of bounds)
      if (!limits.has(schema[bound] ?? 0)) rounded(schema[bound], within(at, bound));
    rounded(schema.examples as Json, within(at, "examples"));
  },
};

export const unsafeIntegerInCall: ToolRule = {
  reports: [TP437],
  check: (tool: Tool, { report }: Checking) => {
    const places = [
      ...tool.examples.flatMap(({ args, result = null, origin }) => [
        ...unsafeIn(args as Json, within(origin, "args")),
        ...unsafeIn(result, within(origin, "result")),
      ]),
      ...[...tool.policy.bind].flatMap(([name, bound]) =>
        bound.from === "value" ? unsafeIn(bound.value, within(tool.origin, "bind", name, "value")) : [],
      ),
    ];
    for (const { at, written } of places) report.add(TP437, at, { written });
  },
};

interface Unsafe {
  readonly value: number;
  readonly written: string;
  readonly at: Origin;
}

export function holdsUnsafeInteger(value: Json | undefined, at: Origin): boolean {
  return unsafeIn(value, at).length > 0;
}

/**
 * Finds the integers in a value that a JavaScript number cannot hold exactly. A number in exponent notation,
 * such as 1e30, is not reported, because its author accepts rounding.
 */
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

/** The number as it is written in the spec. Undefined if the location contains no number. */
function textAt({ document, path }: Origin): string | undefined {
  const { line, column, length } = document.location(path);
  const text = document.lineText?.(line)?.slice(column - 1, column - 1 + length);
  return text !== undefined && /^[-+]?[\d.]+(?:e[-+]?\d+)?$/i.test(text) ? text : undefined;
}
