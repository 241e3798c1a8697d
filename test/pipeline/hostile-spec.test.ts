import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { generate, type Generation } from "../../generator/generate.js";
import { defaultOptions } from "../../generator/options.js";
import { checkDeclarations } from "../../gemini-rules/check-declarations.js";
import { compileStrictly } from "../helpers/compile.js";
import { hostileTexts } from "../helpers/hostile-texts.js";
import { importEveryFile } from "../helpers/import-generated.js";

// A spec is hostile input. Every payload is put into every text of a spec, which is then generated, compiled
// by tsc and imported.

/** Returns a spec that contains the payload wherever the dialect allows free text. */
function specWith(text: string, name: string): string {
  const pattern = text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  const described = { type: "string", description: text, title: text };
  return stringify({
    name,
    description: text,
    "x-extension": text,
    groups: { [text]: ["first_tool"] },
    // `googleMaps` is the only built-in tool whose settings may have any shape.
    builtins: [{ googleMaps: { authConfig: { [text]: text } } }],
    schemas: {
      Named: { type: "object", description: text, title: text, properties: { [text]: { type: "string" } } },
      [text]: { type: "string", description: text },
    },
    tools: {
      first_tool: {
        description: text,
        "x-extension": text,
        parameters: {
          type: "object",
          title: text,
          description: text,
          properties: {
            [text]: described,
            enumerated: { type: "string", enum: [text, "other"], default: text, examples: [text] },
            constant: { const: text },
            mixed: { enum: [text, 1, true] },
            objects: { const: { [text]: text } },
            matched: { type: "string", pattern: `^${pattern}$`, description: text },
            mapped: { type: "object", additionalProperties: described, propertyNames: { maxLength: 500 } },
            patterned: { type: "object", patternProperties: { [pattern]: described } },
            union: {
              oneOf: [
                { type: "object", properties: { [text]: { const: text } }, required: [text] },
                described,
              ],
            },
            defaulted: { type: "object", properties: { [text]: described }, default: { [text]: text } },
            shared: { $ref: "#/schemas/Named" },
            comment: { type: "string", $comment: text, "x-anything": text },
            bound: { description: text, title: text },
          },
          required: [text],
          dependentRequired: { [text]: ["constant"] },
        },
        response: {
          type: "object",
          description: text,
          properties: { [text]: { type: "string", enum: [text] } },
        },
        examples: [{ description: text, args: { [text]: text, constant: text, bound: text } }],
        bind: { bound: { value: { [text]: text } } },
        result: { pick: [text] },
      },
      second_tool: {
        description: text,
        bind: { a: { context: text } },
        parameters: [{ name: "a", ...described }],
        binding: { python: text },
      },
      third_tool: {
        description: text,
        bind: { a: { env: text } },
        parameters: [{ name: "a", ...described }],
        binding: { mcp: text },
      },
      fourth_tool: {
        declaration: {
          name: "fourth_tool",
          description: text,
          parameters: { type: "OBJECT", properties: { a: { type: "STRING", description: text } } },
        },
      },
    },
  });
}

const generated = new Map<string, Generation>();
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hostile-"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const [index, text] of hostileTexts.entries()) {
    const spec = { path: `specs/case-${index}.tools.yaml`, text: specWith(text, `case-${index}`) };
    const generation = await generate(
      { specs: [spec], load: () => undefined, out: "generated" },
      { file: () => undefined },
      defaultOptions,
    );
    generated.set(text, generation);
    for (const set of generation.sets) {
      for (const file of set.files) {
        const path = join(folder, set.name, file.path);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, file.text);
      }
    }
  }
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("hostile specs", () => {
  it("covers at least 25 payloads", () => {
    expect(hostileTexts.length).toBeGreaterThanOrEqual(25);
  });

  it.each(hostileTexts)("generates from %j, or reports the location, and never fails silently", (text) => {
    const { sets, diagnostics } = generated.get(text)!;
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    if (sets.every((set) => set.failed)) expect(errors.length).toBeGreaterThan(0);
    for (const set of sets.filter((one) => !one.failed)) {
      const declarations = set.files.find((file) => file.path === "declarations.json");
      expect(checkDeclarations([JSON.parse(declarations!.text)])).toEqual([]);
    }
  });

  it("generates from most payloads, because unusual text is allowed", () => {
    const refused = hostileTexts.filter((text) => generated.get(text)!.sets.some((set) => set.failed));
    expect(refused.length, JSON.stringify(refused)).toBeLessThan(hostileTexts.length / 3);
  });

  it("generates code that compiles under the strictest flags", () => {
    const files = [...generated.values()].flatMap(({ sets }) =>
      sets.flatMap((set) =>
        set.files
          .filter((file) => file.path.endsWith(".ts"))
          .map((file) => join(folder, set.name, file.path)),
      ),
    );
    expect(compileStrictly(files)).toEqual([]);
  });

  it("executes nothing of a spec when its output is imported", async () => {
    let imported = 0;
    for (const { sets } of generated.values()) {
      for (const set of sets) imported += await importEveryFile(set, join(folder, "run"));
    }
    expect(imported).toBeGreaterThan(hostileTexts.length);
    expect(Reflect.get(globalThis, "PWN")).toBeUndefined();
  });

  it.each(hostileTexts.filter((text) => !/^[A-Za-z_][A-Za-z0-9_-]*$/.test(text)))(
    "refuses %j as a name, with its location",
    async (text) => {
      const names = {
        tool: { tools: { [text]: { description: "Does something useful for the test." } } },
        set: { name: text, tools: { fine: { description: "Does something useful for the test." } } },
        rename: { tools: { fine: { description: "Does something useful for the test.", rename: text } } },
        export: {
          tools: {
            fine: {
              description: "Does something useful for the test.",
              binding: { module: "./x.ts", export: text },
            },
          },
        },
      };
      for (const [position, spec] of Object.entries(names)) {
        const { sets, diagnostics } = await generate(
          {
            specs: [{ path: "specs/x.tools.yaml", text: stringify(spec) }],
            load: () => undefined,
            out: "generated",
          },
          { file: () => undefined },
          defaultOptions,
        );
        const errors = diagnostics.filter(({ severity }) => severity === "error");
        expect(errors, position).not.toEqual([]);
        expect(
          errors.every(({ location }) => location !== undefined),
          position,
        ).toBe(true);
        expect(
          sets.flatMap((set) => set.files),
          position,
        ).toEqual([]);
      }
    },
  );
});
