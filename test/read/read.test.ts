import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createReport, type Diagnostic } from "../../generator/diagnostics/report.js";
import type { SourceDocument } from "../../generator/base/documents.js";
import { createDocuments, defaultLimits, read, type Limits } from "../../generator/read/read.js";
import { createLoader } from "../../generator/read/load-file.js";

function problemsOf(path: string, text: string, limits?: Partial<Limits>): readonly Diagnostic[] {
  const report = createReport();
  const document = read({ path, text }, report, { ...defaultLimits, ...limits });
  expect(document === undefined).toBe(report.hasErrors);
  return report.sorted();
}

/** Returns the problems as `code line:column+length message`, one line each. */
function problemLines(problems: readonly Diagnostic[]): string[] {
  return problems.map(
    ({ code, location, message }) =>
      `${code} ${location?.line}:${location?.column}+${location?.length} ${message}`,
  );
}

function documentOf(path: string, text: string): SourceDocument {
  const report = createReport();
  const document = read({ path, text }, report);
  expect(problemLines(report.sorted())).toEqual([]);
  return document as SourceDocument;
}

/** Returns the text at a location. */
function underlined(
  document: SourceDocument,
  path: readonly (string | number)[],
  on?: "key" | "value",
): string {
  const { line, column, length } = document.location(path, on);
  return (document.text.split("\n")[line - 1] ?? "").slice(column - 1, column - 1 + length);
}

describe("invalid JSON is reported at its location", () => {
  test.each([
    ['{"a": 1,}', 'TP101 1:8+1 trailing comma before "}"'],
    ["[1, 2,\n]", 'TP101 1:6+1 trailing comma before "]"'],
    ['{"a": 1 "b": 2}', 'TP101 1:9+1 expected "," or "}", found "\\""'],
    ['{"a" 1}', 'TP101 1:6+1 expected ":" after the key, found "1"'],
    ["{a: 1}", 'TP101 1:2+1 expected a key in double quotes, found "a"'],
    ["{'a': 1}", 'TP101 1:2+1 expected a key in double quotes, found "\'"'],
    ['{"a": }', 'TP101 1:7+1 expected a value, found "}"'],
    ['{"a": True}', 'TP101 1:7+4 expected a value, found "True"'],
    ['{"a": NaN}', 'TP101 1:7+3 expected a value, found "NaN"'],
    ['{"a": 01}', 'TP101 1:7+2 "01" is not a JSON number'],
    ['{"a": +1}', 'TP101 1:7+2 "+1" is not a JSON number'],
    ['{"a": 1.}', 'TP101 1:7+2 "1." is not a JSON number'],
    ['{\r\n  "a": 1\r\n  // why\r\n}', 'TP101 3:3+1 expected "," or "}", found "/"'],
    ['{"a": "x\n"}', "TP101 1:7+2 string without a closing quote"],
    ['{"a": "x', "TP101 1:7+2 string without a closing quote"],
    ['{"a": "\t"}', "TP101 1:8+1 control character U+0009 in a string"],
    ['{"a": "\\q"}', "TP101 1:8+2 invalid escape in a string"],
    ['{"a": "\\u12"}', "TP101 1:8+2 invalid escape in a string"],
    ['{"a": [1, 2', 'TP101 1:12+0 expected "," or "]", found the end of the text'],
    ["{}\n{}", 'TP101 2:1+1 expected the end of the text, found "{"'],
    ["😀", 'TP101 1:1+2 expected a value, found "😀"'],
  ])("%j", (text, expected) => {
    expect(problemLines(problemsOf("a.json", text))).toEqual([expected]);
  });

  test("an unclosed bracket shows where it was opened", () => {
    const [problem] = problemsOf("a.json", '{\n  "a": [1, 2\n');
    expect(problem?.related).toEqual([
      {
        message: "opened here",
        location: { file: "a.json", line: 2, column: 8, length: 1 },
        frame: '  "a": [1, 2',
      },
    ]);
  });
});

