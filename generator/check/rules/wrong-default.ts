import type { Json, SchemaObject } from "../../ir.js";
import { within } from "../../base/origin.js";
import { type Fault, findFaults } from "../values/accepts.js";
import { safeAcceptance } from "../safe-acceptance.js";
import { showJson } from "../../base/show-value.js";
import type { Checking, SchemaRule, SchemaVisit } from "../rule.js";

/**
 * Checks the defaults of arguments. Defaults of results are not checked: they describe what the service does.
 */
export const wrongDefault: SchemaRule = ({ schema, at, side, resolve }, { report, patterns }) => {
  if (side === "output") return;
  const fault = faultOfDefault(schema, resolve, patterns);
  if (fault !== undefined)
    report.add("TP413", within(at, "default"), {
      value: showJson(schema.default as Json),
      problem: problemOf(fault),
    });
};

/** The reason why the schema forbids its own default. Undefined if the default is valid or missing. */
export function faultOfDefault(
  schema: SchemaObject,
  resolve: SchemaVisit["resolve"],
  patterns: Checking["patterns"],
): Fault | undefined {
  if (!Object.hasOwn(schema, "default")) return undefined;
  return findFaults(schema, schema.default as Json, safeAcceptance(resolve, patterns))[0];
}

export const wrongSchemaExample: SchemaRule = ({ schema, at, resolve }, { report, patterns }) => {
  for (const [index, example] of (schema.examples ?? []).entries()) {
    const [fault] = findFaults(schema, example, safeAcceptance(resolve, patterns));
    if (fault !== undefined)
      report.add("TP415", within(at, "examples", index), {
        value: showJson(example),
        problem: problemOf(fault),
      });
  }
};

/** Formats a fault, such as `address.street must be string`. */
export function problemOf({ path, must }: Fault): string {
  return path.length === 0 ? `it must ${must}` : `${path.join(".")} must ${must}`;
}
