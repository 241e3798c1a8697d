import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { run } from "../../generator/cli/run.js";
import { dispatchCompiled, typeErrors } from "./compile-generated.js";

// The folder is inside the project, so that the compiler finds `@toolpress/runtime/v1` and its own libraries.
const cache = fileURLToPath(new URL("../../.cache/", import.meta.url));
let cwd: string;
let count = 0;

beforeAll(() => {
  mkdirSync(cache, { recursive: true });
  cwd = mkdtempSync(join(cache, "typescript-"));
  // The smallest library is used, because reading the libraries takes most of the time.
  const compilerOptions = {
    target: "ES2022",
    lib: ["ES2022"],
    types: [],
    module: "NodeNext",
    paths: { "@toolpress/runtime/v1": ["../../runtime/v1.ts"] },
  };
  writeFileSync(join(cwd, "tsconfig.json"), JSON.stringify({ compilerOptions }));
});
afterAll(() => {
  rmSync(cwd, { recursive: true, force: true });
});

interface Imported {
  readonly tools: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The problems as `line code message`. */
  readonly problems: readonly string[];
  readonly code: number;
}

async function toolpress(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ["", ""];
  const code = await run(args, {
    cwd,
    env: {},
    stdout: { write: (text: string) => (out += text) },
    stderr: { write: (text: string) => (err += text) },
  });
  return { code, out, err };
}

async function importSource(source: string, ending = "ts"): Promise<Imported> {
  const file = `case${String((count += 1))}.${ending}`;
  writeFileSync(join(cwd, file), source);
  const { code, out, err } = await toolpress("import", file, "--out", "-");
  const { tools = {} } = (parse(out) ?? {}) as { tools?: Imported["tools"] };
  const reported = [...err.matchAll(/^\S+:(\d+):\d+ {2}\w+ (TP\d+) {2}(.*)$/gm)].map(
    ([, line, tp, message]) => `${line} ${tp} ${message}`,
  );
  return { tools, problems: reported, code };
}

const types: readonly (readonly [type: string, schema: unknown])[] = [
  ["string", { type: "string" }],
  ["`a${string}`", { type: "string" }],
  ["number", { type: "number" }],
  ["boolean", { type: "boolean" }],
  ["'a'", { type: "string", enum: ["a"] }],
  ["1 | 2", { type: "integer", enum: [1, 2] }],
  ["1 | 2.5", { enum: [1, 2.5] }],
  ["'a' | 'b' | null", { type: ["string", "null"], enum: ["a", "b", null] }],
  ["boolean | null", { type: ["boolean", "null"] }],
  ["string | number", { anyOf: [{ type: "string" }, { type: "number" }] }],
  ["'a' | number", { anyOf: [{ type: "string", enum: ["a"] }, { type: "number" }] }],
  ["string | undefined", { type: "string" }],
  ["string[]", { type: "array", items: { type: "string" } }],
  ["readonly number[]", { type: "array", items: { type: "number" } }],
  [
    "[string, number?]",
    { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false, minItems: 1 },
  ],
  [
    "[string, ...number[]]",
    { type: "array", prefixItems: [{ type: "string" }], items: { type: "number" }, minItems: 1 },
  ],
  ["Record<string, number>", { type: "object", additionalProperties: { type: "number" } }],
  [
    "Record<'a' | 'b', number>",
    { type: "object", properties: { a: { type: "number" }, b: { type: "number" } }, required: ["a", "b"] },
  ],
  ["Partial<P>", { type: "object", properties: { x: { type: "number" } } }],
  [
    "A & B",
    { type: "object", properties: { a: { type: "string" }, b: { type: "string" } }, required: ["a", "b"] },
  ],
  ["Box<string>", { type: "object", properties: { v: { type: "string" } }, required: ["v"] }],
  ["Colour", { type: "string", enum: ["red", "blue"] }],
  ["Level", { type: "integer", enum: [0, 1] }],
  ["Level.High", { type: "number", enum: [1] }],
  ["typeof sizes[number]", { type: "string", enum: ["s", "m"] }],
  [
    "Tree | null",
    {
      x: { anyOf: [{ $ref: "#/$defs/Tree" }, { type: "null" }] },
      $defs: {
        Tree: {
          type: "object",
          properties: { children: { type: "array", items: { $ref: "#/$defs/Tree" } } },
        },
      },
    },
  ],
  [
    "Tagged",
    {
      type: "object",
      properties: {
        n: { type: "integer", minimum: 1, maximum: 9 },
        s: { type: "string", pattern: "^a$", default: "a" },
      },
      required: ["n"],
    },
  ],
];

