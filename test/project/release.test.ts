import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { nextVersion, parseChangeset, release } from "../../.changeset/release.js";
import { outputVersion } from "../../generator/emit/context.js";

const root = new URL("../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");

describe("CHANGELOG.md", () => {
  const changelog = read("CHANGELOG.md");

  it("names the current output version first", () => {
    expect(/output version (\d+)/i.exec(changelog)?.[1]).toBe(String(outputVersion));
  });

  it("lists nothing twice", () => {
    const entries = changelog.match(/^- .*$/gm) ?? [];
    const titles = entries.map((entry) => /\*\*(.+?)\*\*/.exec(entry)?.[1] ?? entry);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });
});

describe("changesets", () => {
  const { fixed } = JSON.parse(read(".changeset/config.json")) as { readonly fixed: readonly string[][] };

  it("concern both packages, which have one version", () => {
    const manifests = ["package.json", "runtime/package.json"].map(
      (path) => JSON.parse(read(path)) as { readonly name: string; readonly version: string },
    );
    expect(fixed).toEqual([manifests.map(({ name }) => name)]);
    expect(new Set(manifests.map(({ version }) => version)).size).toBe(1);
  });

  it("in the folder can be read", () => {
    const files = readdirSync(new URL(".changeset/", root)).filter(
      (file) => file.endsWith(".md") && file !== "README.md",
    );
    const packages = files.flatMap((file) => parseChangeset(file, read(`.changeset/${file}`)).packages);
    expect(packages.filter((name) => !fixed.flat().includes(name))).toEqual([]);
  });

  it("raise the minor version for a breaking change before 1.0", () => {
    expect(nextVersion("0.1.4", "patch")).toBe("0.1.5");
    expect(nextVersion("0.1.4", "major")).toBe("0.2.0");
    expect(nextVersion("1.1.4", "minor")).toBe("1.2.0");
    expect(nextVersion("1.1.4", "major")).toBe("2.0.0");
  });

  it("become entries of the changelog and a new version", () => {
    const folder = mkdtempSync(join(tmpdir(), "toolpress-release-"));
    const put = (path: string, text: string): void => writeFileSync(join(folder, path), text);
    const get = (path: string): string => readFileSync(join(folder, path), "utf8");
    for (const path of [".changeset", "runtime"]) mkdirSync(join(folder, path));
    put("package.json", '{ "version": "0.1.0", "dependencies": { "@toolpress/runtime": "0.1.0" } }');
    put("runtime/package.json", '{ "version": "0.1.0" }');
    put("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n## 0.1.0\n");
    put(".changeset/a.md", '---\n"toolpress": patch\n---\n\nA text is cut.\n');
    put(".changeset/b.md", '---\n"toolpress": minor\n"@toolpress/runtime": patch\n---\n\nA new\noption.\n');
    expect(release(folder)).toBe("0.2.0");
    expect(get("package.json")).toBe(
      '{ "version": "0.2.0", "dependencies": { "@toolpress/runtime": "0.2.0" } }',
    );
    expect(get("runtime/package.json")).toBe('{ "version": "0.2.0" }');
    expect(get("CHANGELOG.md")).toBe(
      "# Changelog\n\n## Unreleased\n\n## 0.2.0\n\n### New\n\n- A new\n  option.\n\n### Fixed\n\n- A text is cut.\n\n## 0.1.0\n",
    );
    expect(readdirSync(join(folder, ".changeset"))).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
