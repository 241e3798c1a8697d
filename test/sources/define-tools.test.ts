import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { defineTools } from "toolpress/spec";
import { run } from "../../generator/cli/run.js";
import { jsonSchemaOf } from "../../generator/cli/project/standard-schema.js";
import { dispatchCompiled, typeErrors } from "./compile-generated.js";

// The folder is inside the project, so that a spec finds zod.
const cache = fileURLToPath(new URL("../../.cache/", import.meta.url));
let cwd: string;

beforeEach(() => {
  mkdirSync(cache, { recursive: true });
  cwd = mkdtempSync(join(cache, "define-tools-"));
  mkdirSync(join(cwd, "specs"));
});
afterEach(() => {
  rmSync(cwd, { recursive: true, force: true });
});

async function gen(spec: string, name = "weather.tools.ts"): Promise<{ code: number; err: string }> {
  writeFileSync(join(cwd, "specs", name), spec);
  let err = "";
  const stderr = { write: (text: string) => (err += text) };
  const code = await run(["gen"], { cwd, env: {}, stdout: { write: () => true }, stderr });
  return { code, err };
}

const header = `import { z } from "zod";
import { defineTools } from "../../../generator/define-tools.js";
`;

describe("a spec written in TypeScript", () => {
  it("accepts Zod schemas for arguments and results, and exported functions as handlers", async () => {
    const { code, err } = await gen(`${header}
const place = z.object({
  city: z.string().describe("Name of the city"),
  days: z.int().min(1).max(16).default(3).describe("How many days"),
  unit: z.enum(["celsius", "fahrenheit"]).optional().describe("Scale of the temperatures"),
});

export function getForecast({ city, days, unit }: z.infer<typeof place>): string {
  return [city, days, unit ?? "celsius"].join(" ");
}

export default defineTools({
  tools: {
    get_forecast: {
      description: "Tells the weather of the next days.",
      parameters: place,
      response: z.string(),
      examples: [{ args: { city: "Rome" } }],
      run: getForecast,
    },
  },
});
`);
    expect([code, err]).toEqual([0, ""]);
    const declarations = JSON.parse(
      readFileSync(join(cwd, "generated/weather/declarations.json"), "utf8"),
    ) as unknown;
    expect(declarations).toEqual({
      functionDeclarations: [
        {
          name: "get_forecast",
          description: "Tells the weather of the next days.",
          parameters: {
            type: "OBJECT",
            properties: {
              city: { type: "STRING", description: "Name of the city" },
              days: {
                type: "INTEGER",
                description: "How many days. Default: 3.",
                default: 3,
                minimum: 1,
                maximum: 16,
              },
              unit: {
                type: "STRING",
                format: "enum",
                description: "Scale of the temperatures",
                enum: ["celsius", "fahrenheit"],
              },
            },
            required: ["city"],
            propertyOrdering: ["city", "days", "unit"],
          },
        },
      ],
    });
    const index = join(cwd, "generated/weather/index.ts");
    expect(typeErrors(index).filter((line) => line.includes("/generated/"))).toEqual([]);
    const dispatch = await dispatchCompiled(index, "createWeather");
    expect(await dispatch("get_forecast", { city: "Rome" })).toEqual({ result: "Rome 3 celsius" });
    expect(await dispatch("get_forecast", { city: "Rome", days: 40 })).toMatchObject({
      error: { code: "INVALID_ARGUMENTS" },
    });
  });

  it("accepts plain JSON Schema too, and leaves tools without a function to handlers", async () => {
    const { code, err } = await gen(`${header}void z;
export default defineTools({
  name: "notes",
  tools: {
    keep: {
      description: "Keeps a note for later.",
      parameters: { type: "object", properties: { text: { type: "string", description: "The note" } }, required: ["text"] },
      approval: true,
    },
  },
});
`);
    expect([code, err]).toEqual([0, ""]);
    expect(readFileSync(join(cwd, "generated/notes/index.ts"), "utf8")).toContain(
      "bindHandler(keep, parts.handlers)",
    );
  });

  it.each([
    [
      "has no default export",
      "export const x = 1;",
      "it has no default export that is a spec",
      "help: Write export default defineTools({ ... }).",
    ],
    ["throws", "throw new Error('boom');", "boom", "help: Correct the module. Executed alone"],
    [
      "names a function it does not export",
      `${header}void z; export default defineTools({ tools: { f: { description: "d", run: () => 1 } } });`,
      'run of tool "f" is not a function that this module exports',
      "help: Generated code imports the function from the module: write export function",
    ],
    [
      "uses a schema that cannot be told as JSON Schema",
      `export default { tools: { f: { description: "d", parameters: { "~standard": { version: 1, vendor: "acme" } } } } };`,
      "a schema of acme has no JSON Schema",
      "help: Use a version of acme that exports JSON Schema, or write JSON Schema.",
    ],
  ])("is reported when it %s", async (_what, spec, problem, help) => {
    const { code, err } = await gen(spec);
    expect(code).toBe(1);
    expect(err).toContain("TP112");
    expect(err).toContain('"specs/weather.tools.ts"');
    expect(err).toContain(problem);
    expect(err).toContain(help);
  });

  it("is reported at the line of the module, including its own schemas", async () => {
    const { err } = await gen(`${header}
const place = z.object({ city: z.string() });
const note = "tools: { later: {";
export default defineTools({
  name: note.slice(0, 5),
  tools: {
    first: { description: "Says } or { in a text.", parameters: place },
    later: {
      description: "Tells the weather.",
      parameters: {
        type: "object",
        properties: {
          city: { type: "strnig", description: "d" },
        },
      },
      approval: "yes" as never,
    },
  },
});
`);
    expect(err).toContain(`specs/weather.tools.ts:15:19`);
    expect(err).toContain('15 |           city: { type: "strnig", description: "d" },');
    expect(err).toContain(`specs/weather.tools.ts:18:7`);
  });

  it("types `run` by the schema", () => {
    const place = z.object({ city: z.string(), days: z.int().default(3) });
    const spec = defineTools({
      tools: {
        typed: {
          description: "d",
          parameters: place,
          run: (args) => expectTypeOf(args).toEqualTypeOf<{ city: string; days: number }>(),
        },
      },
    });
    expect(Object.keys(spec.tools)).toEqual(["typed"]);
  });

  it("leaves the types of `run` to its author if the schema has none", () => {
    interface Pair {
      a: number;
      b: number;
    }
    const multiply = ({ a, b }: Pair): number => a * b;
    const parameters = {
      type: "object",
      properties: { a: { type: "number" }, b: { type: "number" } },
      required: ["a", "b"],
    };
    defineTools({ tools: { multiply: { description: "Multiplies.", parameters, run: multiply } } });
    defineTools({
      tools: {
        inline: {
          description: "d",
          parameters,
          run: (args, call) => {
            expectTypeOf(args).not.toBeNever();
            return [args.a, call.signal];
          },
        },
        bare: { description: "d", run: ({ a }) => [a] },
        declared: { declaration: { name: "declared", description: "d" }, run: (args) => [args["a"]] },
      },
    });
    defineTools({ tools: { ping: { description: "Answers.", run: () => "pong" } } });
    defineTools({ tools: { raw: { declaration: { name: "raw", description: "d" }, run: multiply } } });
    // @ts-expect-error a declaration has its description already
    defineTools({ tools: { raw: { declaration: { name: "raw" }, description: "d" } } });
    // @ts-expect-error a tool has a description
    defineTools({ tools: { silent: { parameters } } });
    const texts = z.object({ a: z.string(), b: z.string() });
    // @ts-expect-error the schema has another type
    defineTools({ tools: { f: { description: "d", parameters: texts, run: multiply } } });
  });

  const declared = {
    type: "Type.OBJECT",
    properties: `{ location: { type: Type.STRING, description: "City" }, days: { type: Type.ARRAY, items: { type: Type.INTEGER, description: "Day" }, description: "Days" } }`,
  };
  const schema = `{ type: ${declared.type}, properties: ${declared.properties}, required: ["location"] }`;
  it.each([
    [
      "parameters",
      `{ description: "Gets the weather of a place.", parameters: ${schema}, run: getWeather }`,
      { propertyOrdering: ["location", "days"] },
    ],
    [
      "declaration",
      `{ declaration: { name: "get_weather", description: "Gets the weather of a place.", parameters: ${schema} } satisfies FunctionDeclaration, run: getWeather }`,
      {},
    ],
  ])("accepts the official client's constants in %s", async (_field, tool, added) => {
    const { code, err } = await gen(`import { Type, type FunctionDeclaration } from "@google/genai";
import { defineTools } from "../../../generator/define-tools.js";

export function getWeather({ location, days }: { location: string; days?: number[] }): string {
  return [location, ...(days ?? [])].join(" ");
}
export default defineTools({ tools: { get_weather: ${tool} } });
${tool.includes("satisfies") ? "" : "export type Unused = FunctionDeclaration;"}
`);
    expect([code, err]).toEqual([0, ""]);
    const text = readFileSync(join(cwd, "generated/weather/declarations.json"), "utf8");
    expect((JSON.parse(text) as { functionDeclarations: unknown[] }).functionDeclarations).toEqual([
      {
        name: "get_weather",
        description: "Gets the weather of a place.",
        parameters: {
          type: "OBJECT",
          properties: {
            location: { type: "STRING", description: "City" },
            days: { type: "ARRAY", items: { type: "INTEGER", description: "Day" }, description: "Days" },
          },
          required: ["location"],
          ...added,
        },
      },
    ]);
    const index = join(cwd, "generated/weather/index.ts");
    expect(typeErrors(index)).toEqual([]);
    const dispatch = await dispatchCompiled(index, "createWeather");
    expect(await dispatch("get_weather", { location: "Rome", days: [1] })).toEqual({ result: "Rome 1" });
  });
});

describe("the JSON Schema of a schema object", () => {
  it("is the input type for arguments and the output type for results, without noise", () => {
    const schema = z.object({ n: z.int(), d: z.string().default("x") });
    expect(jsonSchemaOf(schema, "input")).toEqual({
      type: "object",
      properties: { n: { type: "integer" }, d: { type: "string", default: "x" } },
      required: ["n"],
    });
    expect(jsonSchemaOf(schema, "output")).toMatchObject({ required: ["n", "d"] });
  });

  it("is read from schemas that are functions or have a method for it", () => {
    const ark = Object.assign(() => undefined, {
      "~standard": { version: 1, vendor: "arktype" },
      toJsonSchema: () => ({ $schema: "x", type: "string" }),
    });
    expect(jsonSchemaOf(ark, "input")).toEqual({ type: "string" });
  });

  it("is the object itself if it is JSON Schema already, including properties named $schema", () => {
    const schema = { type: "object", properties: { $schema: { type: "string" } } };
    expect(jsonSchemaOf(schema, "input")).toBe(schema);
    expect(jsonSchemaOf(true, "input")).toBe(true);
  });
});
