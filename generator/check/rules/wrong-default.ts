import type { Json, SchemaObject } from "../../ir.js";
import { within } from "../../base/origin.js";
import { type Fault, findFaults } from "../values/accepts.js";
import { safeAcceptance } from "../safe-acceptance.js";
import { showJson } from "../../base/show-value.js";
import { defineProblem } from "../../diagnostics/catalogue/definition.js";

const TP413 = defineProblem<{ value: string; problem: string }>("TP413", {
  title: "default that is not allowed",
  severity: "error",
  message: (p) => `default ${p.value} does not fit its own schema: ${p.problem}`,
  cause: "A default replaces a missing argument, and the schema does not allow this value.",
  fix: "Correct the default or the schema.",
  foreign: "The default is ignored.",
});

const TP415 = defineProblem<{ value: string; problem: string }>("TP415", {
  title: "example value that is not allowed",
  severity: "warning",
  message: (p) => `example ${p.value} does not fit its own schema: ${p.problem}`,
  cause: "A call that follows the example is refused.",
  fix: "Correct the example or the schema.",
});
import type { Checking, SchemaRule, SchemaVisit } from "../rule.js";

/**
 * Checks the defaults of arguments. Defaults of results are not checked, because the service fills in such defaults.
 */
export const wrongDefault: SchemaRule = {
  reports: [TP413],
  check: ({ schema, at, side, resolve }, { report, patterns }) => {
    if (side === "output") return;
    const fault = faultOfDefault(schema, resolve, patterns);
    if (fault !== undefined)
      report.add(TP413, within(at, "default"), {
        value: showJson(schema.default as Json),
        problem: problemOf(fault),
      });
  },
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

export const wrongSchemaExample: SchemaRule = {
  reports: [TP415],
  check: ({ schema, at, resolve }, { report, patterns }) => {
    for (const [index, example] of (schema.examples ?? []).entries()) {
      const [fault] = findFaults(schema, example, safeAcceptance(resolve, patterns));
      if (fault !== undefined)
        report.add(TP415, within(at, "examples", index), {
          value: showJson(example),
          problem: problemOf(fault),
        });
    }
  },
};

/** Formats a fault, such as `address.street must be string`. */
export function problemOf({ path, must }: Fault): string {
  return path.length === 0 ? `it must ${must}` : `${path.join(".")} must ${must}`;
}
