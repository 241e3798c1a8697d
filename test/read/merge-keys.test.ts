import { describe, expect, test } from "vitest";
import { createReport, type Diagnostic } from "../../generator/diagnostics/report.js";
import type { SourceDocument } from "../../generator/base/documents.js";
import { defaultLimits, type Limits, read } from "../../generator/read/read.js";

function readYaml(
  text: string,
  limits: Partial<Limits> = {},
): { readonly document: SourceDocument | undefined; readonly problems: readonly Diagnostic[] } {
  const report = createReport();
  const document = read({ path: "a.yaml", text }, report, { ...defaultLimits, ...limits });
  expect(document === undefined).toBe(report.hasErrors);
  return { document, problems: report.sorted() };
}

function valueOf(text: string): unknown {
  const { document, problems } = readYaml(text);
  expect(problems).toEqual([]);
  return document?.value;
}

function problemLines(text: string, limits?: Partial<Limits>): readonly string[] {
  return readYaml(text, limits).problems.map(
    ({ code, location, message }) =>
      `${code} ${location?.line}:${location?.column}+${location?.length} ${message}`,
  );
}

/** Returns `line:column text` of a location. */
function placeOf(text: string, path: readonly (string | number)[], on: "key" | "value" = "value"): string {
  const { document } = readYaml(text);
  const { line, column, length } = document!.location(path, on);
  return `${line}:${column} ${(text.split("\n")[line - 1] ?? "").slice(column - 1, column - 1 + length)}`;
}

describe("merge keys are read as YAML 1.1 has them", () => {
  test.each([
    ["keys are added", "b: &b {x: 1}\na:\n  <<: *b\n  y: 2", { x: 1, y: 2 }],
    [
      "a key of the mapping wins, wherever it stands",
      "b: &b {x: 1, z: 3}\na: {x: 9, <<: *b, z: 8}",
      { x: 9, z: 8 },
    ],
    [
      "of several mappings the first wins",
      "b: &b {x: 1}\nc: &c {x: 2, y: 2}\na: {<<: [*b, *c]}",
      { x: 1, y: 2 },
    ],
    ["a mapping in place", "b: 1\na: {<<: {x: 1}, y: 2}", { x: 1, y: 2 }],
    ["an alias of a list", "b: &b [{x: 1}, {x: 2, y: 2}]\na: {<<: *b}", { x: 1, y: 2 }],
    [
      "merges inside of merges",
      "b: &b {x: 1}\nc: &c {<<: *b, y: 2}\na: {<<: *c, z: 3}",
      { x: 1, y: 2, z: 3 },
    ],
    ["null is a value", "b: &b {x: 1}\na: {x: null, <<: *b}", { x: null }],
    ["in quotes it is a key", `b: &b {x: 1}\na: {"<<": *b}`, { "<<": { x: 1 } }],
    ["with a tag it is a key", "b: &b {x: 1}\na: {!!str <<: *b}", { "<<": { x: 1 } }],
    ["a key in quotes beside it", `b: &b {x: 1}\na: {"<<": 1, <<: *b}`, { "<<": 1, x: 1 }],
    ["an empty list", "a: {<<: [], x: 1}", { x: 1 }],
  ])("%s", (_, text, expected) => {
    expect((valueOf(text) as { a: unknown }).a).toEqual(expected);
  });

  test("merged keys take the position of the merge key", () => {
    const value = valueOf("b: &b {x: 1, y: 2}\na:\n  w: 0\n  <<: *b\n  z: 3\n  x: 4") as { a: object };
    expect(Object.entries(value.a)).toEqual([
      ["w", 0],
      ["x", 4],
      ["y", 2],
      ["z", 3],
    ]);
  });

  test("the target of a merge keeps the order of its keys", () => {
    expect(valueOf("b: &b {x: 1}\na: {<<: *b, y: 2}\nc: *b")).toMatchObject({ b: { x: 1 }, c: { x: 1 } });
  });
});

