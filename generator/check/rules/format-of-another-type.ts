import { formats } from "../../base/formats.js";
import { within, type Origin } from "../../base/origin.js";
import type { TypeName } from "../../ir.js";
import { isFirst } from "../once.js";
import type { SchemaRule, ToolRule } from "../rule.js";
import { defineProblem } from "../../diagnostics/catalogue/definition.js";

/** Formats a list such as `"integer" or "string"`. */
const quoted = (words: readonly string[]): string => words.map((word) => JSON.stringify(word)).join(" or ");

const TP447 = defineProblem<{
  format: string;
  /** The types that the schema has. */
  types: readonly string[];
  /** The types for which the format is meant. Missing for a verbatim declaration. */
  of?: readonly string[] | undefined;
  /** The formats that Gemini has for the type. Set only for a verbatim declaration. */
  known?: readonly string[] | undefined;
}>("TP447", {
  title: "format of another type",
  severity: "warning",
  message: (p) =>
    p.known === undefined
      ? `format ${JSON.stringify(p.format)} is for type ${quoted(p.of ?? [])}, not for type ${quoted(p.types)}`
      : `Gemini has no format ${JSON.stringify(p.format)} for ${p.types.join(" or ")}${p.known.length === 0 ? "" : `, only ${p.known.join(" and ")}`}`,
  cause:
    "The formats float and double are for numbers, int32 and int64 for integers, and all other formats for strings. A format has no effect on values of another type, except that a number with int32 or int64 must be an integer. A verbatim declaration is sent unchanged, and Gemini may refuse its formats.",
  fix: "Correct the type or the format, or state the format in the description.",
});

/**
 * The types that each format of numbers allows. A format that is not listed here is for strings. The formats
 * of 64-bit integers also allow strings, because such integers are often written as text.
 */
const typesOf: Readonly<Record<string, readonly TypeName[]>> = {
  float: ["number"],
  double: ["number"],
  decimal: ["number", "string"],
  int32: ["integer"],
  int64: ["integer", "string"],
  uint64: ["integer", "string"],
};

/** The formats that Gemini's Schema has for each type. Gemini refuses or ignores any other format. */
const geminiFormats: Readonly<Record<string, readonly string[]>> = {
  STRING: ["enum", "date-time"],
  NUMBER: ["float", "double"],
  INTEGER: ["int32", "int64"],
  BOOLEAN: [],
  ARRAY: [],
  OBJECT: [],
};

/**
 * Reports a format that fits none of the types of its schema. Each combination of format and types is
 * reported once.
 */
export const formatOfAnotherType: SchemaRule = {
  reports: [TP447],
  check: ({ schema, at }, checking) => {
    const { format, type = [] } = schema;
    if (format === undefined || !formats.has(format)) return;
    const types = [type].flat().filter((name) => name !== "null");
    const of = typesOf[format] ?? ["string"];
    if (types.length === 0 || types.some((name) => of.includes(name))) return;
    if (isFirst(checking, `TP447 ${types.join()} ${format}`))
      checking.report.add(TP447, within(at, "format"), { format, types, of });
  },
};

/**
 * Checks the formats of a verbatim declaration. The declaration is sent unchanged, so a format that Gemini
 * does not have is reported.
 */
export const formatOfDeclaration: ToolRule = {
  reports: [TP447],
  check: ({ verbatim, origin }, { report }) => {
    const visit = (schema: unknown, at: Origin, isResponse: boolean): void => {
      if (typeof schema !== "object" || schema === null) return;
      const { type, format, properties, items, anyOf } = schema as Readonly<Record<string, unknown>>;
      const word = String(type).toUpperCase();
      const known = geminiFormats[word];
      const isUnsupported =
        typeof format === "string" && formats.has(format) && known?.includes(format) === false;
      // `formatOfAnotherType` reports the other wrong formats of the parameters. The response has no other
      // check.
      const isTextFormat =
        word === "STRING" && isUnsupported && (typesOf[format] ?? ["string"]).includes("string");
      if (isUnsupported && (isTextFormat || isResponse))
        report.add(TP447, within(at, "format"), { format, types: [word], known });
      for (const [name, child] of Object.entries(properties ?? {}))
        visit(child, within(at, "properties", name), isResponse);
      visit(items, within(at, "items"), isResponse);
      for (const [index, child] of (Array.isArray(anyOf) ? anyOf : []).entries())
        visit(child, within(at, "anyOf", index), isResponse);
    };
    for (const key of ["parameters", "response"])
      visit(verbatim?.[key], within(origin, "declaration", key), key === "response");
  },
};
