import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { accepts } from "../../generator/check/values/accepts.js";
import { createReport } from "../../generator/diagnostics/report.js";
import type { Documents } from "../../generator/base/documents.js";
import type { Json, SchemaDialect } from "../../generator/ir.js";
import { normaliseSchema } from "../../generator/schema/normalise-schema.js";
import { documentsOf, foreignOf } from "./foreign.js";
import { metaschemas } from "./metaschemas.js";

const suite = fileURLToPath(new URL("../../../shared/corpora/json-schema-test-suite", import.meta.url));

interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
}

interface Tally {
  right: number;
  refused: string[];
  wrong: string[];
}

function jsonFiles(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? jsonFiles(join(folder, entry.name))
      : entry.name.endsWith(".json")
        ? [join(folder, entry.name)]
        : [],
  );
}

function remotes(): Documents {
  const files: Record<string, unknown> = { ...metaschemas() };
  for (const file of jsonFiles(join(suite, "remotes")))
    files[`http://localhost:1234/${relative(join(suite, "remotes"), file)}`] = JSON.parse(
      readFileSync(file, "utf8"),
    );
  return documentsOf(files);
}

function run(folder: string, dialect: SchemaDialect): Tally {
  const tally: Tally = { right: 0, refused: [], wrong: [] };
  const documents = remotes();
  for (const file of readdirSync(join(suite, "tests", folder)).filter((name) => name.endsWith(".json"))) {
    const groups = JSON.parse(readFileSync(join(suite, "tests", folder, file), "utf8")) as Group[];
    for (const group of groups) {
      const report = createReport();
      const normalised = normaliseSchema(foreignOf(group.schema, dialect), { documents, report });
      for (const test of group.tests) {
        const name = `${file}: ${group.description}: ${test.description}`;
        if (normalised === undefined) {
          tally.refused.push(
            `${name} (${report
              .sorted()
              .filter(({ severity }) => severity === "error")
              .map(({ code, message }) => `${code} ${message}`)
              .join("; ")})`,
          );
          continue;
        }
        const verdict = accepts(normalised.schema, test.data, { resolve: (def) => normalised.defs.get(def) });
        if (verdict === test.valid) tally.right += 1;
        else tally.wrong.push(name);
      }
    }
  }
  return tally;
}

describe.each([
  { folder: "draft4", dialect: "draft-04", share: 0.98 },
  { folder: "draft7", dialect: "draft-07", share: 0.98 },
  { folder: "draft2020-12", dialect: "2020-12", share: 0.95 },
] as const)("the official suite of $folder", ({ folder, dialect, share }) => {
  it("keeps its meaning through normalisation: every difference is reported", () => {
    if (!existsSync(suite)) {
      console.log(`${folder}: the corpus is absent, nothing was compared`);
      expect(process.env["REQUIRE_CORPORA"]).not.toBe("1");
      return;
    }
    const { right, refused, wrong } = run(folder, dialect);
    const all = right + refused.length + wrong.length;
    console.log(`${folder}: ${right} right, ${wrong.length} wrong, ${refused.length} refused of ${all}`);
    if (process.env["SHOW_REFUSED"]) console.log(refused.join("\n"));
    expect(wrong).toEqual([]);
    expect(right / all).toBeGreaterThan(share);
  });
});
