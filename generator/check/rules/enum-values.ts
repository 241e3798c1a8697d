import { canonical } from "../../base/canonical.js";
import { within } from "../../base/origin.js";
import { typeOf } from "../values/accepts-scalar.js";
import { showJson } from "../../base/show-value.js";
import type { SchemaRule } from "../rule.js";
import { defineProblem } from "../../diagnostics/catalogue/definition.js";

const TP411 = defineProblem<{ value: string }>("TP411", {
  title: "repeated enum value",
  severity: "warning",
  message: (p) => `enum lists ${p.value} twice`,
  cause: "The second value has no effect.",
  fix: "Remove one of them.",
});

const TP412 = defineProblem<{ of: string }>("TP412", {
  title: "empty enum",
  severity: "error",
  message: (p) => `enum of ${JSON.stringify(p.of)} allows no value at all`,
  cause: "An enum lists the allowed values; an empty one allows none.",
  fix: "List the values, or remove the enum.",
  foreign: "The enum is ignored.",
});

const TP434 = defineProblem<{ value: string; type: string }>("TP434", {
  title: "enum value of another type",
  severity: "warning",
  message: (p) => `enum lists ${p.value}, which is not of type ${p.type}`,
  cause:
    "Type and enum must both hold, so the value is never allowed. YAML reads 1, true and null as a number, a boolean and null; in quotes they are strings.",
  fix: "Quote the value, correct the type, or remove the value.",
});

/** An enum must have at least one value. */
export const emptyEnum: SchemaRule = {
  reports: [TP412],
  check: ({ schema, at, name }, { report }) => {
    if (schema.enum?.length === 0) report.add(TP412, within(at, "enum"), { of: name });
  },
};

export const enumValueOfAnotherType: SchemaRule = {
  reports: [TP434],
  check: ({ schema, at }, { report }) => {
    if (schema.type === undefined) return;
    const types: readonly string[] = [schema.type].flat();
    for (const [index, value] of (schema.enum ?? []).entries()) {
      const actual = typeOf(value);
      if (types.includes(actual) || (actual === "integer" && types.includes("number"))) continue;
      report.add(TP434, within(at, "enum", index), { value: showJson(value), type: types.join(" or ") });
    }
  },
};

export const repeatedEnumValue: SchemaRule = {
  reports: [TP411],
  check: ({ schema, at }, { report }) => {
    const first = new Map<string, number>();
    for (const [index, value] of (schema.enum ?? []).entries()) {
      const print = canonical(value);
      const earlier = first.get(print);
      if (earlier === undefined) first.set(print, index);
      else
        report.add(
          TP411,
          within(at, "enum", index),
          { value: showJson(value) },
          {
            related: [{ message: "first listed here", at: within(at, "enum", earlier) }],
          },
        );
    }
  },
};
