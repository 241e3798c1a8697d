import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fc } from "../helpers/seeded.js";
import { describe, expect, it } from "vitest";
import { UnplannedCode, format } from "../../generator/format/format.js";
import { type Outline, outlineByTypeScript } from "../../generator/format/outline.js";
import { prettify } from "../../generator/format/prettify.js";
import { quickOutline } from "../../generator/format/quick-outline.js";

// As a second check, the declarations and imports of formatted code are compared with the plan. The quick
// parser may leave a text to TypeScript. If it decides, its result must equal that of TypeScript.

const root = fileURLToPath(new URL("../..", import.meta.url));

const emitted = ["generated", "test/golden"].flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => readFileSync(`${root}${folder}/${path}`, "utf8")),
);

/** Statements that generated code must not contain, and similar statements that it may contain. */
const strangers = [
  "evil();",
  "{ evil(); }",
  ";",
  '"use strict";',
  'import "evil";',
  'import evil from "evil";',
  'import * as evil from "evil";',
  'import type { Evil } from "evil";',
  'import { "a b" as evil } from "evil";',
  'import evil from "evil" with { type: "json" };',
  'import evil, { more } from "evil";',
  'import evil = require("evil");',
  'export * from "evil";',
  'export * as evil from "evil";',
  'export { evil } from "evil";',
  'export type { Evil } from "evil";',
  "export { evil as default };",
  "export default evil;",
  "export = evil;",
  "export const evil = 1;",
  "const evil = 1, worse = 2;",
  "const evil = new Map<string, number>(), worse = 2;",
  "const evil: Map<string, number> = new Map(), worse = 2;",
  "const evil = (a, b);",
  "const { evil } = globalThis;",
  "const [evil] = [1];",
  "let evil;",
  "var evil = 1;",
  "const enum Evil { a }",
  "enum Evil { a }",
  "class Evil {}",
  "abstract class Evil { x = 1; }",
  "declare const evil: 1;",
  'declare module "evil" { const x: 1; }',
  "declare global { const evil: 1; }",
  "namespace Evil { x(); }",
  "function evil() {}",
  "function evil() {} { worse(); }",
  "function evil(): { a: 1 } { return { a: 1 }; }",
  "function evil(): keyof { a: 1 } { return 'a'; }",
  "function evil(x: unknown): x is { a: 1 } { return true; }",
  "function evil(): asserts this is { a: 1 } {}",
  "function evil(): readonly [] { return []; }",
  "function evil(a: string): void; function evil(a: unknown): void {}",
  "function* evil() {}",
  "async function evil() { await 1; }",
  "async function* evil() {}",
  "export async function evil<T = unknown>(a: T): Promise<T> { return a; }",
  "interface Evil { a: 1 }",
  "interface Evil extends Worse { a: 1 }",
  "type Evil = { a: 1 };",
  "type Evil<A, B extends A = A> = [A, B];",
  "type Evil = `a${string}`;",
  "type Evil = Record<string, never>;",
  "const evil = `${worse()}`;",
  "const evil = `}`;",
  'const evil = /[/}"]/u;',
  "const evil = !/}/u.test(worse);",
  "const evil = worse! / 2 / (3);",
  "const evil = (1) / 2; /x}/;",
  "const evil = a++ / 2;",
  // A parser that takes the first slash for a regular expression finds another declaration inside of the
  // strings.
  ...["a", "a!", "a++", "(a)", "[a]", "f<A>(a)", "{}", "/* ( */ a", "1", '"a"'].map(
    (left) => `const evil = ${left} / "/; /*".length; const b = "*/ const c = '"; /* '; /* */`,
  ),
  "const evil = [] / /}/;",
  "const evil = /[[}]/]/v;",
  'const evil = [\'\\\'\', "\\\\", "}"];',
  "const evil = { '}': \"'\" };",
  "const evil = () => { worse(); };",
  "const evil = <T, U>(a: T, b: U) => a;",
  "const evil = (() => { while (1) {} })();",
  "const evil = a < b, worse = c > (d);",
  "const evil = a // }\n + b;",
  "/* } */ evil(); /* { */",
  "// }\nevil();",
  "/* a */ const evil = /* ; */ 1 /* , */;",
  "const evil = ( // (\n /}/ );",
  "if (1) { evil(); }",
  "if (1) /}/.test(x);",
  "evil: for (;;) {}",
  "for (const evil of []) {}",
  "try { evil(); } catch { }",
  "throw evil;",
  "new Evil();",
  'import("evil");',
  "await evil;",
  "@evil class Worse {}",
  "type\nEvil = 1;",
  "async\nfunction evil() {}",
  "<div>evil</div>;",
];

const formatted = (text: string): Promise<string | undefined> => prettify(text).catch(() => undefined);