const declarations = `
interface P { x: number }
interface A { a: string }
interface B { b: string }
interface Box<T> { v: T }
enum Colour { Red = "red", Blue = "blue" }
enum Level { Low, High }
const sizes = ["s", "m"] as const;
void sizes;
interface Tree { children?: Tree[] }
interface Tagged {
  /**
   * @integer
   * @minimum 1
   * @maximum 9
   */
  n: number;
  /**
   * @pattern ^a$
   * @default a
   */
  s?: string;
}
`;

// One program contains all modules, because the compiler takes seconds to start.
describe("the type of an argument", () => {
  let imported: Imported;
  beforeAll(async () => {
    const functions = types.map(
      ([type], index) => `export function f${String(index)}(x: ${type}, y?: string): void { void [x, y]; }`,
    );
    imported = await importSource([declarations, ...functions].join("\n"));
  });

  it("is read without diagnostics", () => {
    expect(imported.problems).toEqual([]);
  });

  it.each(types.map(([type, schema], index) => [type, schema, index] as const))(
    "%s",
    (_type, schema, index) => {
      const { properties, $defs } = imported.tools[`f${String(index)}`]?.["parameters"] as {
        properties: { x: unknown };
        $defs?: unknown;
      };
      expect($defs === undefined ? properties.x : { x: properties.x, $defs }).toEqual(schema);
    },
  );
});

const refused: readonly (readonly [type: string, problem: string])[] = [
  ["Date", "Date has no JSON form"],
  ["Map<string, string>", "Map<string, string> has no JSON form"],
  ["bigint", "bigint has no JSON form"],
  ["symbol", "symbol has no JSON form"],
  ["() => void", "() => void has no JSON form"],
  ["{ run(): void }", "() => void has no JSON form"],
  ["Uint8Array", "has no JSON form"],
  ["C", "C has no JSON form"],
];

describe("a type without a JSON form", () => {
  let imported: Imported;
  beforeAll(async () => {
    const bad = refused.map(
      ([type], index) => `export function bad${String(index)}(a: ${type}): void { void a; }`,
    );
    imported = await importSource(
      ["class C { private x = 1 } void C;", ...bad, "export function good(a: string): void { void a; }"].join(
        "\n",
      ),
    );
  });

  it("does not affect other functions", () => {
    expect([Object.keys(imported.tools), imported.code, imported.problems.length]).toEqual([
      ["good"],
      1,
      refused.length,
    ]);
  });

  it.each(refused.map(([type, problem], index) => [type, problem, index] as const))(
    "%s: the function is left out, with its location",
    (_type, problem, index) => {
      const problems = imported.problems.find((line) => line.includes(`"bad${String(index)}"`));
      expect(problems).toContain(`${String(index + 2)} TP731 function "bad${String(index)}" is left out: `);
      expect(problems).toContain(problem);
    },
  );
});

