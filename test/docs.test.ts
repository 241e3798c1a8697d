import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { mapFiles, withMap } from "../docs/map-files.js";

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
