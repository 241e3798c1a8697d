import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { mapFiles, withMap } from "../docs/map-files.js";
import { defaultOptions } from "../generator/options.js";
import { defaultLimits } from "../generator/read.js";

const root = new URL("../", import.meta.url);

describe("ARCHITECTURE.md", () => {
  it("has a line for every file, as `npm run docs` writes it", () => {
    const document = readFileSync(new URL("ARCHITECTURE.md", root), "utf8");
    expect(document).toBe(withMap(document, mapFiles(root)));
  });

  it("has something to say about each", () => {
    const silent = mapFiles(root)
      .split("\n")
      .filter((line) => /^\| `[^`]+` \|\s*\|$/.test(line));
    expect(silent).toEqual([]);
  });
});

describe("docs/config.md", () => {
  const text = readFileSync(new URL("docs/config.md", root), "utf8");
  const { budgets, severity: _severity, ...single } = defaultOptions;

  it.each(Object.entries(single))("has a row for %s with its default", (name, value) => {
    expect(text).toMatch(new RegExp(`^\\| \`${name}\` +\\| \`?${value}\`? `, "m"));
  });

  it.each(Object.entries({ ...budgets, ...defaultLimits, depth: budgets.depth }))(
    "says what %s is by default",
    (name, value) => expect(text).toContain(`\`${name}\` ${value}`),
  );
});
