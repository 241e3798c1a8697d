import ts from "typescript";
import { describe, expect, it } from "vitest";
import {
  callStatement,
  code,
  doc,
  ident,
  isReserved,
  json,
  key,
  line,
  member,
  num,
  str,
} from "../../generator/base/code.js";
import { hostileTexts } from "../helpers/hostile-texts.js";

/** Parses an expression and returns the value of the literal. */
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

  it.each(hostileTexts)("keeps %j inside its comment of one line", (text) => {
    const comment = line(text).toString();
    expect(comment).not.toMatch(/[\n\r\u2028\u2029]/u);
    const source = ts.createSourceFile(
      "x.ts",
      `${comment}\nconst planned = 1;`,
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

  it("prints no invisible characters, line separators or bidirectional controls", () => {
    const printed = hostileTexts
      .map((text) => `${str(text)}${doc(text).toString().replaceAll("\n", " ")}${key(text)}`)
      .join("");
    expect(printed).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u);
  });

  it("refuses invalid identifiers instead of repairing them", () => {
    for (const text of [...hostileTexts, "class", "constructor", "a-b", "1a", ""]) {
      if (/^[A-Za-z_$][\w$]*$/.test(text) && !isReserved(text)) continue;
      expect(() => ident(text)).toThrow(TypeError);
    }
  });

  it("accepts contextual keywords as names", () => {
    const contextual =
      "abstract accessor any as asserts async bigint boolean constructor_ declare from get global infer is keyof namespace never number " +
      "object of out override readonly satisfies set string symbol type unique unknown using";
    for (const word of contextual.split(" ")) {
      expect(ident(word).toString()).toBe(word);
      const text = `import { ${word}, type Other } from "x";\nexport const { ${word}: own } = ${word};\nconst f = (${word}: Other) => { const { inner } = ${word}; if (${word} !== undefined && inner) return ${word}; for (const key of Object.keys(${word})) key; };`;
      const source = ts.createSourceFile("x.ts", text, ts.ScriptTarget.Latest, true);
      expect((source as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics).toEqual([]);
    }
  });

  it("refuses names of values that generated code may use", () => {
    for (const name of [
      "Array",
      "Object",
      "Set",
      "BigInt",
      "undefined",
      "require",
      "exports",
      "module",
      "eval",
    ])
      expect(() => ident(name)).toThrow(TypeError);
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

  it("cannot contain directives for the compiler or linters in a comment", () => {
    expect(doc("@ts-ignore").toString()).toBe("/** \\@ts-ignore */");
    expect(doc("eslint-disable no-eval").toString()).toBe("/** `eslint`-disable no-eval */");
    expect(line("@ts-ignore").toString()).toBe("// \\@ts-ignore");
    expect(line("eslint-disable-next-line").toString()).toBe("// `eslint`-disable-next-line");
    expect(line("# sourceMappingURL=x.map").toString()).toBe("// \\# sourceMappingURL=x.map");
    expect(line("a //# sourceMappingURL=x.map").toString()).toBe("// a / /# sourceMappingURL=x.map");
    expect(line("/ <reference path='x' />").toString()).toBe("// \\/ <reference path='x' />");
    expect(line("one\n@ts-ignore").toString()).toBe("// one \\@ts-ignore");
  });

  it("names the source of the text in a one-line comment", () => {
    expect(line("@generated by toolpress from a.yaml.").toString()).toBe(
      "// @generated by toolpress from a.yaml.",
    );
    expect(line("@generatedby x").toString()).toBe("// \\@generatedby x");
    expect(line(" \n ").toString()).toBe("");
  });

  it("knows of a statement that it is a call", () => {
    const statement = callStatement(code`check(${str("a; b")})`);
    expect(statement.toString()).toBe('check("a; b");');
    expect([statement.isCall, code`${statement}`.isCall, str("a();").isCall]).toEqual([true, false, false]);
  });

  it("accepts only Code in the placeholders of a template", () => {
    expect(code`a + ${num(1)} + ${2}`.toString()).toBe("a + 1 + 2");
  });
});
