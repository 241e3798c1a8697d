import { nearest } from "../../base/nearest.js";
import { within } from "../../base/origin.js";
import type { SchemaRule } from "../rule.js";
import { defineProblem } from "../../diagnostics/catalogue/definition.js";

const TP410 = defineProblem<{ property: string }>("TP410", {
  title: "required but not described",
  severity: "warning",
  message: (p) => `${JSON.stringify(p.property)} is required but is not among the properties`,
  cause: "The required property has no schema.",
  fix: "Add it to properties, or remove it from required.",
});

/**
 * A complete schema must describe every property that it requires. A branch, such as a member of `anyOf`, may
 * require a property that its parent describes.
 */
export const requiredWithoutProperty: SchemaRule = {
  reports: [TP410],
  check: ({ schema, at, partial }, { report }) => {
    if (partial || schema.required === undefined) return;
    const { properties = {}, patternProperties, additionalProperties } = schema;
    const openEnded = [
      patternProperties,
      schema.allOf,
      schema.anyOf,
      schema.oneOf,
      schema.if,
      schema.dependentSchemas,
    ];
    if (openEnded.some((part) => part !== undefined) || typeof additionalProperties === "object") return;
    for (const [index, name] of schema.required.entries()) {
      if (Object.hasOwn(properties, name)) continue;
      const near = nearest(name, Object.keys(properties));
      report.add(
        TP410,
        within(at, "required", index),
        { property: name },
        near === undefined ? {} : { help: `did you mean "${near}"?` },
      );
    }
  },
};
