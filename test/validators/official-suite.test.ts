/**
 * A name with dashes as its third and fourth character. RFC 5891 refuses it. RFC 1123, which draft-04
 * follows, allows it.
 */
const missedInDraft4 = ["hostname.json ab--cd.example"];

/** Values that our checks accept and the suite refuses. */
const missedFormats = [
  // RFC 5892 restricts characters by their context. Our check does not decode encoded labels, so it misses
  // such characters in them.
  "hostname.json xn--07jt112bpxg.xn--9t4b11yi5a",
  "hostname.json xn--chb89f",
  "hostname.json xn--07jceefgh4c",
  "hostname.json xn--al-0ea",
  "hostname.json xn--l-fda",
  "hostname.json xn--la-0ea",
  "hostname.json xn--l-gda",
  "hostname.json xn--S-jib3p",
  "hostname.json xn--wva3j",
  "hostname.json xn--5db1e",
  "hostname.json xn--5db3e",
  "hostname.json xn--defabc-k64e",
  "hostname.json xn--vek",
  "hostname.json XN--aa---o47jg78q",
  "idn-hostname.json XN--aa---o47jg78q",
  // The label has a second joiner. Our check only examines the first one.
  "idn-hostname.json \\u0915\\u094d\\u200c\\u0937x\\u200cy",
  // RFC 5893 restricts names that mix left-to-right and right-to-left writing. Our check does not implement
  // it.
  "idn-hostname.json 0a.\\u05d0",
  "idn-hostname.json 0\\u0627",
  "idn-hostname.json a\\u05d0",
  // These labels are encoded, too.
  "idn-hostname.json xn--7a",
  "idn-hostname.json xn--0ca24w",
  // In the suite, these names are longer than 253 characters. They are shortened here.
  "idn-hostname.json aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  "idn-hostname.json xn---9uc",
];

import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SchemaDialect } from "../../generator/ir.js";
import { corpus } from "../helpers/corpora.js";
import { readGroups, readRemotes, runGroup } from "./suite.js";

const suite = corpus("json-schema-test-suite");

/**
 * Groups that the compiler refuses: a custom vocabulary decides the meaning of keywords, and generated checks
 * do not support that.
 */
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
  ])("%s: every supported test has the verdict of the suite", (folder, dialect, decided) => {
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

  it.each<[string, SchemaDialect, number]>([
    ["draft4", "draft-04", 0.99],
    ["draft7", "draft-07", 0.96],
    ["draft2020-12", "2020-12", 0.96],
  ])("%s: optional format tests, except encoded international host names", (folder, dialect, share) => {
    const path = join(suite!, "tests", folder, "optional/format");
    expect(existsSync(path)).toBe(true);
    const outcomes = readGroups(path).flatMap((group) =>
      runGroup(group, dialect, remotes, "assert").map((outcome) => ({ ...outcome, file: group.file })),
    );
    const missed = outcomes.filter(({ kind }) => kind !== "right");
    console.log(`${folder} formats: ${outcomes.length - missed.length} of ${outcomes.length} right`);
    const names = missed.map((miss) => `${miss.file} ${"data" in miss ? asciiOf(miss.data) : miss.kind}`);
    expect(names).toEqual(folder === "draft4" ? missedInDraft4 : missedFormats);
    expect(1 - missed.length / outcomes.length).toBeGreaterThanOrEqual(share);
  });
});

/** Returns a host name in ASCII. A long name is shortened. */
function asciiOf(data: unknown): string {
  return String(data)
    .replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .slice(0, 40);
}
