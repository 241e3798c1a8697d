import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { mapFiles, withMap } from "../../docs/map-files.js";
import { defaultOptions } from "../../generator/options.js";
import { defaultLimits } from "../../generator/read/read.js";

const root = new URL("../../", import.meta.url);

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

describe("SECURITY.md", () => {
  const text = readFileSync(new URL("SECURITY.md", root), "utf8");
  const lock = JSON.parse(readFileSync(new URL("package-lock.json", root), "utf8")) as {
    packages: Record<
      string,
      { dev?: boolean; devOptional?: boolean; peer?: boolean; hasInstallScript?: boolean }
    >;
  };
  const brought = Object.entries(lock.packages).flatMap(([path, { dev, devOptional, peer, ...rest }]) =>
    path === "" || path === "runtime" || dev || devOptional || peer
      ? []
      : [{ name: path.replace(/^.*node_modules\//, ""), ...rest }],
  );
  /** The native binaries of oxfmt; a platform gets one of them. */
  const isBinary = (name: string): boolean => name.startsWith("@oxfmt/binding-");

  it("names every package that an installation brings, and counts them", () => {
    const names = [...new Set(brought.map(({ name }) => name))].filter((name) => !isBinary(name));
    const rows = text.split("\n").filter((line) => line.startsWith("|"));
    expect(names.filter((name) => !rows.some((row) => row.split(/[|, ]+/).includes(name)))).toEqual([]);
    // With one binary, and toolpress itself.
    expect(text).toContain(`brings ${names.length + 2} packages`);
  });

  it("says truly that none of them runs a script when it is installed", () => {
    expect(text).toContain("no install scripts");
    expect(brought.filter(({ hasInstallScript }) => hasInstallScript)).toEqual([]);
  });
});
