import { canonical } from "../../base/canonical.js";
import { within } from "../../base/origin.js";
import { typeOf } from "../values/accepts-scalar.js";
import { showJson } from "../../base/show-value.js";
import type { SchemaRule } from "../rule.js";

/** An enum must have values and must not repeat them. */
export const emptyEnum: SchemaRule = ({ schema, at, name }, { report }) => {
  if (schema.enum?.length === 0) report.add("TP412", within(at, "enum"), { of: name });
};

export const enumValueOfAnotherType: SchemaRule = ({ schema, at }, { report }) => {
  if (schema.type === undefined) return;
  const types: readonly string[] = [schema.type].flat();
  for (const [index, value] of (schema.enum ?? []).entries()) {
    const actual = typeOf(value);
    if (types.includes(actual) || (actual === "integer" && types.includes("number"))) continue;
    report.add("TP434", within(at, "enum", index), { value: showJson(value), type: types.join(" or ") });
  }
};

export const repeatedEnumValue: SchemaRule = ({ schema, at }, { report }) => {
  const first = new Map<string, number>();
  for (const [index, value] of (schema.enum ?? []).entries()) {
    const print = canonical(value);
    const earlier = first.get(print);
    if (earlier === undefined) first.set(print, index);
    else
      report.add(
        "TP411",
        within(at, "enum", index),
        { value: showJson(value) },
        {
          related: [{ message: "first listed here", at: within(at, "enum", earlier) }],
        },
      );
  }
};
