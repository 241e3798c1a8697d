import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { byPrettier, loadOxfmt, prettify } from "../generator/format/prettify.js";

// Prettier is the reference; the quick formatter may stand in only because it gives the same bytes. Fed with everything we
// emit, and with the same squeezed into lines of another width, since formatted text says little about formatting.

const root = fileURLToPath(new URL("..", import.meta.url));

const emitted = ["generated", "test/golden"].flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => `${folder}/${path}`),
);

/** Unformatted again: one space between words, no line break that code does not need. */
function squeeze(text: string): string {
  return text.replace(/([{([,;])\n\s*(?!\s*[/*])/g, "$1 ").replace(/,(\s*[)\]}])/g, "$1");
}

describe("the quick formatter", () => {
  test("gives the bytes of Prettier for everything that is generated", async () => {
    const oxfmt = await loadOxfmt();
    if (oxfmt === undefined) {
      console.log("oxfmt is not installed here; Prettier formats alone");
      return;
    }
    expect(emitted.length).toBeGreaterThan(50);
    const different: string[] = [];
    for (const path of emitted) {
      const text = readFileSync(root + path, "utf8");
      for (const [how, source] of Object.entries({ text, squeezed: squeeze(text) })) {
        if ((await oxfmt(source)) !== (await byPrettier(source))) different.push(`${path} ${how}`);
      }
    }
    console.log(`${emitted.length} generated files formatted by both, each in two forms`);
    expect(different).toEqual([]);
  });

  test("leaves what does not parse to Prettier, which says why", async () => {
    await expect(prettify("export const = 1;")).rejects.toThrow(/Unexpected token \(1:14\)/);
  });
});
