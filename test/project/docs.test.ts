import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { defaultOptions } from "../../generator/options.js";
import { defaultLimits } from "../../generator/read/read.js";

const root = new URL("../../", import.meta.url);

describe("ARCHITECTURE.md", () => {
  const text = readFileSync(new URL("ARCHITECTURE.md", root), "utf8");
  const rows = [...text.matchAll(/^\| `([^`]+\/)` +\|/gm)].map(([, folder = ""]) => folder);

  /** A folder with files, and those below it. */
  const foldersBelow = (folder: string): string[] =>
    readdirSync(new URL(folder, root), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^(?:dist|node_modules|__pycache__)$/.test(entry.name))
      .flatMap(({ name }) => foldersBelow(`${folder}${name}/`))
      .concat(folder);

  it("has a line for every folder of the sources, and for no other", () => {
    const folders = ["generator/", "runtime/", "gemini-rules/", "testing/", "templates/", "schema/"];
    expect(rows.sort()).toEqual(folders.flatMap(foldersBelow).sort());
  });

  it("names files that exist", () => {
    const names = [
      ...text.matchAll(
        /`((?:generator|runtime|gemini-rules|testing|templates|schema|test|docs)\/[\w./-]+)`/g,
      ),
    ];
    expect(names.length).toBeGreaterThan(30);
    expect(names.map(([, name = ""]) => name).filter((name) => !existsSync(new URL(name, root)))).toEqual([]);
  });

  it("stays short enough to be read", () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(12 * 1024);
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

describe("the documents", () => {
  const pages = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CHANGELOG.md",
    "runtime/README.md",
  ];
  const docs = readdirSync(new URL("docs/", root), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file.replaceAll("\\", "/")}`);

  it.each([...pages, ...docs])("%s names no host, registry or absolute path", (page) => {
    const text = readFileSync(new URL(page, root), "utf8");
    const named =
      /\b127\.0\.0\.1|\blocalhost\b|\bregistry\b|npmjs|unpkg|(?<![\w.])\/(?:home|root|tmp|work)\//g;
    expect(text.match(named) ?? []).toEqual([]);
  });
});
