import { describe, expect, it } from "vitest";
import { createReport } from "../../generator/diagnostics/report.js";
import type { SchemaObject } from "../../generator/ir.js";
import { reportLostArguments } from "../../generator/lower/lost-arguments.js";
import { compileMcp } from "../helpers/foreign-tools.js";
import { lowerTools, toolOf } from "../helpers/lowering.js";

function problems(input: SchemaObject): readonly string[] {
  const { tools, diagnostics } = lowerTools([toolOf(input)]);
  return [`${tools.length} declared`, ...diagnostics.map(({ code, message }) => `${code}: ${message}`)];
}

describe("an argument that can never have a value", () => {
  it.each<[string, SchemaObject]>([
    ["an empty enum", { enum: [] }],
    ["an enum of another type", { type: "string", enum: [{ a: 1 }] }],
    [
      "an object that requires what it forbids",
      { type: "object", properties: { a: false }, required: ["a"] },
    ],
    ["a list that must have an item that cannot be", { type: "array", items: { enum: [] }, minItems: 1 }],
    ["branches of which none can be", { anyOf: [{ enum: [] }, { type: "string", const: 3 }] }],
  ])("is reported if it is %s", (_, schema) => {
    expect(problems({ type: "object", properties: { q: schema, r: { type: "string" } } })).toEqual([
      "1 declared",
      `TP512: argument "q" of tool "tool" is left out: no value can be valid for it`,
    ]);
  });

  it("is reported if a closed object has it in a variant only", () => {
    const closed = {
      type: "object",
      properties: { a: { type: "string" } },
      additionalProperties: false,
    } as const;
    const variants = [{ properties: { b: { type: "string" } } }, { required: ["a"] }] as const;
    expect(problems({ ...closed, anyOf: variants })).toContain(
      `TP512: argument "b" of tool "tool" is left out: no value can be valid for it`,
    );
  });

  it("is reported inside of an argument, but not in one of several branches", () => {
    const never = { type: "object", properties: { b: { enum: [] }, c: { type: "string" } } } as const;
    expect(problems({ type: "object", properties: { a: never } })).toEqual([
      "1 declared",
      `TP512: argument "a.b" of tool "tool" is left out: no value can be valid for it`,
    ]);
    expect(problems({ type: "object", properties: { a: { oneOf: [never, { type: "string" }] } } })).toEqual([
      "1 declared",
    ]);
  });

  it("is not reported if the author forbids it explicitly", () => {
    expect(problems({ type: "object", properties: { q: false, r: { type: "string" } } })).toEqual([
      "1 declared",
    ]);
  });

  it("removes only the argument of a foreign tool, with a warning", () => {
    const { tools, diagnostics } = compileMcp([
      {
        type: "object",
        properties: { a: { type: "string" } },
        additionalProperties: false,
        anyOf: [{ properties: { b: { type: "string" } } }, { required: ["a"] }],
      },
    ]);
    expect(Object.keys(tools[0]?.declaration.parameters?.properties ?? {})).toEqual(["a"]);
    expect(diagnostics.filter(({ code }) => code === "TP512")).toMatchObject([{ severity: "warning" }]);
  });
});

describe("a declaration that lacks an argument", () => {
  const tool = toolOf({
    type: "object",
    properties: { a: { type: "string" }, f: false, bound: { type: "string" } },
    allOf: [
      { $ref: "#/$defs/More" },
      { if: { required: ["a"] }, then: { properties: { c: { type: "string" } } } },
    ],
  });
  const bind = new Map([["bound", { from: "env", name: "X" } as const]]);
  const bound = { ...tool, policy: { ...tool.policy, bind } };
  const more: SchemaObject = { anyOf: [{ properties: { d: { type: "string" } } }] };
  const lostIn = (names: readonly string[]): readonly string[] => {
    const properties = Object.fromEntries(names.map((name) => [name, { type: "STRING" as const }]));
    const declaration = {
      name: "tool",
      description: "A tool.",
      parameters: { type: "OBJECT" as const, properties },
    };
    const report = createReport();
    const isLost = reportLostArguments({ declaration, codec: undefined, log: [] }, bound, () => more, report);
    expect(isLost).toBe(report.hasErrors);
    return report.sorted().map(({ code, message }) => `${code}: ${message}`);
  };

  it("is refused for every source of the argument", () => {
    expect(lostIn(["a", "c", "d"])).toEqual([]);
    expect(lostIn(["a"])).toEqual(
      ["c", "d"].map((name) => `TP513: the declaration of "tool" would lack the argument "${name}"`),
    );
  });
});
