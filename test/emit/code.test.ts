import ts from "typescript";
import { describe, expect, it } from "vitest";
import { code, doc, ident, isReserved, json, key, member, num, str } from "../../generator/base/code.js";
import { hostileTexts } from "../helpers/hostile-texts.js";

/** Parses an expression and gives back the value of the literal it is. */
function evaluate(expression: string): unknown {
  const source = ts.createSourceFile("x.ts", `const x = ${expression};`, ts.ScriptTarget.Latest, true);
  expect((source as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics).toEqual([]);
  expect(source.statements).toHaveLength(1);
  return new Function(`return ${expression};`)() as unknown;
}

describe("source text made of spec text", () => {
  it.each(hostileTexts)("keeps %j a string literal that reads back the same", (text) => {
    expect(evaluate(str(text).toString())).toBe(text);
  });

  it.each(hostileTexts)("keeps %j a key and a value of an object literal", (text) => {
    const read = evaluate(`(${json({ [text]: [text] }).toString()})`) as Record<string, unknown>;
    expect(Object.keys(read)).toEqual([text]);
    expect(Object.getOwnPropertyDescriptor(read, text)?.value).toEqual([text]);
  });

  it.each(hostileTexts)("keeps %j inside its comment", (text) => {
    const source = ts.createSourceFile(
      "x.ts",
      `${doc(text).toString()}\nconst planned = 1;`,
      ts.ScriptTarget.Latest,
      true,
    );
    expect((source as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics).toEqual([]);
    expect(source.statements.map((statement) => statement.getText())).toEqual(["const planned = 1;"]);
  });

  it.each(hostileTexts)("reaches the property %j by member access", (text) => {
    const read = new Function("o", `return o${member(text).toString()};`) as (value: object) => unknown;
    const holder = Object.defineProperty({}, text, { value: 1, enumerable: true });
    expect(read(holder)).toBe(1);
  });

  it("prints nothing that hides, ends a line or turns the direction of text", () => {
    const printed = hostileTexts
      .map((text) => `${str(text)}${doc(text).toString().replaceAll("\n", " ")}${key(text)}`)
      .join("");
    expect(printed).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u);
  });

  it("refuses what cannot be an identifier instead of repairing it", () => {
    for (const text of [...hostileTexts, "class", "constructor", "a-b", "1a", ""]) {
      if (/^[A-Za-z_$][\w$]*$/.test(text) && !isReserved(text)) continue;
      expect(() => ident(text)).toThrow(TypeError);
    }
  });

  it("refuses numbers that have no literal, and values that are not JSON", () => {
    expect(() => num(Number.NaN)).toThrow(TypeError);
    expect(() => num(Number.POSITIVE_INFINITY)).toThrow(TypeError);
    expect(() => json(() => 1)).toThrow(TypeError);
    expect(() => json(10n)).toThrow(TypeError);
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(() => json(cycle)).toThrow(/contains itself/);
  });

  it("cannot speak to the compiler or to linters from a comment", () => {
    expect(doc("@ts-ignore").toString()).toBe("/** \\@ts-ignore */");
    expect(doc("eslint-disable no-eval").toString()).toBe("/** `eslint`-disable no-eval */");
  });

  it("takes only Code in the holes of a template", () => {
    expect(code`a + ${num(1)} + ${2}`.toString()).toBe("a + 1 + 2");
  });
});
