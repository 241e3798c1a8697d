import { createReport } from "../../generator/diagnostics/report.js";
import type { Schema, SchemaDialect } from "../../generator/ir.js";
import { normaliseSchema } from "../../generator/schema/normalise-schema.js";
import { documentsOf, foreignOf } from "./foreign.js";

export interface Normalised {
  readonly schema: Schema | undefined;
  readonly defs: Readonly<Record<string, Schema>>;
  /** The problems as `TP303 /properties/a/minLength message`, sorted. */
  readonly problems: readonly string[];
  readonly helps: readonly string[];
}

/** Normalises one schema and returns the result as plain data. */
export function normalise(
  value: unknown,
  dialect: SchemaDialect = "2020-12",
  files: Readonly<Record<string, unknown>> = {},
): Normalised {
  const report = createReport();
  const result = normaliseSchema(foreignOf(value, dialect), { documents: documentsOf(files), report });
  const found = report.sorted();
  return {
    schema: result && plain(result.schema),
    defs: Object.fromEntries([...(result?.defs ?? [])].map(([name, schema]) => [name, plain(schema)])),
    problems: found.map(
      ({ code, location, message }) => `${code} ${location?.file.replace(/^[^#]*#/, "") ?? "-"} ${message}`,
    ),
    helps: found.map(({ help }) => help),
  };
}

/** Returns the normal form of a schema. Throws if the schema has a problem. */
export function normalForm(...given: Parameters<typeof normalise>): Schema | undefined {
  const { schema, problems } = normalise(...given);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return schema;
}

/** Copies a schema without its origins, which are symbols. */
function plain(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema)) as Schema;
}
