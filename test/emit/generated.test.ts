import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ToolEntry } from "../../runtime/tool.js";
import { checkDeclarations } from "../../gemini-rules/check-declarations.js";

// Checks the committed code in generated/: JSON and TypeScript contain the same declarations, and Gemini
// accepts them.

const folder = new URL("../../generated/", import.meta.url);
const sets = readdirSync(folder).filter((set) => existsSync(new URL(`${set}/declarations.json`, folder)));

interface Declared {
  readonly functionDeclarations: readonly {
    readonly name: string;
    readonly parameters?: Record<string, unknown>;
  }[];
}

const declarationsOf = (set: string): Declared =>
  JSON.parse(readFileSync(new URL(`${set}/declarations.json`, folder), "utf8")) as Declared;

async function entriesOf(set: string): Promise<ToolEntry[]> {
  const { pathname } = new URL(`${set}/entries.ts`, folder);
  return Object.values((await import(/* @vite-ignore */ pathname)) as Record<string, ToolEntry>);
}

describe.each(sets)("generated/%s", (set) => {
  it("contains only declarations that Gemini accepts", () => {
    expect(checkDeclarations([declarationsOf(set)])).toEqual([]);
  });

  it("has the same content in declarations.json and in the entries of its tools", async () => {
    const declared = declarationsOf(set).functionDeclarations;
    const entries = await entriesOf(set);
    expect(new Map(entries.map(({ name, declaration }) => [name, declaration]))).toEqual(
      new Map(declared.map((declaration) => [declaration.name, declaration])),
    );
  });

  it("has checks for every tool, which are loaded on demand", async () => {
    for (const entry of await entriesOf(set)) {
      expect(await entry.checks()).toMatchObject({
        parse: expect.any(Function) as unknown,
      });
    }
  });

  it("keeps the fields of a declaration in one order", () => {
    const order = [
      "name",
      "description",
      "behavior",
      "parameters",
      "parametersJsonSchema",
      "response",
      "responseJsonSchema",
    ];
    for (const declaration of declarationsOf(set).functionDeclarations) {
      const keys = Object.keys(declaration);
      expect(keys).toEqual([...keys].sort((a, b) => order.indexOf(a) - order.indexOf(b)));
    }
  });
});

describe("the tools of the founding documents", () => {
  it("declares get_current_weather with its enum, default and required location", () => {
    const [weather] = declarationsOf("weather").functionDeclarations;
    expect(weather).toMatchObject({
      name: "get_current_weather",
      parameters: {
        type: "OBJECT",
        properties: {
          location: { type: "STRING" },
          unit: { type: "STRING", enum: ["celsius", "fahrenheit"] },
        },
        required: ["location"],
        propertyOrdering: ["location", "unit"],
      },
    });
  });

  it("declares schedule_meeting with an array argument", () => {
    const [meeting] = declarationsOf("meetings").functionDeclarations;
    expect(meeting?.parameters).toMatchObject({
      properties: { attendees: { type: "ARRAY", items: { type: "STRING" } } },
      required: ["attendees", "date", "time", "topic"],
    });
  });

  it("wraps every set in one Tool", () => {
    for (const set of sets) expect(Object.keys(declarationsOf(set))).toEqual(["functionDeclarations"]);
  });

  it("omits parameters of a tool without arguments", () => {
    const [on] = declarationsOf("lights").functionDeclarations;
    expect(on).toEqual({ name: "turn_on_the_lights", description: "Turns on every light in the house." });
  });

  it("declares multiply with two numbers", () => {
    const [multiply] = declarationsOf("calculator").functionDeclarations;
    expect(multiply?.parameters).toMatchObject({
      type: "OBJECT",
      properties: { a: { type: "NUMBER" }, b: { type: "NUMBER" } },
      required: ["a", "b"],
    });
  });
});
