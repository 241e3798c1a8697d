import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { dialects } from "../../generator/dialects/index.js";
import { exportTargets } from "../../generator/export/index.js";
import { specFlags } from "../../generator/cli/commands/spec-flags.js";
import { defaultOptions } from "../../generator/options.js";
import { defaultLimits } from "../../generator/read/read.js";

const root = new URL("../../", import.meta.url);

describe("ARCHITECTURE.md", () => {
  const text = readFileSync(new URL("ARCHITECTURE.md", root), "utf8");
  const rows = [...text.matchAll(/^\| `([^`]+\/)` +\|/gm)].map(([, folder = ""]) => folder);

  /** Returns a folder and all folders below it. */
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
    const full = /`((?:generator|runtime|gemini-rules|testing|templates|schema|test|docs)\/[\w./-]+)`/g;
    const tables = [...text.matchAll(/^\| # \| file in `(\w+\/)` [^]*?\n\n/gm)];
    expect(tables.map(([, folder]) => folder)).toEqual(["generator/", "runtime/"]);
    const steps = tables.flatMap(([table, folder = ""]) =>
      [...table.matchAll(/^\| \d[\d, ]* \| ([^|]+) \|/gm)].flatMap(([, files = ""]) =>
        [...files.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => folder + file),
      ),
    );
    expect(steps.length).toBeGreaterThan(30);
    const names = [...text.replaceAll(/^\| # \| file in .*$/gm, "").matchAll(full)].map(
      ([, name = ""]) => name,
    );
    expect(names.length).toBeGreaterThan(30);
    // The vocabulary of the traces contains `schema/…` of the compiler, which is not a folder of the project.
    const missing = [...steps, ...names.filter((name) => !steps.includes(`generator/${name}`))].filter(
      (name) => !existsSync(new URL(name, root)),
    );
    expect(missing).toEqual([]);
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
    "describes %s with its default",
    (name, value) => expect(text).toContain(`\`${name}\` ${value}`),
  );
});

it("--strict has one description everywhere", () => {
  const words = specFlags.strict.summary;
  const documents = ["docs/config.md", "docs/api/generator.md", "schema/config.schema.json"];
  for (const path of documents)
    expect(readFileSync(new URL(path, root), "utf8").toLowerCase(), path).toContain(words);
  expect(readFileSync(new URL("README.md", root), "utf8")).toContain("treats every warning as an error");
});

describe("docs/dialects.md", () => {
  const text = readFileSync(new URL("docs/dialects.md", root), "utf8");
  const [table = ""] = text.split("\n## ");
  const rows = [...table.matchAll(/^\|[^|]+\| `([a-z][a-z-]*)` +\|[^|]+\| +(.*?) +\|$/gm)];

  it("lists every dialect in the order in which they are tried", () => {
    expect(rows.map(([, name]) => name)).toEqual(dialects.map(({ name }) => name));
  });

  it("lists every export target", () => {
    const targets = rows.flatMap(([, , target = ""]) =>
      /^`[a-z-]+`(?:, `[a-z-]+`)*$/.test(target) ? target.replaceAll("`", "").split(", ") : [],
    );
    expect(targets.sort()).toEqual(Object.keys(exportTargets).sort());
  });
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
  /** The native binaries of oxfmt. npm installs one of them, for the current platform. */
  const isBinary = (name: string): boolean => name.startsWith("@oxfmt/binding-");

  it("names every package that an installation brings, and counts them", () => {
    const names = [...new Set(brought.map(({ name }) => name))].filter((name) => !isBinary(name));
    const rows = text.split("\n").filter((line) => line.startsWith("|"));
    expect(names.filter((name) => !rows.some((row) => row.split(/[|, ]+/).includes(name)))).toEqual([]);
    // The count includes one binary and toolpress itself.
    expect(text).toContain(`brings ${names.length + 2} packages`);
  });

  it("is right that none of them runs a script when it is installed", () => {
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

describe("README.md", () => {
  const read = (path: string): string => readFileSync(new URL(path, root), "utf8");
  const readme = read("README.md");
  const benchmarks = read("BENCHMARKS.md");
  const github = benchmarks.slice(benchmarks.indexOf("**GitHub**"), benchmarks.indexOf("**Stripe**"));

  /** A cell of the first row of a text that starts with these words, without its spread. */
  const cell = (text: string, row: string, column: number): string => {
    const line = text.split("\n").find((one) => one.startsWith(`| ${row}`)) ?? "";
    return line.split("|")[column]?.trim().replace(/ ±.*/, "") ?? "";
  };
  const seconds = (text: string): number => Number.parseFloat(text) / (text.endsWith("ms") ? 1000 : 1);
  const gigabytes = (text: string): string => `${(Number.parseFloat(text) / 1000).toFixed(1)} GB`;
  const kilobytes = (text: string): string => `${Math.round(Number.parseFloat(text))} KB`;

  it("has the times and sizes of BENCHMARKS.md", () => {
    const [ours, kubb, heyApi, types] = ["toolpress", "kubb", "hey-api", "openapi-typescript"].map(
      (name) => ({
        time: seconds(cell(github, name, 3)),
        memory: gigabytes(cell(github, name, 6)),
      }),
    ) as [Figures, Figures, Figures, Figures];
    expect(readme).toContain(`| ${ours.time.toFixed(1)} s, ${ours.memory} |`);
    expect(readme).toContain(`kubb with zod ${kubb.time.toFixed(0)} s, ${kubb.memory}`);
    expect(readme).toContain(`hey-api with zod ${heyApi.time.toFixed(0)} s, ${heyApi.memory}`);
    expect(readme).toContain(`openapi-typescript, types only, ${types.time.toFixed(1)} s`);

    const turns = "300 turns, processor";
    const [processor, google, sdk] = [2, 3, 4].map((column) =>
      (Math.round(seconds(cell(benchmarks, turns, column)) * 100) / 100).toFixed(2),
    );
    expect(readme).toMatch(
      new RegExp(`\\| +${processor} s \\| +@google/genai ${google} s, AI SDK ${sdk} s \\|`),
    );

    const tokens = [2, 3].map(
      (column) => /([\d.]+k) tokens/.exec(cell(benchmarks, "GitHub, 20 operations", column))?.[1],
    );
    expect(readme).toMatch(
      new RegExp(`\\| +${tokens[0]} \\| +the schemas of the document inlined ${tokens[1]} \\|`),
    );

    const bundles = ["toolpress with the set", "@google/genai 2", "ai 6"].map((row) =>
      kilobytes(cell(benchmarks, row, 5)),
    );
    expect(readme).toMatch(
      new RegExp(`\\| +${bundles[0]} \\| +@google/genai ${bundles[1]}, AI SDK ${bundles[2]} \\|`),
    );
  });
});

interface Figures {
  readonly time: number;
  readonly memory: string;
}
