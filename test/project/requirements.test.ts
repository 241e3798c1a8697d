import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { citations, expand, range, rowsWithoutTest, titlesOf } from "../requirements/citations.js";

const cited = citations();

/** The number of requirements of each of the five documents. */
const documents: Readonly<Record<string, number>> = { S0: 53, S1: 58, S2: 62, S3: 47, S4: 26 };
for (const [series, count] of Object.entries(documents)) {
  const numbers = range(`${series}-`, 1, count);
  const tests = new Set(numbers.flatMap((number) => cited.get(number) ?? []));
  const open = numbers.filter((number) => !cited.has(number));
  console.log(
    `${series}: ${count - open.length} of ${count} requirements cited by ${tests.size} tests${open.length > 0 ? `; not ${open.join(", ")}` : ""}`,
  );
}
if (process.env["CITATIONS"] === "1") console.log(JSON.stringify(Object.fromEntries(cited), null, 2));

/** The requirements that tests of the runtime must name. */
const required: Readonly<Record<string, readonly string[]>> = {
  "configuration and loops": range("S0-", 16, 52),
  "calls, parts, requests and responses": range("S1-", 20, 35),
  "the workflow with a local handler": range("S1-", 44, 52),
  "the wire, examples and cautions": range("S3-", 1, 47),
  "declarations and sources": range("S0-", 2, 15),
  "structures of declarations": range("S1-", 8, 19),
  "the bridge": range("S1-", 36, 43),
  "Amazon Q": range("S2-", 1, 62),
  "the reference of Tool and Schema": range("S4-", 1, 26),
};

describe("requirements", () => {
  it.each(Object.entries(required))("about %s are all cited by a test", (_topic, numbers) => {
    expect(numbers.filter((number) => !cited.has(number))).toEqual([]);
  });

  it("are mapped to tests that exist, each once in its file", () => {
    expect(rowsWithoutTest()).toEqual([]);
  });

  it("are named by number or as ranges", () => {
    expect(["S0-16", "S0-41 to S0-43", "C6"].flatMap(expand)).toEqual([
      "S0-16",
      "S0-41",
      "S0-42",
      "S0-43",
      "C6",
    ]);
    expect(() => expand("SHA-256")).toThrow("SHA-256 is not a requirement number");
  });

  it("are mapped by test/requirements/tests.json, not in titles", () => {
    const tests = fileURLToPath(new URL("..", import.meta.url));
    const files = readdirSync(tests, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".test.ts"),
    );
    const numbered = files.flatMap((file) =>
      titlesOf(`${tests}${file}`).filter((title) => /\b(?:S\d-\d+|C\d+|A-F\d+)\b/.test(title)),
    );
    expect(numbered).toEqual([]);
  });
});