describe("invalid YAML is reported at its location", () => {
  test.each([
    ["a:\n\t- b", "TP101 2:1+1 expected spaces as indentation, found a tab"],
    ["a: b: c", 'TP101 1:4+1 expected one "key: value" on this line, found another ":"'],
    ["tools:\n  foo\n  bar: 1", 'TP101 2:3+3 expected ":" after the key on the same line'],
    ["a: @x", "TP101 1:4+1 plain value cannot start with reserved character @"],
    ["x: 'abc\ny: 1\n", "TP101 1:4+1 string without a closing quote"],
    ["x: \"abc\ny: it's\n", "TP101 1:4+1 string without a closing quote"],
    [
      "a: [1, 2\r\nb: 1",
      "TP101 2:1+1 flow sequence in block collection must be sufficiently indented and end with a ]",
    ],
    ["a: *nope", 'TP105 1:4+5 alias "*nope" is refused: no anchor before it has this name'],
    ["a: &a [*a]", 'TP105 1:8+2 alias "*a" is refused: it would contain itself'],
    ["a: !!binary aGk=", 'TP106 1:4+8 tag "!!binary" is not supported'],
    ["a: !js/function 'x'", 'TP106 1:4+12 tag "!js/function" is not supported'],
    ["a: .inf", 'TP108 1:4+4 expected a finite number, found ".inf"'],
    ["a: -.INF", 'TP108 1:4+5 expected a finite number, found "-.INF"'],
    ["? [1]\n: 2", "TP109 1:3+3 expected a string as a key, found a collection"],
    ["a: 1\n---\nb: 2", "TP110 2:1+3 expected one YAML document, found another"],
    ["# nothing", "TP111 1:1+0 expected a spec, found an empty file"],
    [" \r\n ", "TP111 1:1+0 expected a spec, found an empty file"],
  ])("%j", (text, expected) => {
    expect(problemLines(problemsOf("a.yaml", text))).toEqual([expected]);
  });

  test("all mistakes of a file are reported in one run, one for each line", () => {
    expect(
      problemLines(problemsOf("a.yaml", "a: @x\nb: `y\nc: ok\nd: %z\n")).map((line) => line.slice(0, 9)),
    ).toEqual(["TP101 1:4", "TP101 2:4", "TP101 4:4"]);
  });
});

test("a JSON key that is repeated with the same value is only a warning", () => {
  const text = '{"a": {"required": ["x"], "b": 1, "required": [ "x" ]}}';
  expect(problemLines(problemsOf("a.json", text))).toEqual([
    'TP113 1:35+10 key "required" is repeated with the same value',
  ]);
});

