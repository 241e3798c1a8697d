import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { catalogue } from "../../generator/diagnostics/catalogue/index.js";
import { definitions } from "../../generator/diagnostics/definitions.js";
import { createReport, type Diagnostic } from "../../generator/diagnostics/report.js";
import { documentDiagnostics } from "../../generator/diagnostics/document.js";
import { nearest } from "../../generator/base/nearest.js";
import { read } from "../../generator/read/read.js";
import { countProblems } from "../../generator/cli/project/show-outcome.js";
import { renderGithub, renderJson, renderText } from "../../generator/diagnostics/render.js";
import { codeFrame } from "../../generator/cli/terminal/code-frame.js";
import { coloured, paletteFor, plain } from "../../generator/cli/terminal/colour.js";
import { printable } from "../../generator/cli/terminal/printable.js";

function problemsOf(path: string, text: string): readonly Diagnostic[] {
  const report = createReport();
  read({ path, text }, report);
  return report.sorted();
}

const hostile = "\u001b]0;owned\u0007\u202Eevil\u2066\u200B\u009b31m\u2028\r\n::error::x\u{E0041}\uD800";
// Characters that a terminal must not receive from a spec: control characters (except our own line breaks),
// bidi marks, zero-width characters, tags.
const dangerous =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff\u{e0000}-\u{e007f}]/u;

