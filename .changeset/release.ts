import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const levels = ["patch", "minor", "major"] as const;
type Level = (typeof levels)[number];

export interface Changeset {
  readonly file: string;
  readonly level: Level;
  readonly packages: readonly string[];
  readonly text: string;
}

/** Reads one file of the folder; a file in another form is an error. */
export function parseChangeset(file: string, source: string): Changeset {
  const [, head, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(source.replaceAll("\r\n", "\n")) ?? [];
  if (head === undefined || body === undefined) throw new Error(`${file}: no front matter`);
  const bumps = head.split("\n").map((line) => {
    const [, name, level] = /^"([^"]+)": (patch|minor|major)$/.exec(line) ?? [];
    if (name === undefined)
      throw new Error(`${file}: expected "package": patch, minor or major; got ${line}`);
    return { name, level: level as Level };
  });
  const text = body.trim().replaceAll("\n", "\n  ");
  if (text === "") throw new Error(`${file}: no text`);
  return { file, text, level: highest(bumps), packages: bumps.map(({ name }) => name) };
}

function highest(bumps: readonly { readonly level: Level }[]): Level {
  return levels[Math.max(...bumps.map(({ level }) => levels.indexOf(level)))] ?? "patch";
}

/** Before 1.0 a breaking change raises the minor version. */
export function nextVersion(version: string, level: Level): string {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  if (level === "patch") return `${major}.${minor}.${patch + 1}`;
  if (level === "minor" || major === 0) return `${major}.${minor + 1}.0`;
  return `${major + 1}.0.0`;
}

/** Puts the entries below a heading with the version, under what is listed as unreleased. */
export function addToChangelog(changelog: string, version: string, changesets: readonly Changeset[]): string {
  const sections = [...levels].reverse().flatMap((level) => {
    const entries = changesets.filter((one) => one.level === level).map(({ text }) => `- ${text}\n`);
    return entries.length === 0
      ? []
      : [
          `\n### ${level === "major" ? "Breaking" : level === "minor" ? "New" : "Fixed"}\n\n${entries.join("")}`,
        ];
  });
  return changelog.replace("## Unreleased\n", () => `## Unreleased\n\n## ${version}\n${sections.join("")}`);
}

/** Releases what the folder holds; gives back the new version. */
export function release(root: string): string {
  const folder = join(root, ".changeset");
  const changesets = readdirSync(folder)
    .filter((file) => file.endsWith(".md") && file !== "README.md")
    .sort()
    .map((file) => parseChangeset(file, readFileSync(join(folder, file), "utf8")));
  if (changesets.length === 0) throw new Error("there is no changeset");
  const manifest = join(root, "package.json");
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string };
  const next = nextVersion(version, highest(changesets));
  for (const path of [manifest, join(root, "runtime/package.json")]) {
    const text = readFileSync(path, "utf8");
    // The version of the package, and the exact version of the runtime that toolpress depends on.
    const raised = text.replaceAll(/("(?:version|@toolpress\/runtime)": ")[^"]+(")/g, `$1${next}$2`);
    writeFileSync(path, raised);
  }
  const changelog = join(root, "CHANGELOG.md");
  writeFileSync(changelog, addToChangelog(readFileSync(changelog, "utf8"), next, changesets));
  for (const { file } of changesets) rmSync(join(folder, file));
  return next;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(release(fileURLToPath(new URL("..", import.meta.url))));