describe("duplicate keys are refused at any depth, with both locations", () => {
  const nested = (text: string, levels: number): string => '{"x":'.repeat(levels) + text + "}".repeat(levels);
  test.each([
    ["a.json", '{"a": 1, "b": {"c": 1, "d": [], "c": 2}}', "1:33+3", "1:16+3"],
    ["a.json", '{"a": 1, "\\u0061": 2}', "1:10+8", "1:2+3"],
    ["a.json", '{"__proto__": 1, "__proto__": 2}', "1:18+11", "1:2+11"],
    ["a.json", nested('{"k":1,"k":2}', 100), "1:508+3", "1:502+3"],
    ["a.json", '{"a": {"long": {"x": 1}}, "a": 2}', "1:27+3", "1:2+3"],
    ["a.yaml", "a:\n  b: 1\n  b: 2\n", "3:3+1", "2:3+1"],
    ["a.yaml", "1: x\n'1': y\n", "2:1+3", "1:1+1"],
    ["a.yaml", '{ a: 1, "a": 2 }', "1:9+3", "1:3+1"],
  ])("%s %j", (path, text, second, first) => {
    const problems = problemsOf(path, text);
    expect(problemLines(problems).map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual([
      `TP102 ${second}`,
    ]);
    const place = problems[0]?.related[0]?.location;
    expect(`${place?.line}:${place?.column}+${place?.length}`).toBe(first);
  });

  test("a colon or a quoted brace inside of a string is not a key", () => {
    const value = { 'a":{': ":::", b: ['{"b": 1}', "\\", '\\"'] };
    expect(documentOf("a.json", JSON.stringify(value)).value).toEqual(value);
  });
});

describe("hostile sizes end in a diagnostic", () => {
  test.each([
    ["a.json", "[".repeat(10_000) + "]".repeat(10_000), "TP104 1:129+1"],
    ["a.json", '{"a":'.repeat(10_000), "TP104 1:641+1"],
    ["a.yaml", "[".repeat(10_000) + "]".repeat(10_000), "TP104 1:129+1"],
    ["a.yaml", "[".repeat(1_000_000), "TP104 1:129+1"],
    ["a.yaml", "- ".repeat(10_000) + "x", "TP104 1:257+1"],
    ["a.yaml", Array.from({ length: 1_000 }, (_, i) => `${" ".repeat(i)}a:`).join("\n"), "TP104 129:130+1"],
    ["a.yaml", "{a: ".repeat(10_000), "TP104 1:513+1"],
  ])("%s %.20j is nested too deeply", (path, text, expected) => {
    expect(problemLines(problemsOf(path, text))).toEqual([
      `${expected} expected at most 128 levels of nesting, found more`,
    ]);
  });

  test("128 levels are read", () => {
    const text = "[".repeat(128) + "]".repeat(128);
    expect(JSON.stringify(documentOf("a.json", text).value)).toBe(text);
    expect(JSON.stringify(documentOf("a.yaml", text).value)).toBe(text);
  });

  test("aliases cannot nest deeper than text can", () => {
    const lines = ["a0: &a0 x"];
    for (let i = 1; i <= 200; i += 1) lines.push(`a${i}: &a${i} [*a${i - 1}]`);
    expect(problemLines(problemsOf("a.yaml", lines.join("\n")))).toEqual([
      "TP104 130:13+7 expected at most 128 levels of nesting, found more",
    ]);
  });

  test("a billion laughs are refused", () => {
    const lines = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]"];
    for (let i = 1; i < 30; i += 1) {
      lines.push(`a${i}: &a${i} [${Array.from({ length: 10 }, () => `*a${i - 1}`).join(", ")}]`);
    }
    expect(problemLines(problemsOf("a.yaml", lines.join("\n")))).toEqual([
      'TP105 5:45+3 alias "*a3" is refused: the aliases and merge keys of this file add more than 100000 nodes',
    ]);
  });

  test("a file above the size limit is not parsed", () => {
    expect(problemLines(problemsOf("a.yaml", "x".repeat(32_000_001)))).toEqual([
      "TP103 1:1+0 expected at most 32000000 bytes of YAML, found 32000001",
    ]);
    expect(problemLines(problemsOf("a.json", '"ééé"', { jsonBytes: 7 }))).toEqual([
      "TP103 1:1+0 expected at most 7 bytes of JSON, found 8",
    ]);
  });

  test("a short file of very many tokens is not composed", () => {
    expect(problemLines(problemsOf("a.yaml", "[a, b, c, d]", { yamlTokens: 12 }))).toEqual([
      "TP103 1:8+1 expected at most 12 tokens of YAML, found more",
    ]);
    expect(problemsOf("a.yaml", "[a, b, c, d]", { yamlTokens: 40 })).toEqual([]);
  });

  test("a YAML document of 3 MB is read, and its last node has a location", () => {
    const lines = ["paths:"];
    for (let i = 0; i < 13_000; i += 1) {
      lines.push(`  /things/${i}:`, "    get:", `      operationId: getThing${i}`, "      tags: [things]");
      lines.push("      description: |", `        ${"Gives one of the things there are. ".repeat(4).trim()}`);
    }
    const text = `${lines.join("\n")}\n`;
    expect(text.length).toBeGreaterThan(3_000_000);
    const document = documentOf("a.yaml", text);
    expect(Object.keys((document.value as { paths: object }).paths)).toHaveLength(13_000);
    expect(underlined(document, ["paths", "/things/12999", "get", "operationId"])).toBe("getThing12999");
  });

  test("messages do not repeat long texts", () => {
    const [problem] = problemsOf("a.yaml", `a: ${"1".repeat(100_000)}`);
    expect(problem?.code).toBe("TP108");
    expect(problem?.message.length).toBeLessThan(300);
  });

  test("many documents in one file are one mistake", () => {
    expect(problemLines(problemsOf("a.yaml", "--- a\n".repeat(10_000)))).toEqual([
      "TP110 2:1+3 expected one YAML document, found another",
    ]);
  });

  test("a mapping of 20,000 keys is read without comparing all pairs", () => {
    const text = Array.from({ length: 20_000 }, (_, i) => `k${i}: ${i}`).join("\n");
    expect(Object.keys(documentOf("a.yaml", text).value as object)).toHaveLength(20_000);
  });
});