describe("diagnostics as text", () => {
  test("show location, line, carets, related location and fix", () => {
    expect(renderText(problemsOf("specs/c.json", '{"a": 1,\n\t"b": 2,\n  "a": 3}'))).toBe(
      `specs/c.json:3:3  error TP102  key "a" appears twice in the same mapping
  3 |   "a": 3}
    |   ^^^
  specs/c.json:1:2  first here
  1 | {"a": 1,
    |  ^^^
  help: Remove one of the two, or rename it.
`,
    );
  });

  test("keep only the visible part of a line in memory", () => {
    const filler = `"${"x".repeat(100_000)}"`;
    const [problem] = problemsOf(
      "a.json",
      `{"a": ${filler}, "b": 1, "c": ${filler}, "b": 2, "d": ${filler}}`,
    );
    expect(problem).toMatchObject({ code: "TP102", location: { line: 1, column: 200_028 } });
    expect(JSON.stringify(problem).length).toBeLessThan(4_000);
    expect(renderText([problem!])).toMatch(
      /\n {2}1 \| …x{37}", "b": 2, "d": "x+…\n {4}\| {42}\^{3}\n {2}a\.json:1:\d+ {2}first here\n {2}1 \| …x+", "b": 1, "c": "x+…\n/,
    );
  });

  test("line numbers of any width keep the gutter straight", () => {
    expect(
      renderText(problemsOf("a.yaml", `${"# a\n".repeat(99)}a: @x`))
        .split("\n")
        .slice(1, 3),
    ).toEqual(["  100 | a: @x", "      |    ^"]);
  });

  test("are separated by an empty line and sorted by file and location", () => {
    const report = createReport();
    read({ path: "b.json", text: "{," }, report);
    read({ path: "a.yaml", text: "a: @x\nb: `y" }, report);
    const heads = renderText(report.sorted())
      .split("\n")
      .filter((line) => line.includes(" TP"));
    expect(heads.map((line) => line.split("  ")[0])).toEqual(["a.yaml:1:4", "a.yaml:2:4", "b.json:1:2"]);
  });

  test("never send control, bidi or invisible characters of a spec to the terminal", () => {
    const report = createReport();
    const at = {
      document: { file: hostile, text: hostile, lineText: () => hostile, location: () => location },
      path: [],
    };
    const location = { file: hostile, line: 1, column: 3, length: 4 };
    report.add("TP101", at, { problem: hostile }, { help: hostile, related: [{ message: hostile, at }] });
    const problems = report.sorted();
    expect(renderText(problems)).not.toMatch(dangerous);
    expect(renderText(problems, { palette: coloured }).replace(/\u001b\[\d+m/g, "")).not.toMatch(dangerous);
    expect(renderJson(problems)).not.toMatch(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u,
    );
    expect((JSON.parse(renderJson(problems)) as Diagnostic[])[0]?.message).toBe(hostile);
    expect(renderGithub(problems)).not.toMatch(dangerous);
    expect(renderGithub(problems).match(/^::/gm)).toHaveLength(1);
  });

  test("invisible characters are written as code points", () => {
    expect(printable("a\tb\u202ec\u001bd")).toBe("a\\tb<U+202E>c<U+001B>d");
    expect(printable("naïve 日本語 😀 “quoted”")).toBe("naïve 日本語 😀 “quoted”");
  });

  test("many problems of one code are summarised, but all errors are shown", () => {
    const report = createReport();
    for (let i = 0; i < 30; i += 1) report.add("TP501", undefined, { keyword: `k${i}` });
    for (let i = 0; i < 30; i += 1) report.add("TP101", undefined, { problem: `p${i}` });
    const text = renderText(report.sorted(), { mostOfACode: 5 });
    expect(text.match(/note TP501/g)).toHaveLength(5);
    expect(text).toContain("… and 25 more TP501; toolpress lint shows all");
    expect(text.match(/error TP101/g)).toHaveLength(30);
    expect(countProblems(report.sorted())).toBe("30 errors, 30 notes");
  });
});

describe("carets mark the exact text", () => {
  test.each([
    ["name: bad", 7, 3, "name: bad", "      ^^^"],
    ["\tname: bad", 8, 3, "  name: bad", "        ^^^"],
    ["日本: bad", 5, 3, "日本: bad", "      ^^^"],
    ["😀: bad", 5, 3, "😀: bad", "    ^^^"],
    ["e\u0301: bad", 5, 3, "e\u0301: bad", "   ^^^"],
    ["\u202Ex: bad", 5, 3, "<U+202E>x: bad", "           ^^^"],
    ["x: 日本", 4, 2, "x: 日本", "   ^^^^"],
    ["", 1, 0, "", "^"],
    ["abc", 99, 5, "abc", "   ^"],
  ])("%j at %i+%i", (text, column, length, line, carets) => {
    expect(codeFrame(text, column, length)).toEqual({ line, carets });
  });

  test("a line of a megabyte is shortened to the part at the location", () => {
    const frame = codeFrame(`${"x".repeat(500_000)}BAD${"y".repeat(500_000)}`, 500_001, 3);
    expect(frame.line).toBe(`…${"x".repeat(40)}BAD${"y".repeat(56)}…`);
    expect(frame.carets).toBe(`${" ".repeat(41)}^^^`);
  });
});

describe("colours", () => {
  test.each([
    [{ isTTY: true }, {}, coloured],
    [{ isTTY: true }, { NO_COLOR: "1" }, plain],
    [{ isTTY: true }, { NO_COLOR: "" }, coloured],
    [{ isTTY: true }, { TERM: "dumb" }, plain],
    [{ isTTY: false }, {}, plain],
    [{}, { FORCE_COLOR: "1" }, plain],
  ])("%j %j", (stream, env, expected) => {
    expect(paletteFor(stream, env)).toBe(expected);
  });
});

describe("diagnostics for GitHub", () => {
  test("escape characters that would end a property or a command", () => {
    const report = createReport();
    const place = { file: "a,b:c%.yaml", line: 2, column: 3, length: 0 };
    report.add("TP101", place, { problem: "50% of\nlines" }, { help: "do: this" });
    expect(renderGithub(report.sorted())).toBe(
      "::error file=a%2Cb%3Ac%25.yaml,line=2,col=3,title=TP101::50%25 of\\nlines%0Ado: this\n",
    );
  });

  test("use notice for notes, and may have no location", () => {
    const report = createReport();
    report.add("TP501", undefined, { keyword: "exclusiveMinimum" }, { help: "" });
    expect(renderGithub(report.sorted())).toBe(
      "::notice title=TP501::exclusiveMinimum is stated in the description only; the validator enforces it\n",
    );
  });
});

describe("the catalogue", () => {
  test.each([...definitions])("%s has a title, a cause and a fix", (code, definition) => {
    expect(code).toMatch(/^TP[1-9]\d\d$/);
    expect(definition.title).toMatch(/^.*[^.]$/);
    expect(definition.cause).toMatch(/^\S.*[.!?]$/s);
    expect(definition.fix).toMatch(/^\S.*[.!?]$/s);
  });

  test("has no diagnostic that is never reported", () => {
    const generator = new URL("../../generator/", import.meta.url);
    const sources = readdirSync(generator, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => readFileSync(new URL(path.replaceAll("\\", "/"), generator), "utf8"))
      .join("");
    // A rule has a constant for its problem: it is defined, listed in `reports`, and used in a report.
    const isReported = (code: string): boolean =>
      code in catalogue
        ? sources.includes(`"${code}"`)
        : [...sources.matchAll(new RegExp(`\\b${code}\\b(?!")`, "g"))].length >= 3;
    expect([...definitions.keys()].filter((code) => !isReported(code))).toEqual([]);
  });

  test("matches docs/diagnostics.md (npm run docs)", () => {
    const committed = readFileSync(new URL("../../docs/diagnostics.md", import.meta.url), "utf8");
    expect(committed.replace(/\r\n/g, "\n")).toBe(documentDiagnostics());
  });
});

describe("did you mean", () => {
  const known = ["description", "parameters", "response", "timeout", "get_forecast"];
  test.each([
    ["descripton", "description"],
    ["paramters", "parameters"],
    ["paraemters", "parameters"],
    ["Time-Out", "timeout"],
    ["getForecast", "get_forecast"],
    ["banana", undefined],
    ["", undefined],
    ["x".repeat(100_000), undefined],
  ])("%.20s: %s", (word, expected) => {
    expect(nearest(word, known)).toBe(expected);
  });
});
