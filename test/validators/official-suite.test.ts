import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SchemaDialect } from "../../generator/ir.js";
import { corpus } from "../corpora.js";
import { readGroups, readRemotes, runGroup } from "./suite.js";

const suite = corpus("json-schema-test-suite");

/** Refused while generating: a vocabulary of one's own decides what keywords mean, and no generated check can promise that. */
const refusals: Readonly<Record<string, readonly string[]>> = {
  draft4: [],
  draft7: [],
  "draft2020-12": [
    "vocabulary.json: schema that uses custom metaschema with with no validation vocabulary",
    "vocabulary.json: ignore unrecognized optional vocabulary",
  ],
};

describe.runIf(suite !== undefined)("the official test suite", () => {
  const remotes = suite === undefined ? new Map<string, unknown>() : readRemotes(suite);

  it.each<[string, SchemaDialect, number]>([
    ["draft4", "draft-04", 618],
    ["draft7", "draft-07", 927],
    ["draft2020-12", "2020-12", 1_294],
  ])("%s: every decided test is decided as the suite says", (folder, dialect, decided) => {
    const groups = readGroups(join(suite!, "tests", folder));
    const outcomes = groups.flatMap((group) =>
      runGroup(group, dialect, remotes, "annotate").map((outcome) => ({ ...outcome, group })),
    );
    const wrong = outcomes.flatMap((outcome) => (outcome.kind === "wrong" ? [outcome.description] : []));
    const refused = outcomes
      .filter(({ kind }) => kind === "refused")
      .map(({ group }) => `${group.file}: ${group.description}`);
    const right = outcomes.length - wrong.length - refused.length;
    console.log(
      `${folder}: ${right} of ${outcomes.length} right, ${wrong.length} wrong, ${refused.length} refused`,
    );
    expect(wrong).toEqual([]);
    expect([...new Set(refused)]).toEqual(refusals[folder]);
    expect(right).toBeGreaterThanOrEqual(decided);
  });

  // What is missed is the context rules of international labels (RFC 5892, RFC 5893) inside their encoded form.
  it.each<[string, SchemaDialect, number]>([
    ["draft4", "draft-04", 0.99],
    ["draft7", "draft-07", 0.96],
    ["draft2020-12", "2020-12", 0.96],
  ])("%s: optional format tests, but for encoded international host names", (folder, dialect, share) => {
    const path = join(suite!, "tests", folder, "optional/format");
    expect(existsSync(path)).toBe(true);
    const outcomes = readGroups(path).flatMap((group) =>
      runGroup(group, dialect, remotes, "assert").map((outcome) => ({ ...outcome, file: group.file })),
    );
    const missed = outcomes.filter(({ kind }) => kind !== "right");
    console.log(`${folder} formats: ${outcomes.length - missed.length} of ${outcomes.length} right`);
    expect([...new Set(missed.map(({ file }) => file))].filter((file) => !file.includes("hostname"))).toEqual(
      [],
    );
    expect(1 - missed.length / outcomes.length).toBeGreaterThanOrEqual(share);
  });
});
