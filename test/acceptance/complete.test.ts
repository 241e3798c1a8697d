import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { range } from "../requirements/citations.js";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** Every item of the test files, with the name of the function that declares it. */
const items = readdirSync(folder)
  .filter((file) => file.endsWith(".test.ts"))
  .flatMap((file) => [
    ...readFileSync(`${folder}${file}`, "utf8").matchAll(/\b(item|pythonItem|offline)\(\s*"(S\d-\d+)"/g),
  ])
  .map(([, kind = "", number = ""]) => ({ kind, number }));

it("every item of the founding documents is here, each once", () => {
  const counts = { S0: 53, S1: 58, S2: 62, S3: 47, S4: 26 };
  const all = Object.entries(counts).flatMap(([series, count]) => range(`${series}-`, 1, count));
  const expected = all.filter((number) => number !== "S0-53");
  expect(expected.length).toBe(245);
  expect(items.map(({ number }) => number).sort()).toEqual([...expected].sort());
});

it("the README counts the items that run before both services", () => {
  const sending = items.filter(({ kind }) => kind === "item" || kind === "pythonItem").length;
  const readme = readFileSync(`${folder}README.md`, "utf8");
  expect(readme).toContain(`${sending} of them run over HTTP before both services`);
  expect(readme).toContain(`the other ${items.length - sending} have nothing to send to them`);
});
