import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { createReport } from "../../generator/diagnostics/report.js";
import type { Documents } from "../../generator/base/documents.js";
import { CannotCheck } from "../../generator/emit/validator/cannot-check.js";
import type { Schema, SchemaDialect } from "../../generator/ir.js";
import { normaliseSchema } from "../../generator/schema/normalise-schema.js";
import type { Check } from "../../runtime/validate/issues.js";
import { validate } from "../../runtime/validate/validate.js";
import { documentOf } from "../schema/foreign.js";
import { compileCheck } from "./compile-checks.js";

export interface SuiteGroup {
  readonly file: string;
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

/**
 * Returns the groups in a folder of the suite, in the order of file names. Folders inside of it are left out.
 */
export function readGroups(folder: string): SuiteGroup[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".json"))
    .map((entry) => entry.name)
    .sort()
    .flatMap((file) =>
      (JSON.parse(readFileSync(join(folder, file), "utf8")) as Omit<SuiteGroup, "file">[]).map((group) => ({
        ...group,
        file,
      })),
    );
}

/** Returns the remote schemas of the suite and the metaschemas, each with its address. */
export function readRemotes(suite: string): ReadonlyMap<string, unknown> {
  const remotes = join(suite, "remotes");
  const files = readdirSync(remotes, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const found = new Map<string, unknown>();
  for (const entry of files) {
    const path = join(entry.parentPath, entry.name);
    found.set(
      `http://localhost:1234/${relative(remotes, path).replaceAll("\\", "/")}`,
      JSON.parse(readFileSync(path, "utf8")),
    );
  }
  for (const metaschema of readMetaschemas()) {
    const { $id, id } = metaschema as { $id?: string; id?: string };
    found.set(($id ?? id)!.replace(/#$/, ""), metaschema);
  }
  return found;
}

function readMetaschemas(): unknown[] {
  const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));
  const folder = join(modules, "ajv/dist/refs/json-schema-2020-12");
  const files = [
    join(modules, "ajv/dist/refs/json-schema-draft-07.json"),
    join(modules, "ajv-draft-04/dist/refs/json-schema-draft-04.json"),
    join(folder, "schema.json"),
    ...readdirSync(join(folder, "meta")).map((name) => join(folder, "meta", name)),
  ];
  return files.map((file) => JSON.parse(readFileSync(file, "utf8")) as unknown);
}

export type Outcome =
  | { readonly kind: "right" }
  | { readonly kind: "wrong"; readonly description: string; readonly data: unknown }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Returns the schema of a group in normal form. The schema is a document of its own, to which the argument
 * `v` of a tool refers.
 */
export function normalisedGroup(
  group: SuiteGroup,
  dialect: SchemaDialect,
  remotes: ReadonlyMap<string, unknown>,
):
  | { readonly schema: Schema; readonly defs: Readonly<Record<string, Schema>> }
  | { readonly refused: string } {
  const wrapper = { type: "object", properties: { v: { $ref: "schema.json" } }, required: ["v"] };
  const files = new Map(
    [...remotes, ["schema.json", group.schema]].map(([name, value]) => [
      name as string,
      documentOf(value, name as string),
    ]),
  );
  const documents: Documents = {
    open: (reference) => files.get(reference) ?? { refused: "missing", reference },
  };
  const report = createReport();
  const origin = { document: documentOf(wrapper, "tool.json"), path: [] };
  const normalised = normaliseSchema({ value: wrapper, dialect, origin }, { documents, report });
  if (normalised === undefined || report.hasErrors) {
    const problems = report.sorted().map(({ code, message }) => `${code} ${message}`);
    return { refused: problems.join("; ") };
  }
  return { schema: normalised.schema, defs: Object.fromEntries(normalised.defs) };
}

/** Runs a group. Properties may have any name. */
export function runGroup(
  group: SuiteGroup,
  dialect: SchemaDialect,
  remotes: ReadonlyMap<string, unknown>,
  formats: "assert" | "annotate",
): Outcome[] {
  const refused = (reason: string): Outcome[] => group.tests.map(() => ({ kind: "refused", reason }));
  let check: Check;
  try {
    const normalised = normalisedGroup(group, dialect, remotes);
    if ("refused" in normalised) return refused(normalised.refused);
    check = compileCheck(normalised.schema, { defs: normalised.defs, unknown: "allow", formats });
  } catch (error) {
    if (error instanceof CannotCheck) return refused(error.message);
    throw error;
  }
  return group.tests.map(({ description, data, valid }) => {
    const { ok } = validate(check, { v: data });
    return ok === valid
      ? { kind: "right" }
      : { kind: "wrong", description: `${group.description}: ${description}`, data };
  });
}
