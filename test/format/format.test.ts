import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type Formatter, inBatches } from "../../generator/format/in-batches.js";
import { byPrettier, loadOxfmt, prettify } from "../../generator/format/prettify.js";

// Prettier is the reference. The quick formatter may replace Prettier only because its output has the same
// bytes. The test formats everything that we emit. It also formats the same code after changing its layout,
// because code that is already formatted hardly tests a formatter.

const root = fileURLToPath(new URL("../..", import.meta.url));

const emitted = ["generated", "test/golden"].flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => `${folder}/${path}`),
);

/** Removes the layout: one space between words, and only the line breaks that the code needs. */
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

  test("leaves text that it cannot parse to Prettier, which reports the error", async () => {
    await expect(prettify("export const = 1;")).rejects.toThrow(/Unexpected token \(1:14\)/);
  });
});

describe("texts that are formatted together", () => {
  const together = (format: Formatter, texts: readonly string[]): Promise<(string | undefined)[]> =>
    Promise.all(texts.map(inBatches(format)));
  const [fine, broken] = ["const a   = 1;\n", "const = 1;\n"];
  const byPrettierIfItCan: Formatter = (text) => byPrettier(text).catch(() => undefined);

  test("have the same result as alone, for every generated file", async () => {
    const oxfmt = await loadOxfmt();
    if (oxfmt === undefined) {
      console.log("oxfmt is not installed here; Prettier gets each text alone");
      return;
    }
    const texts = emitted.map((path) => squeeze(readFileSync(root + path, "utf8")));
    let calls = 0;
    const counted: Formatter = (text) => (calls++, oxfmt(text));
    const alone = await Promise.all(texts.map(oxfmt));
    expect(await together(counted, texts)).toEqual(alone);
    expect(calls).toBeLessThan(texts.length / 5);
  });

  test("do not affect each other", async () => {
    expect(await together(byPrettierIfItCan, [fine, broken, fine])).toEqual([
      "const a = 1;\n",
      undefined,
      "const a = 1;\n",
    ]);
  });

  test.each([
    ["a comment", ["const a = 1; /*\n", "*/ const b = 1;\n"]],
    ["a block", ["{ const a = 1;\n", "}\n"]],
    ["a template", ["const a = `\n", "`;\n"]],
    ["what stands between them", ["const a = 1; /*\n\ndebugger;\n\n*/\n", "const b = 1;\n"]],
    ["a statement as between them", ["const a = 1;\n\ndebugger;\n\nconst b = 2;\n", "const c = 3;\n"]],
  ])("are never split at the wrong position: %s", async (_what, texts) => {
    const alone = await Promise.all(texts.map(byPrettierIfItCan));
    expect(await together(byPrettierIfItCan, texts)).toEqual(alone);
  });
});
