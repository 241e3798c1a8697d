import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { range } from "../requirements/citations.js";

const folder = fileURLToPath(new URL(".", import.meta.url));

it("every item of the founding documents is here, each once", () => {
  const numbers = readdirSync(folder)
    .filter((file) => file.endsWith(".test.ts"))
    .flatMap((file) => [
      ...readFileSync(`${folder}${file}`, "utf8").matchAll(/\b(?:item|offline|python)\(\s*"(S\d-\d+)"/g),
    ])
    .map(([, number]) => number);
  const counts = { S0: 53, S1: 58, S2: 62, S3: 47, S4: 26 };
  const all = Object.entries(counts).flatMap(([series, count]) => range(`${series}-`, 1, count));
  const expected = all.filter((number) => number !== "S0-53");
  expect(expected.length).toBe(245);
  expect([...numbers].sort()).toEqual([...expected].sort());
});
