import { describe, expect, it } from "vitest";
import { validate } from "../../runtime/validate/validate.js";
import { createReport } from "../../generator/diagnostics/report.js";
import { normaliseSchema } from "../../generator/schema/normalise-schema.js";
import { documentsOf, foreignOf } from "../schema/foreign.js";
import { compileCheck } from "./compile-checks.js";
import { slice } from "./slice.js";

describe("generated checks", () => {
  it.each(slice.map((group) => [group.says, group] as const))(
    "support %s",
    (_, { schema, dialect, unknown = "allow", valid, invalid }) => {
      const report = createReport();
      const normalised = normaliseSchema(foreignOf(schema, dialect), { documents: documentsOf(), report })!;
      expect(report.hasErrors).toBe(false);
      const check = compileCheck(normalised.schema, {
        defs: Object.fromEntries(normalised.defs),
        unknown,
      });
      const refused = valid.filter((value) => !validate(check, value).ok);
      const accepted = invalid.filter((value) => validate(check, value).ok);
      expect({ refused, accepted }).toEqual({ refused: [], accepted: [] });
    },
  );
});
