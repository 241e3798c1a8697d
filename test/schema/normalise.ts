import { createReport } from "../../generator/diagnostics/report.js";
import type { Schema, SchemaDialect } from "../../generator/ir.js";
import { normaliseSchema } from "../../generator/schema/normalise-schema.js";
import { documentsOf, foreignOf } from "./foreign.js";

export interface Normalised {
  readonly schema: Schema | undefined;
  readonly defs: Readonly<Record<string, Schema>>;
  /** `TP303 /properties/a/minLength message`, sorted. */
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

/** The normal form of a schema in which nothing is to be complained about. */
export function normalForm(...given: Parameters<typeof normalise>): Schema | undefined {
  const { schema, problems } = normalise(...given);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return schema;
}

/** Without origins, which are symbols. */
function plain(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema)) as Schema;
}
