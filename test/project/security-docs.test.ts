import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const docs = readFileSync(new URL("../../docs/security.md", import.meta.url), "utf8");

it("names a test file that exists in every row of the threat table", () => {
  const rows = docs.split("\n").filter((line) => line.startsWith("|") && line.includes("`"));
  const named = rows.map(
    (row) =>
      row
        .split("|")
        .at(-2)
        ?.match(/`([\w/*-]+)`/g) ?? [],
  );
  expect(named.every((names) => names.length > 0)).toBe(true);
  const files = named
    .flat()
    .map((name) => name.slice(1, -1))
    .filter((name) => !name.endsWith("*"));
  const missing = files.filter((name) => !existsSync(new URL(`../../test/${name}.test.ts`, import.meta.url)));
  expect(missing).toEqual([]);
});