describe("importing TypeScript functions", () => {
  it("reads name, comment, parameter comments, types, defaults and the awaited result", async () => {
    const { tools, problems, code } = await importSource(`
/**
 * Tells the weather.
 * @param location City and country.
 * @param unit The scale.
 * @returns A short report.
 */
export async function getCurrentWeather(location: string, unit: "celsius" | "fahrenheit" = "celsius", days?: number): Promise<string> {
  return location + unit + days;
}`);
    expect([code, problems]).toEqual([0, []]);
    expect(tools).toEqual({
      getCurrentWeather: {
        description: "Tells the weather.",
        parameters: {
          type: "object",
          properties: {
            location: { type: "string", description: "City and country." },
            unit: {
              type: "string",
              description: "The scale.",
              enum: ["celsius", "fahrenheit"],
              default: "celsius",
            },
            days: { type: "number" },
          },
          required: ["location"],
        },
        response: { type: "string", description: "A short report." },
        binding: {
          module: expect.stringMatching(/^\.\.\/case\d+\.ts$/) as string,
          export: "getCurrentWeather",
          call: "positional",
          parameters: ["location", "unit", "days"],
        },
      },
    });
  });

  it("reads one object as the arguments themselves, with the defaults of its pattern and comments of both kinds", async () => {
    const { tools } = await importSource(`
export interface Order {
  /** What to order. */
  dish: string;
  count?: number;
  note?: string | null;
}
/**
 * Orders a dish.
 * @param order.count - How many.
 */
export const orderDish = ({ dish, count = 2 }: Order): void => { void [dish, count]; };`);
    expect(tools["orderDish"]).toMatchObject({
      description: "Orders a dish.",
      parameters: {
        properties: {
          dish: { type: "string", description: "What to order." },
          count: { type: "number", description: "How many.", default: 2 },
          note: { type: ["string", "null"] },
        },
        required: ["dish"],
      },
      binding: { export: "orderDish" },
    });
    expect(tools["orderDish"]).not.toHaveProperty("response");
  });

  it("reads defaults that are members of enums, constants, lists and objects, and ignores computed ones", async () => {
    const { tools } = await importSource(`
enum Colour { Red = "red" }
const size = 3;
export function f(a = Colour.Red, b: number = size, c = -1, d: string[] = ["x"], e = { k: [true, null] }, g = Date.now()): void { void [a, b, c, d, e, g]; }`);
    const { properties, required } = tools["f"]?.["parameters"] as {
      properties: Record<string, { default?: unknown }>;
      required?: unknown;
    };
    expect(Object.values(properties).map((property) => property.default)).toEqual([
      "red",
      3,
      -1,
      ["x"],
      { k: [true, null] },
      undefined,
    ]);
    expect(required).toBeUndefined();
  });

  it("reports untyped, variadic, overloaded and generic functions", async () => {
    const { tools, problems } = await importSource(`export function untyped(a: any): void { void a; }
export function variadic(a: string, ...more: string[]): void { void [a, more]; }
export function twice(a: string): void;
export function twice(a: number): void;
export function twice(a: unknown): void { void a; }
export function generic<T>(a: T): T { return a; }
export const constant = 3;
export class Thing {}
export type Alias = string;
export function mapped(): Map<string, string> { return new Map(); }`);
    expect(Object.keys(tools)).toEqual(["untyped", "variadic", "twice", "mapped"]);
    expect(tools["twice"]?.["parameters"]).toMatchObject({ properties: { a: { type: "string" } } });
    expect(tools["variadic"]?.["binding"]).toMatchObject({ parameters: ["a"] });
    expect(problems).toEqual([
      '1 TP732 function "untyped" takes any value here',
      '2 TP713 parameter "more" of tool "variadic" is left out: variadic arguments have no schema',
      '3 TP733 the first of 2 signatures of function "twice" is used',
      '6 TP731 function "generic" is left out: it is generic: its types are parameters',
      '10 TP734 the result of function "mapped" is not described: Map<string, string> has no JSON form',
    ]);
  });

  it("passes the call context to functions that accept one object, and refuses it elsewhere", async () => {
    const { tools, problems } = await importSource(`import type { CallContext } from "@toolpress/runtime/v1";
export function one(args: { a: string }, call: CallContext): string { return args.a + call.tool; }
export function two(a: string, b: string, call: CallContext): string { return a + b + call.tool; }`);
    expect(Object.keys(tools)).toEqual(["one"]);
    expect(problems).toEqual([
      '3 TP731 function "two" is left out: only a function with a single object of arguments may take the call context',
    ]);
  });

  it("reads comments of members on one line, and leaves a comment at the end of a line to the member before", async () => {
    const { tools } = await importSource(`
      /** Weather of a place. */
      export function weather(args: { /** City */ city: string; /** Days @minimum 1 */ days: number }): string { return ""; }
      /** Adds numbers. */
      export function add(args: {
        a: number; /** The first. */
        b: number;
        // The third. */
        c: number; d: number;
      }): number { return 1; }
    `);
    const properties = (name: string): unknown =>
      (tools[name]?.["parameters"] as { properties: unknown }).properties;
    expect(properties("weather")).toEqual({
      city: { type: "string", description: "City" },
      days: { type: "number", description: "Days", minimum: 1 },
    });
    const number = { type: "number" };
    expect(properties("add")).toEqual({ a: number, b: number, c: number, d: number });
  });

  it("reads default exports, re-exports and JavaScript with comments for types", async () => {
    const { tools } = await importSource(
      `/**
 * Adds.
 * @param {number} a First.
 * @param {number} [b] Second.
 * @returns {number} The sum.
 */
export default function add(a, b = 1) { return a + b; }`,
      "js",
    );
    expect(tools["add"]).toMatchObject({
      parameters: {
        properties: { a: { type: "number", description: "First." }, b: { type: "number", default: 1 } },
        required: ["a"],
      },
      response: { type: "number" },
      binding: { export: "default" },
    });
  });

  it("reports a module without exported functions", async () => {
    const { problems, code } = await importSource("export const x = 3;");
    expect(code).toBe(1);
    expect(problems[0]).toBe("1 TP708 no tools found in this TypeScript document");
  });
});

