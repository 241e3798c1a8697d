import { formats } from "../../base/formats.js";
import { within, type Origin } from "../../base/origin.js";
import type { TypeName } from "../../ir.js";
import { isFirst } from "../once.js";
import type { SchemaRule, ToolRule } from "../rule.js";

/** The types of the formats of numbers. Any other format is for strings. 64-bit integers are often written as text. */
const typesOf: Readonly<Record<string, readonly TypeName[]>> = {
  float: ["number"],
  double: ["number"],
  decimal: ["number", "string"],
  int32: ["integer"],
  int64: ["integer", "string"],
  uint64: ["integer", "string"],
};

/** The formats of Gemini's own Schema, by its types. Gemini would refuse or ignore any other format. */
const geminis: Readonly<Record<string, readonly string[]>> = {
  STRING: ["enum", "date-time"],
  NUMBER: ["float", "double"],
  INTEGER: ["int32", "int64"],
  BOOLEAN: [],
  ARRAY: [],
  OBJECT: [],
};

/** Reports a format that fits none of the types. Each pair is reported once. */
export const formatOfAnotherType: SchemaRule = ({ schema, at }, checking) => {
  const { format, type = [] } = schema;
  if (format === undefined || !formats.has(format)) return;
  const types = [type].flat().filter((name) => name !== "null");
  const of = typesOf[format] ?? ["string"];
  if (types.length === 0 || types.some((name) => of.includes(name))) return;
  if (isFirst(checking, `TP447 ${types.join()} ${format}`))
    checking.report.add("TP447", within(at, "format"), { format, types, of });
};

/** A declaration is sent unchanged, so formats that only other systems know do not count. */
export const formatOfDeclaration: ToolRule = ({ verbatim, origin }, { report }) => {
  const visit = (schema: unknown, at: Origin, isResponse: boolean): void => {
    if (typeof schema !== "object" || schema === null) return;
    const { type, format, properties, items, anyOf } = schema as Readonly<Record<string, unknown>>;
    const word = String(type).toUpperCase();
    const known = geminis[word];
    const isOurs = typeof format === "string" && formats.has(format) && known?.includes(format) === false;
    // `formatOfAnotherType` also checks the parameters and reports their other errors. The response is not among its
    // schemas.
    const isOfText = word === "STRING" && isOurs && (typesOf[format] ?? ["string"]).includes("string");
    if (isOurs && (isOfText || isResponse))
      report.add("TP447", within(at, "format"), { format, types: [word], known });
    for (const [name, child] of Object.entries(properties ?? {}))
      visit(child, within(at, "properties", name), isResponse);
    visit(items, within(at, "items"), isResponse);
    for (const [index, child] of (Array.isArray(anyOf) ? anyOf : []).entries())
      visit(child, within(at, "anyOf", index), isResponse);
  };
  for (const key of ["parameters", "response"])
    visit(verbatim?.[key], within(origin, "declaration", key), key === "response");
};
