import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { versions } from "../engines/install.js";

// `npm run test:engines` type-checks and runs the examples; the checks here need no engine.

const folder = new URL("../../examples/durable/", import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, folder), "utf8");

it.each(readdirSync(folder).filter((file) => file.endsWith(".ts")))(
  "examples/durable/%s is short",
  (file) => {
    expect(read(file).trimEnd().split("\n").length).toBeLessThanOrEqual(60);
  },
);

it("the examples have the versions of the engines that are tested", () => {
  const { dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<
    string,
    Record<string, string>
  >;
  const tested: Readonly<Record<string, string>> = versions;
  const named = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([name]) => !name.includes("toolpress"),
  );
  expect(named.filter(([name, version]) => tested[name] !== version)).toEqual([]);
  expect(named.length).toBeGreaterThan(6);
});