describe("data is plain JSON", () => {
  test.each(["a.json", "a.yaml"])("__proto__ is an ordinary own key in %s", (path) => {
    const value = documentOf(path, '{"__proto__": {"polluted": true}, "constructor": 1}').value as object;
    expect(Object.keys(value)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect("polluted" in value).toBe(false);
  });

  test("YAML is 1.2: no, on and dates are strings, even under a %YAML 1.1 directive", () => {
    const text = "a: no\nb: on\nc: 2024-01-01\nd: 0o17\ne: 017\nf: ~\n";
    const expected = { a: "no", b: "on", c: "2024-01-01", d: 15, e: 17, f: null };
    expect(documentOf("a.yaml", text).value).toEqual(expected);
    expect(documentOf("a.yaml", `%YAML 1.1\n---\n${text}`).value).toEqual(expected);
  });

  test("keys are unchanged", () => {
    const value = documentOf("a.yaml", "200: a\n1.0: b\ntrue: c\n~: d\n").value;
    expect(value).toEqual({ "200": "a", "1.0": "b", true: "c", "~": "d" });
  });

  test("an alias gives the value of its anchor", () => {
    expect(documentOf("a.yaml", "a: &x {b: 1}\nc: *x").value).toEqual({ a: { b: 1 }, c: { b: 1 } });
  });

  test.each(["a.json", "a.yaml"])("a byte order mark is ignored in %s", (path) => {
    const document = documentOf(path, '\uFEFF{"a": 1}');
    expect(document.value).toEqual({ a: 1 });
    expect(document.location(["a"], "key").column).toBe(2);
  });

  test("a file with an unknown extension is recognised by its first character", () => {
    expect(documentOf("spec", ' {"a": 1}').format).toBe("json");
    expect(documentOf("spec", "a: 1").format).toBe("yaml");
  });
});

describe("every node has its location", () => {
  const json = documentOf(
    "a.json",
    '{\r\n  "tools": [\r\n    {"name": "a", "n": [1, {"x\\n": true}]},\r\n\t{"name": "🦄", "deep": {"é": null}}\r\n  ]\r\n}',
  );
  const yaml = documentOf(
    "a.yaml",
    "tools:\r\n  - name: a\r\n    n: [1, { 200: true }]\r\n  - name: '🦄'\r\n    deep:\r\n      é: null\r\n      empty:\r\nshared: &s { k: v }\r\nuse: *s\r\n",
  );

  test.each<[readonly (string | number)[], "key" | "value", string, string]>([
    [["tools", 0, "name"], "key", '"name"', "3:6"],
    [["tools", 0, "name"], "value", '"a"', "3:14"],
    [["tools", 0, "n", 0], "value", "1", "3:25"],
    [["tools", 0, "n", 1, "x\n"], "key", '"x\\n"', "3:29"],
    [["tools", 0, "n", 1, "x\n"], "value", "true", "3:36"],
    [["tools", 1, "name"], "value", '"🦄"', "4:11"],
    [["tools", 1, "deep", "é"], "value", "null", "4:31"],
    [["tools", 1, "deep", "missing"], "value", '{"é": null}', "4:25"],
    [["tools", 9], "value", "[\r", "2:12"],
  ])("JSON %j %s", (path, on, text, at) => {
    const place = json.location(path, on);
    expect([underlined(json, path, on), `${place.line}:${place.column}`]).toEqual([text, at]);
  });

  test.each<[readonly (string | number)[], "key" | "value", string, string]>([
    [["tools", 0, "name"], "key", "name", "2:5"],
    [["tools", 0, "name"], "value", "a", "2:11"],
    [["tools", 0], "value", "name", "2:5"],
    [["tools"], "value", "name", "2:5"],
    [["tools", 0, "n", 1, "200"], "key", "200", "3:14"],
    [["tools", 1, "name"], "value", "'🦄'", "4:11"],
    [["tools", 1, "deep", "é"], "value", "null", "6:10"],
    [["tools", 1, "deep", "empty"], "value", "empty", "7:7"],
    [["use", "k"], "value", "v", "8:17"],
    [["use"], "value", "*s", "9:6"],
    [["tools", 0, "n", 7], "value", "[1, { 200: true }]", "3:8"],
  ])("YAML %j %s", (path, on, text, at) => {
    const place = yaml.location(path, on);
    expect([underlined(yaml, path, on), `${place.line}:${place.column}`]).toEqual([text, at]);
  });
});

describe("references open local files only", () => {
  const folder = mkdtempSync(join(tmpdir(), "toolpress-read-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const project = join(folder, "project");
  mkdirSync(join(project, "specs", "shared"), { recursive: true });
  writeFileSync(join(folder, "secret.yaml"), "a: secret");
  writeFileSync(join(project, "specs", "main.yaml"), "a: main");
  writeFileSync(join(project, "specs", "shared", "two words.json"), '{"a": "shared"}');
  writeFileSync(join(project, "specs", "broken.yaml"), "a: [");
  writeFileSync(join(project, "specs", "latin1.yaml"), Buffer.from([0x61, 0x3a, 0x20, 0xe9]));
  writeFileSync(join(project, "top.yaml"), "a: top");
  symlinkSync(join(folder, "secret.yaml"), join(project, "specs", "link.yaml"));
  symlinkSync(folder, join(project, "specs", "up"));
  symlinkSync(join(project, "top.yaml"), join(project, "specs", "inner-link.yaml"));

  const opened: string[] = [];
  const report = createReport();
  const main = documentOf("specs/main.yaml", "a: main");
  const documents = createDocuments({
    root: "",
    load: createLoader(project, (path) => opened.push(path)),
    report,
    documents: [main],
  });

  test.each([
    ["http://example.com/a.yaml", "network"],
    ["HTTPS://example.com/a.yaml", "network"],
    ["//example.com/a.yaml", "network"],
    ["data:application/json,{}", "network"],
    ["file:///etc/passwd", "outside"],
    ["/etc/passwd", "outside"],
    ["C:/a.yaml", "outside"],
    ["..\\..\\secret.yaml", "outside"],
    ["../../secret.yaml", "outside"],
    ["%2e%2e/%2e%2e/secret.yaml", "outside"],
    ["shared/../../../secret.yaml", "outside"],
    ["link.yaml", "outside"],
    ["up/secret.yaml", "outside"],
    ["nothing.yaml", "missing"],
    ["shared", "missing"],
    ["a%00.yaml", "missing"],
    ["%zz", "missing"],
    ["latin1.yaml", "unreadable"],
    ["broken.yaml", "unreadable"],
  ])("%s is refused: %s", (reference, refused) => {
    expect(documents.open(reference, main)).toEqual({ refused, reference });
  });

  test("a folder above the spec's root is outside", () => {
    const inSpecs = createDocuments({ root: "specs", load: createLoader(project), report });
    expect(inSpecs.open("../top.yaml", main)).toEqual({ refused: "outside", reference: "../top.yaml" });
    expect(inSpecs.open("main.yaml", main)).toMatchObject({ value: { a: "main" } });
  });

  test.each([
    ["", "main"],
    ["main.yaml", "main"],
    ["./shared/../main.yaml", "main"],
    ["shared/two%20words.json", "shared"],
    ["../top.yaml", "top"],
    ["inner-link.yaml", "top"],
  ])("%j opens a file of the project", (reference, a) => {
    expect(documents.open(reference, main)).toMatchObject({ value: { a } });
  });

  test("a file is read once, and a reference to the spec returns the same document", () => {
    opened.length = 0;
    expect(documents.open("../top.yaml", main)).toBe(documents.open("./../top.yaml", main));
    expect(documents.open("main.yaml", main)).toBe(main);
    expect(opened).toEqual([]);
  });

  test("a fault inside of a referenced file is reported with its location", () => {
    expect(report.sorted().map(({ location }) => location?.file)).toContain("specs/broken.yaml");
  });
});