describe("a TypeScript module from functions to answers", () => {
  it("is imported, generated, compiled strictly, and its functions answer calls", async () => {
    mkdirSync(join(cwd, "src"), { recursive: true });
    writeFileSync(
      join(cwd, "src/shop.ts"),
      `export enum Size { Small = "small", Large = "large" }
export interface Order { dish: string; count?: number; tags?: Record<string, string> }
/** Orders a dish for the table of the guest. */
export async function orderDish({ dish, count = 2, tags = {} }: Order): Promise<string> { return [dish, count, tags.table ?? "-"].join(" "); }
/** Sums two numbers and doubles the sum. */
export function add(a: number, b = 1): number { return (a + b) * 2; }
/** Pours a drink of the wanted size. */
export const pour = (size: Size, ice?: boolean): { size: Size; ice: boolean } => ({ size, ice: ice ?? false });
`,
    );
    expect((await toolpress("import", "src/shop.ts")).code).toBe(0);
    const gen = await toolpress("gen", "specs/shop.tools.yaml");
    expect(gen.code, gen.err).toBe(0);
    expect(readFileSync(join(cwd, "generated/shop/index.ts"), "utf8")).toContain('from "../../src/shop.js"');
    expect(typeErrors(join(cwd, "generated/shop/index.ts"))).toEqual([]);
    const dispatch = await dispatchCompiled(join(cwd, "generated/shop/index.ts"), "createShop");
    expect(await dispatch("orderDish", { dish: "soup", tags: [{ key: "table", value: "4" }] })).toEqual({
      result: "soup 2 4",
    });
    expect(await dispatch("add", { a: "3" })).toEqual({ result: 8 });
    expect(await dispatch("pour", { size: "large" })).toEqual({ result: { size: "large", ice: false } });
    expect(await dispatch("pour", { size: "huge" })).toMatchObject({ error: { code: "INVALID_ARGUMENTS" } });
  });
});
