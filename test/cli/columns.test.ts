import { describe, expect, it } from "vitest";
import { columns } from "../../generator/cli/terminal/columns.js";
import { widthOf } from "../../generator/cli/terminal/printable.js";

const table = [
  { title: "name" },
  { title: "size", right: true },
  { title: "note" },
  { title: "call", share: 1, keepEnd: true },
  { title: "text", share: 2 },
];
const rows = [
  ["a", "5", "", "GET /one", "The first of them."],
  ["abcdef", "120", "", "POST /one/two/three/four/five", "The second of them, which is a longer text."],
];

describe("columns", () => {
  it("are as wide as necessary, with numbers aligned right and empty columns left out", () => {
    expect(columns(table, rows)).toEqual([
      "name    size  call                           text",
      "a          5  GET /one                       The first of them.",
      "abcdef   120  POST /one/two/three/four/five  The second of them, which is a longer text.",
    ]);
  });

  it("are cut to a terminal: the start of a text, the method and the end of a call", () => {
    expect(columns(table, rows, 60)).toEqual([
      "name    size  call             text",
      "a          5  GET /one         The first of them.",
      "abcdef   120  POST …four/five  The second of them, which is…",
    ]);
  });

  it("never cut the first cell, and exceed the terminal width only if necessary", () => {
    const name = "a-name-that-is-longer-than-it-should-be";
    for (const width of [10, 20, 40, 60, 80, 120]) {
      const lines = columns(table, [...rows, [name, "1", "x", "GET /", "日本語のテキストです"]], width);
      for (const line of lines.slice(1, 3)) expect(widthOf(line)).toBeLessThanOrEqual(Math.max(width, 12));
      expect(lines[3]!.startsWith(name)).toBe(true);
      expect(widthOf(lines[3]!)).toBeLessThanOrEqual(Math.max(width, widthOf(name)));
    }
  });

  it("show no control characters of a document", () => {
    expect(columns([{ title: "name" }], [["a\u001b[31m\nb"]])[1]).toBe("a<U+001B>[31m\\nb");
  });
});
