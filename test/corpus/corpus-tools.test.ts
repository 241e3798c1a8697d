import { describe, expect, it } from "vitest";
import { corpus } from "../helpers/corpora.js";
import { faultsOf, travel } from "./judge-tools.js";
import { readCorpora } from "./tool-documents.js";
import { compileForeign, compileMcp } from "../helpers/foreign-tools.js";
import { seed } from "../helpers/seeded.js";
import { Random } from "../validators/random.js";

/**
 * The number of values for each tool. If this variable is set, as in `CORPUS_VALUES=200`, every tool is tried
 * with values.
 */
const extended = process.env["CORPUS_VALUES"];
const valuesPerTool = Number(extended ?? 4);
/** By default, only every tenth function of the large corpus `bfcl` is tried with values. */
const share = (name: string): number => (extended === undefined && name === "bfcl" ? 10 : 1);

describe("tools of real servers and benchmarks", () => {
  it.each(readCorpora(corpus).map((one) => [one.name, one.documents] as const))(
    "%s: all tools are declared, and every valid value can be encoded and decoded",
    (name, documents) => {
      const random = new Random(seed);
      const count = { tools: 0, declared: 0, values: 0, encoded: 0 };
      const faults: string[] = [];
      for (const document of documents) {
        const compiled = compileForeign(document);
        count.tools += document.tools;
        count.declared += compiled.tools.length;
        faults.push(...faultsOf(compiled));
        for (const tool of compiled.tools.filter((_, index) => index % share(name) === 0)) {
          const travels = travel(tool, compiled, random, valuesPerTool);
          count.values += travels.values;
          count.encoded += travels.encoded;
          faults.push(...travels.faults);
        }
      }
      console.log(`${name}: ${JSON.stringify(count)}`);
      expect(faults).toEqual([]);
      expect(count.declared).toBe(count.tools);
      expect(count.values).toBeGreaterThan(count.tools / share(name));
    },
    600_000,
  );
});

describe("branches with different properties of one object", () => {
  it("can be sent together, and each alone", () => {
    const list = { type: "array", items: { type: "string" } };
    const branches = [
      { properties: { include: list, depth: { type: "integer", format: "int64" } }, required: ["include"] },
      {
        properties: { exclude: list, labels: { type: "object", additionalProperties: list } },
        required: ["exclude"],
      },
    ];
    const schema = {
      type: "object",
      properties: { tests: { type: "object", anyOf: branches } },
      required: ["tests"],
    };
    const compiled = compileMcp([schema]);
    const [tool] = compiled.tools;
    const travels = travel(tool!, compiled, new Random(seed), 400);
    expect(travels.faults).toEqual([]);
    expect(travels.encoded).toBeGreaterThan(200);
  });
});