describe("a merged node has the location of its text", () => {
  const text = [
    "base: &base",
    "  type: object",
    "  items: &items { type: string }",
    "more: &more",
    "  <<: *base",
    "  title: more",
    "use:",
    "  <<: [*more, { format: f }]",
    "  title: own",
  ].join("\n");

  test.each<[readonly (string | number)[], "key" | "value", string]>([
    [["use", "type"], "value", "2:9 object"],
    [["use", "type"], "key", "2:3 type"],
    [["use", "items", "type"], "value", "3:25 string"],
    [["use", "title"], "value", "9:10 own"],
    [["use", "format"], "value", "8:25 f"],
    [["more", "title"], "value", "6:10 more"],
    [["use", "missing"], "value", "8:3 <<"],
  ])("%j %s", (path, on, expected) => {
    expect(placeOf(text, path, on)).toBe(expected);
  });
});

describe("merge keys without a meaning are refused with their location", () => {
  const expected = 'TP107 1:5+2 merge key "<<" is refused: expected a mapping or a list of mappings, found';
  test.each([
    ["a: {<<: text}", `${expected} "text"`],
    ["a: {<<: }", `${expected} null`],
    ["a: {<<: 1}", `${expected} 1`],
    ["a: {<<: [{x: 1}, 2]}", `${expected} 2`],
    ["a: {<<: [[{x: 1}]]}", `${expected} a list`],
    ["a: {<<: {x: 1}, <<: {y: 1}}", 'TP102 1:17+2 key "<<" appears twice in the same mapping'],
    ["a: &a {<<: *a}", 'TP105 1:12+2 alias "*a" is refused: it would contain itself'],
    ["a: {<<: *b}", 'TP105 1:9+2 alias "*b" is refused: no anchor before it has this name'],
    ["a: {<<: {x: 1}, y: 1, y: 2}", 'TP102 1:23+1 key "y" appears twice in the same mapping'],
  ])("%j", (text, problem) => {
    expect(problemLines(text)).toContain(problem);
  });
});

describe("hostile merges end in a diagnostic", () => {
  test("__proto__ is merged as an ordinary key", () => {
    const value = valueOf("b: &b {__proto__: {polluted: true}, constructor: 1}\na: {<<: *b}") as {
      a: object;
    };
    expect(Object.keys(value.a)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(value.a)).toBe(Object.prototype);
    expect("polluted" in value.a).toBe(false);
  });

  test("a mapping cannot be merged too often", () => {
    const keys = Array.from({ length: 1_000 }, (_, i) => `k${i}: ${i}`).join(", ");
    const uses = Array.from({ length: 1_000 }, (_, i) => `a${i}: {<<: *b}`).join("\n");
    expect(problemLines(`b: &b {${keys}}\n${uses}`)).toEqual([
      'TP105 101:11+2 alias "*b" is refused: the aliases and merge keys of this file add more than 100000 nodes',
    ]);
  });

  test("merges cannot double from line to line", () => {
    const lines = ["a0: &a0 {k: 1}"];
    for (let i = 1; i < 60; i += 1) lines.push(`a${i}: &a${i} {<<: [*a${i - 1}, *a${i - 1}]}`);
    const [problem, ...others] = problemLines(lines.join("\n"));
    expect(problem).toMatch(
      /^TP10[57] .* the aliases and merge keys of this file add more than 100000 nodes$/,
    );
    expect(others).toEqual([]);
  });

  test("mappings in place count too", () => {
    const keys = Array.from({ length: 5_000 }, (_, i) => `k${i}: ${i}`).join(", ");
    const text = `a: ${"{<<: ".repeat(100)}{${keys}}${"}".repeat(100)}`;
    expect(problemLines(text)).toEqual([
      expect.stringMatching(/^TP107 .* the aliases and merge keys of this file add more than 100000 nodes$/),
    ]);
  });

  test("merged keys cannot nest deeper than text can", () => {
    const lines = ["a0: &a0 {k: x}"];
    for (let i = 1; i <= 200; i += 1) lines.push(`a${i}: &a${i} {<<: {k: *a${i - 1}}}`);
    expect(problemLines(lines.join("\n"))[0]).toMatch(/^TP104 .* expected at most 128 levels of nesting/);
  });

  test("a file of duplicates has a limited number of messages", () => {
    expect(problemLines("a: 1\n".repeat(5_000))).toHaveLength(100);
  });
});
