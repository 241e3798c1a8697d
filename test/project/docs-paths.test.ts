import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

// Readers of the package have README.md and docs/, but no sources.

const root = fileURLToPath(new URL("../..", import.meta.url));
const packed = ((): readonly string[] => {
  const words = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const output = execFileSync("npm", words, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [{ files }] = JSON.parse(output.slice(output.indexOf("["))) as [{ files: { path: string }[] }];
  return files.map(({ path }) => path);
})();
const pages = packed.filter((path) => path === "README.md" || /^docs\/.*\.md$/.test(path));
const read = (path: string): string => readFileSync(`${root}${path}`, "utf8");

/** Returns the anchor of a heading, as a link writes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** Adds a number to an anchor that occurs again: `model`, `model-1`. */
function anchors(path: string): readonly string[] {
  const seen = new Map<string, number>();
  return [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => {
    const anchor = anchorOf(heading);
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
}

describe("the documents of the package", () => {
  it("are found", () => {
    expect(pages).toEqual(
      expect.arrayContaining(["README.md", "docs/runtime.md", "docs/founding-documents.md"]),
    );
  });

  it.each(pages)("%s links to existing pages and headings", (page) => {
    const lost = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = ""]) => {
      if (/^[a-z]+:/.test(link)) return [];
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? page : posix.join(posix.dirname(page), path);
      const isThere = packed.includes(target) && (anchor === undefined || anchors(target).includes(anchor));
      return isThere ? [] : [link];
    });
    expect(lost).toEqual([]);
  });

  it.each(pages)("%s marks sources and scripts as part of the repository only", (page) => {
    const source =
      /`(?:(?:generator|runtime|test|examples|templates|wire|amazon-q|testing|remotes|bench|schema)\/[\w./*-]*(?:\/|\.\w+)|npm (?:run|test)[^`]*)`/g;
    // Matches a table row, a list item or a paragraph. Code in fences is not checked, because it belongs to
    // the reader's own project.
    const blocks = read(page)
      .replace(/^```[^]*?^```$/gm, "")
      .split(/\n\n|\n(?=[|-] ?)/);
    const silent = blocks
      .filter((block) => !block.includes("repository"))
      .flatMap((block) => block.match(source) ?? []);
    expect(silent).toEqual([]);
  });
});