/**
 * Returns the declarations that both parsers find. The quick parser returns undefined if it leaves the text
 * to TypeScript.
 */
function compare(text: string): { quick: Outline | undefined; reference: Outline } {
  return { quick: quickOutline(text), reference: outlineByTypeScript(text) };
}

describe("the quick outline", () => {
  it("equals the outline that TypeScript finds, and decides nearly all generated code", () => {
    let doubtful = 0;
    for (const text of emitted) {
      const { quick, reference } = compare(text);
      if (quick === undefined) doubtful += 1;
      else expect(quick).toEqual(reference);
    }
    console.log(`${emitted.length} generated files outlined by both, ${doubtful} left to TypeScript`);
    expect(emitted.length).toBeGreaterThan(50);
    expect(doubtful).toBeLessThan(emitted.length / 20);
  });

  it.each(strangers)("is correct or undecided about %j", async (stranger) => {
    for (const context of ["", "export const before = { a: 1 };\n", "export function before() {}\n"]) {
      const text = await formatted(`${context}${stranger}\nexport interface After {\n  a: 1;\n}\n`);
      if (text === undefined) continue;
      const { quick, reference } = compare(text);
      if (quick !== undefined) expect(quick).toEqual(reference);
    }
  });

  it("is correct or undecided for every injection into generated code", async () => {
    let decided = 0;
    const place = fc.record({
      file: fc.nat(emitted.length - 1),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      where: fc.constantFrom("anywhere", "\n", "\n\n"),
      pieces: fc.array(fc.oneof(fc.constantFrom(...strangers), fc.constantFrom(..."{}()[]/;,'\"`\n")), {
        minLength: 1,
        maxLength: 3,
      }),
    });
    await fc.assert(
      fc.asyncProperty(place, async ({ file, at, where, pieces }) => {
        const text = emitted[file]!;
        const index = Math.floor(at * text.length);
        const cut = where === "anywhere" ? index : text.indexOf(where, index) + where.length;
        const changed = await formatted(text.slice(0, cut) + pieces.join(" ") + text.slice(cut));
        if (changed === undefined) return;
        const { quick, reference } = compare(changed);
        if (quick === undefined) return;
        decided += 1;
        expect(quick).toEqual(reference);
      }),
      { numRuns: 2_000 },
    );
    console.log(`${decided} of 2000 changed files were decided the quick way`);
    expect(decided).toBeGreaterThan(100);
  });
});

describe("a list of declared names", () => {
  const outline = { declares: ["Point", "origin"], imports: ["./shapes.js"] };
  const kept = `import type { Shape } from "./shapes.js";
export interface Point extends Shape { x: number }
export const origin: Point = { x: 0 };
`;
  const problem = async (text: string): Promise<string> => {
    try {
      await format({ text, outline }, "tools/x.ts");
    } catch (error) {
      if (error instanceof UnplannedCode) return error.problem;
      throw error;
    }
    return "kept";
  };

  it("matches exactly the planned code", async () => {
    expect(await problem(kept)).toBe("kept");
  });

  it.each([
    ["export const evil = 1;", 'declares unplanned "evil"'],
    ["function evil() {}", 'declares unplanned "evil"'],
    ["type Evil = 1;", 'declares unplanned "Evil"'],
    ["const a = 1, evil = 2;", 'declares unplanned "a", unplanned "evil"'],
    ["const { evil } = globalThis;", 'declares unplanned "{ evil }"'],
    ["export default function () {}", 'declares unplanned "default"'],
    ["interface Point { y: number }", 'declares "Point" twice'],
    ['import "evil";', 'imports unplanned "evil"'],
    ['import { x } from "evil";', 'imports unplanned "evil"'],
    ['export * from "evil";', 'imports unplanned "evil"'],
    ['export { x } from "evil";', 'imports unplanned "evil"'],
    ["evil();", 'unexpected statement "evil();"'],
    ['import("evil");', 'unexpected statement "import(\\"evil\\");"'],
    ["{ evil(); }", "unexpected statement"],
    ["class Evil {}", "unexpected statement"],
    ["export default evil;", "unexpected statement"],
    ["declare global { const evil: 1 }", "unexpected statement"],
    ["if (true) evil();", "unexpected statement"],
    ["const = 1;", "does not parse"],
  ])("does not match %j", async (addition, expected) => {
    for (const text of [`${kept}${addition}\n`, `${addition}\n${kept}`])
      expect(await problem(text)).toContain(expected);
  });

  it("does not match code with a missing name", async () => {
    expect(await problem(kept.replace("origin", "start"))).toBe('declares unplanned "start", no "origin"');
    expect(await problem(kept.replace("./shapes.js", "./forms.js"))).toBe(
      'imports unplanned "./forms.js", no "./shapes.js"',
    );
  });
});
