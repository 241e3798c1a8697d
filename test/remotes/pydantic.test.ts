import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type PythonListing,
  type PythonOptions,
  type PythonRemote,
  pythonRemote,
} from "../../runtime/remotes/python.js";
import type { ToolError } from "../../runtime/errors.js";
import type { CallContext } from "../../runtime/tool.js";
import { createReport } from "../../generator/diagnostics/report.js";
import { toolpressYaml } from "../../generator/export/toolpress-yaml.js";
import { generate } from "../../generator/generate.js";
import { defaultOptions } from "../../generator/options.js";
import { prepare } from "../../generator/pipeline/prepare.js";
import { python } from "../../generator/sources/python.js";
import { pydanticOf, pythonWithPydantic, skipped } from "./has-python.js";

// Tests with real Pydantic: the annotation of a parameter is declared, and the worker enforces it.

const fixture = (version: "one" | "two"): string =>
  fileURLToPath(new URL(`./fixtures/pydantic_${version}.py`, import.meta.url));

const call: CallContext = {
  context: undefined,
  signal: new AbortController().signal,
  tool: "t",
  callId: "c",
  idempotencyKey: "k",
  turn: 0,
  progress: () => undefined,
};

type Fields = Record<string, unknown>;

/** Returns the tools that one worker lists, and a function that calls them. */
class ListedWorker {
  readonly remote: PythonRemote;
  listing!: PythonListing;
  constructor(options: PythonOptions) {
    this.remote = pythonRemote({ processes: 1, ...options });
  }
  schemaOf(name: string): { properties: Fields; required?: string[]; $defs?: Record<string, Fields> } {
    return this.listing.tools.find((tool) => tool.name === name)!.inputSchema as never;
  }
  outputOf(name: string): Fields {
    return this.listing.tools.find((tool) => tool.name === name)!.outputSchema as Fields;
  }
  async call(name: string, args: Fields = {}): Promise<unknown> {
    return this.remote.call(name, args, call).catch((error: ToolError) => `${error.code}: ${error.message}`);
  }
}

/**
 * Constraints of both versions: the function, its schema, an invalid argument, and the reason that version 2
 * gives.
 */
const constrained: readonly (readonly [string, Fields, unknown, string])[] = [
  [
    "field_bounds",
    { description: "How many.", type: "integer", minimum: 1, maximum: 10 },
    99,
    "should be less than or equal to 10",
  ],
  ["positive", { type: "integer", exclusiveMinimum: 0 }, -1, "should be greater than 0"],
  ["short", { type: "string", minLength: 2, maxLength: 4 }, "x", "String should have at least 2 characters"],
  ["limited", { type: "integer", minimum: 1, maximum: 10 }, 11, "should be less than or equal to 10"],
  [
    "some",
    { type: "array", items: { type: "integer" }, minItems: 1, maxItems: 2 },
    [],
    "List should have at least 1 item after validation, not 0",
  ],
  [
    "maybe",
    { type: ["integer", "null"], minimum: 1, default: null },
    0,
    "should be greater than or equal to 1",
  ],
  [
    "many",
    { type: "array", items: { type: "integer", minimum: 1 } },
    [1, 0],
    "at 1: should be greater than or equal to 1",
  ],
  ["default_field", { type: "integer", minimum: 1, default: 3 }, 0, "should be greater than or equal to 1"],
  ["required_field", { type: "integer", minimum: 1 }, 0, "should be greater than or equal to 1"],
  [
    "made_default",
    { type: "array", items: { type: "integer" }, maxItems: 2, default: [7] },
    [1, 2, 3],
    "List should have at most 2 items after validation, not 3",
  ],
  [
    "address",
    { type: "string", format: "uri", minLength: 1, maxLength: 2083 },
    "nope",
    "should be a valid URL, relative URL without a base",
  ],
  ["checked", { type: "integer", minimum: 1 }, 0, "should be greater than or equal to 1"],
];

/** Constraints that only version 2 has, in the same form. */
const newer: typeof constrained = [
  [
    "annotated_bounds",
    { type: "integer", minimum: 1, maximum: 10 },
    0,
    "should be greater than or equal to 1",
  ],
  [
    "upper",
    { type: "string", pattern: "^[A-Z]+$", maxLength: 3 },
    "ab",
    "String should match pattern '^[A-Z]+$'",
  ],
  [
    "by_name",
    { type: "object", additionalProperties: { type: "integer", exclusiveMinimum: 0 } },
    { a: 0 },
    "at a: should be greater than 0",
  ],
  [
    "some_texts",
    { type: "array", items: { type: "string", minLength: 1 }, minItems: 1, maxItems: 2 },
    [""],
    "at 0: String should have at least 1 character",
  ],
  ["inner_default", { type: "integer", minimum: 1, default: 3 }, 0, "should be greater than or equal to 1"],
  [
    "few_bytes",
    { type: "string", contentEncoding: "base64" },
    "aGVsbG8=",
    "Data should have at most 3 bytes",
  ],
  [
    "parsed",
    {
      type: "string",
      contentMediaType: "application/json",
      contentSchema: { type: "array", items: { type: "integer" } },
    },
    "[x",
    "Invalid JSON: expected value at line 1 column 2",
  ],
];

const second = pythonWithPydantic(2);
if (second === undefined) skipped("Pydantic 2 is not installed: its tests");
const first = pythonWithPydantic(1);
if (first === undefined) skipped("Pydantic 1 is not installed: its tests");

describe.runIf(second !== undefined)(`Pydantic ${pydanticOf(second ?? "python3")}`, () => {
  const version2 = new ListedWorker({ file: fixture("two"), python: second ?? "" });
  beforeAll(async () => void (version2.listing = await version2.remote.inspect()));
  afterAll(() => version2.remote.close());

  it.each([...constrained, ...newer])(
    "declares and enforces the constraints of %s",
    async (name, schema, wrong, why) => {
      expect(version2.schemaOf(name).properties["q"]).toEqual(schema);
      expect(await version2.call(name, { q: wrong })).toBe(`INVALID_ARGUMENTS: argument 'q': ${why}`);
    },
  );

  it("passes defaults and values to functions, never a field", async () => {
    expect(await version2.call("default_field")).toBe(3);
    expect(await version2.call("made_default")).toEqual([7]);
    expect(await version2.call("inner_default")).toBe(3);
    expect(version2.schemaOf("required_field").required).toEqual(["q"]);
    expect(await version2.call("required_field")).toBe("INVALID_ARGUMENTS: missing argument 'q'");
    expect(await version2.call("address", { q: "https://example.com" })).toEqual([
      "HttpUrl",
      "https://example.com/",
    ]);
    expect(await version2.call("parsed", { q: "[1]" })).toEqual([1]);
    expect(await version2.call("few_bytes", { q: "aGU=" })).toEqual(["bytes", 2]);
  });

  it("calls functions that validate their arguments themselves", async () => {
    expect(version2.schemaOf("checked")).toMatchObject({
      properties: { r: { maximum: 5, default: 3 }, s: { type: "string" } },
      required: ["q"],
    });
    expect(await version2.call("checked", { q: 1 })).toEqual([1, 3, "[1]"]);
    expect(await version2.call("checked", { q: 1, r: 4, s: "[2]" })).toEqual([1, 4, [2]]);
  });

  it("keeps classes with the same name separate", async () => {
    const { properties, $defs = {} } = version2.schemaOf("same_models");
    expect(properties).toEqual({ a: { $ref: "#/$defs/Filter" }, b: { $ref: "#/$defs/Filter2" } });
    expect($defs).toMatchObject({
      Filter: { required: ["price"] },
      Filter2: { required: ["title", "inside"], properties: { inside: { $ref: "#/$defs/Filter" } } },
    });
    const args = { a: { price: 1 }, b: { title: "t", inside: { price: 2 } } };
    expect(await version2.call("same_models", args)).toEqual(["A.Filter", "B.Filter", "A.Filter"]);
    const others = { a: { kind: "one" }, b: { kind: "two" }, c: { one: 1 }, d: { two: 2 } };
    expect(await version2.call("same_others", others)).toEqual(["ONE", "TWO", 1, 2]);
  });

  it("writes results with the names of their schema", async () => {
    expect(version2.outputOf("one_line")).toMatchObject({
      $defs: { Line: { required: ["unitPrice", "total"], properties: { itemCount: { type: "integer" } } } },
    });
    expect(await version2.call("one_line")).toEqual({ unitPrice: "1.5", itemCount: 2, total: "3.0" });
    expect(await version2.call("lines_of")).toEqual({ a: [{ unitPrice: "2", itemCount: 2, total: "4" }] });
    expect(version2.outputOf("rounded")).toEqual({ type: "number" });
    expect(await version2.call("rounded")).toBe(1.5);
    expect(await version2.call("everything")).toEqual({
      line: { unitPrice: "1", itemCount: 2, total: "2" },
      box: { width: 3 },
      level: 1,
      at: "2026-01-31T10:00:00",
      id: "00000000-0000-0000-0000-000000000001",
      price: "0.10",
      tags: [1],
      home: "https://example.com/a",
    });
  });

  it("reads Required and NotRequired from the type hints if annotations are strings", () => {
    expect(version2.schemaOf("typed_dict").$defs?.["Options"]).toMatchObject({
      required: ["strict", "needed"],
      properties: {
        loose: {},
        strict: {},
        needed: {},
        optional: {},
        fixed: { type: "string" },
        noted: { description: "A note." },
      },
    });
  });

  it("accepts the alternative of the discriminator, or the best match", async () => {
    expect(await version2.call("pay", { q: { kind: "bank", iban: "x" } })).toBe("Bank");
    expect(await version2.call("pay", { q: { kind: "cash" } })).toBe(
      "INVALID_ARGUMENTS: argument 'q': tag 'cash' found using 'kind' does not match any of the expected tags: 'card', 'bank'",
    );
    expect(await version2.call("best", { q: { b: 1 } })).toBe("Narrow");
    expect(await version2.call("strict", { q: { day: "2026-01-31", tags: ["a"] } })).toEqual(["date", "set"]);
  });

  it("reports the sent locations, without tags of unions", async () => {
    const refused = async (name: string, q: unknown): Promise<unknown> => version2.call(name, { q });
    const coin = { kind: "coin", number: "12" };
    expect(await refused("tagged", coin)).toBe(
      "INVALID_ARGUMENTS: argument 'q': refused at number (value_error)",
    );
    expect(await refused("tagged", { ...coin, coin: { number: 1 } })).toBe(
      "INVALID_ARGUMENTS: argument 'q': refused at number (value_error)",
    );
    expect(await refused("tagged", { kind: "coin", coin: { coin: "x" } })).toBe(
      "INVALID_ARGUMENTS: argument 'q': at coin.coin: should be a valid integer, unable to parse string as an integer",
    );
    expect(await refused("tagged", { kind: "bank" })).toBe(
      "INVALID_ARGUMENTS: argument 'q': at iban: Field required",
    );
    const untagged = async (held: unknown): Promise<unknown> => refused("untagged", { held });
    expect(await untagged([coin])).toContain("refused at held.0.number (value_error)");
    expect(await untagged({ x: 1 })).toContain("at held.x.[key]: should be a valid integer");
  });

  it("omits the title of a dataclass, which is its name", () => {
    expect(version2.schemaOf("boxed").properties["q"]).not.toHaveProperty("title");
    expect(JSON.stringify(version2.schemaOf("boxed"))).not.toContain('"Box"');
  });

  it("collects the values of a generator function in a list", async () => {
    const lines = [0, 1].map((price) => ({
      unitPrice: String(price),
      itemCount: 2,
      total: String(2 * price),
    }));
    expect(await version2.call("generated", { n: 2 })).toEqual(lines);
    expect(version2.outputOf("generated")).toMatchObject({ type: "array", items: { $ref: "#/$defs/Line" } });
    expect(await version2.call("generator", { n: 2 })).toEqual([2]);
    expect(version2.outputOf("generator")).toEqual({ type: "array", items: { type: "number" } });
    expect(await version2.call("made_later", { n: 2 })).toEqual([2, 3]);
    expect(version2.outputOf("made_later")).toEqual({ type: "array", items: { type: "integer" } });
    expect(await version2.call("listed", { n: 2 })).toEqual([2, 2]);
    expect(version2.outputOf("listed")).toEqual({ type: "array", items: { type: "integer" } });
  });

  it("requires an offset only if the annotation does", async () => {
    const times = version2.schemaOf("moments").$defs?.["Times"]?.["properties"] as Record<
      string,
      { anyOf: unknown[] }
    >;
    const formats = { any: "iso-date-time", naive: "date-time-local", aware: "date-time", time: "iso-time" };
    for (const [name, format] of Object.entries(formats)) {
      expect(version2.schemaOf("moments").properties[name]).toMatchObject({ format });
      expect(times[name]?.anyOf).toContainEqual({ type: "string", format });
    }
    const naive = {
      any: "2026-01-31T10:00:00",
      naive: "2026-01-31T10:00:00",
      time: "10:00:00",
      day: "2026-01-31",
    };
    expect(await version2.call("moments", naive)).toEqual(naive);
    const aware = { any: "2026-01-31T10:00:00Z", aware: "2026-01-31T10:00:00Z", time: "10:00:00Z" };
    expect(await version2.call("moments", aware)).toEqual({
      any: "2026-01-31T10:00:00+00:00",
      aware: "2026-01-31T10:00:00+00:00",
      time: "10:00:00+00:00",
    });
    expect(await version2.call("moments", { naive: "2026-01-31T10:00:00Z" })).toContain(
      "should not have timezone info",
    );
    expect(await version2.call("moments", { inside: { aware: "2026-01-31T10:00:00" } })).toBe(
      "INVALID_ARGUMENTS: argument 'inside': at aware: should have timezone info",
    );
  });

  const wrong = { start: 3, end: 200, name: "bad" };

  it("hides the messages of validators from the model, and shows those of Pydantic", async () => {
    expect(await version2.call("period", { q: wrong })).toBe(
      "INVALID_ARGUMENTS: argument 'q': at end: should be less than 100; refused at name (value_error)",
    );
  });

  it("shows the messages of validators on demand, without links and copies of the input", async () => {
    const shown = new ListedWorker({ file: fixture("two"), python: second!, validatorTexts: true });
    expect(await shown.call("period", { q: wrong })).toBe(
      "INVALID_ARGUMENTS: argument 'q': at end: should be less than 100; at name: choose a better name, see for some",
    );
    const nested = await shown.call("period", { q: { start: 3, end: 2 } });
    expect(nested).toContain("argument 'q': end must be after start: 2 validation errors for Titled");
    expect(nested).not.toMatch(/https?:|further information|input_value|secret/);
    await shown.remote.close();
  });

  it("reports unsupported annotations, with their location", () => {
    expect(version2.listing.problems).toEqual([
      {
        tool: "odd",
        parameter: "q",
        problem: "Odd() is not understood and is ignored",
        location: { file: fixture("two"), line: expect.any(Number) as number, column: 9, length: 1 },
      },
      expect.objectContaining({ tool: "anything", problem: "no type; any value is accepted" }),
    ]);
  });

  it("creates declarations without false warnings, and without generated titles", async () => {
    const report = createReport();
    const source = await python.open(fixture("two"), {
      cwd: process.cwd(),
      specFolder: process.cwd(),
      remote: "models",
      env: { ...process.env, PYTHON: second },
      inheritEnv: [],
      report,
    });
    const [set] = prepare(source!, () => undefined, report)!.sets;
    const text = toolpressYaml(set!, "models.py", [], createReport());
    const { sets, diagnostics } = await generate(
      { specs: [{ path: "specs/models.tools.yaml", text }], load: () => undefined, out: "generated" },
      { file: () => undefined },
      defaultOptions,
    );
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect([...report.sorted(), ...diagnostics].map(({ code }) => code)).not.toContain("TP319");
    expect(report.sorted()[0]).toMatchObject({
      code: "TP740",
      location: { file: "test/remotes/fixtures/pydantic_two.py", column: 9 },
    });
    const { functionDeclarations } = JSON.parse(
      sets[0]!.files.find(({ path }) => path.endsWith("declarations.json"))!.text,
    ) as {
      functionDeclarations: { name: string; parameters: { properties: { q: { properties: Fields } } } }[];
    };
    const titled = functionDeclarations.find(({ name }) => name === "titles")!.parameters.properties.q;
    expect(titled.properties).toEqual({
      orderId: { type: "STRING", description: "A UUID." },
      sku: { type: "STRING" },
      size: { type: "INTEGER", description: "Width in millimetres" },
    });
  });
});

describe.each([
  ["1", first],
  ["1 inside 2", second],
])("Pydantic %s", (version, python) => {
  describe.runIf(python !== undefined)(`in ${python ?? "none"}`, () => {
    const version2 = new ListedWorker({ file: fixture("one"), python: python ?? "" });
    beforeAll(async () => void (version2.listing = await version2.remote.inspect()));
    afterAll(() => version2.remote.close());

    it.each(constrained)("declares and enforces the constraints of %s", async (name, schema, wrong) => {
      expect(version2.schemaOf(name).properties["q"]).toEqual(schema);
      expect(await version2.call(name, { q: wrong })).toMatch(
        /^INVALID_ARGUMENTS: argument 'q': (at 1: )?refused \(/,
      );
    });

    it("passes defaults and values to functions, never a field", async () => {
      expect(await version2.call("default_field")).toBe(3);
      expect(await version2.call("made_default")).toEqual([7]);
      expect(await version2.call("required_field")).toBe("INVALID_ARGUMENTS: missing argument 'q'");
      expect(await version2.call("checked", { q: 1 })).toEqual([1, 3]);
      expect(version2.schemaOf("parsed").properties["q"]).toEqual({
        type: "string",
        contentMediaType: "application/json",
      });
      expect(await version2.call("parsed", { q: "[1]" })).toEqual([1]);
    });

    it.runIf(version === "1")("reports annotations that only version 2 supports", () => {
      expect(version2.schemaOf("newer_bounds").properties["q"]).toEqual({ type: "integer" });
      expect(version2.listing.problems).toEqual([
        expect.objectContaining({
          tool: "newer_bounds",
          problem: "Ge(1) (Pydantic 1 does not know it) is not understood and is ignored",
        }),
      ]);
    });

    it("keeps models with the same name separate", async () => {
      const args = { a: { price: 1 }, b: { title: "t", inside: { price: 2 } } };
      expect(await version2.call("same_models", args)).toEqual(["A.Filter", "B.Filter", "A.Filter"]);
      expect(version2.schemaOf("same_models").$defs).toMatchObject({
        Filter: { required: ["price"] },
        Filter2: { required: ["title", "inside"] },
      });
    });

    it("writes results with the names of their schema", async () => {
      const line = {
        unitPrice: 1.5,
        at: "2026-01-31T00:00:00",
        id: "00000000-0000-0000-0000-000000000001",
        tags: [1],
      };
      expect(await version2.call("one_line")).toEqual(line);
      expect(await version2.call("lines_of")).toEqual({ a: [line] });
      const { $defs } = version2.outputOf("one_line") as { $defs: { Line: { properties: Fields } } };
      expect(Object.keys($defs.Line.properties)).toEqual(Object.keys(line));
    });

    it("accepts datetimes without an offset, and declares them so", async () => {
      const inside = { any: "2026-01-31T10:00:00", time: "10:00:00" };
      expect(await version2.call("moments", { inside })).toEqual(inside);
      expect(version2.schemaOf("moments").$defs?.["Times"]).toMatchObject({
        properties: { any: { format: "iso-date-time" }, time: { format: "iso-time" } },
      });
    });

    it("declares that optional fields may be null, as they are in results", async () => {
      const gaps = version2.outputOf("gaps") as { $defs: Record<string, { properties: Fields }> };
      expect(gaps.$defs["Gaps"]?.properties).toMatchObject({
        howMany: { type: ["integer", "null"], exclusiveMinimum: 0, description: "How many." },
        inside: { anyOf: [{ $ref: "#/$defs/Inner" }, { type: "null" }] },
        rows: { type: "array", items: { type: ["integer", "null"] } },
        by_name: { additionalProperties: { anyOf: [{ $ref: "#/$defs/Inner" }, { type: "null" }] } },
        either: { anyOf: [{ type: "integer" }, { type: "array" }, { type: "null" }] },
        next: { anyOf: [{ $ref: "#/$defs/Gaps" }, { type: "null" }] },
        plain: { type: "integer" },
      });
      expect(gaps.$defs["Inner"]?.properties["note"]).toMatchObject({ type: ["string", "null"] });
      expect(version2.schemaOf("gaps").$defs?.["Gaps"]).toEqual(gaps.$defs["Gaps"]);
      expect(await version2.call("gaps", { q: { inside: { note: null }, rows: [null] } })).toEqual({
        howMany: null,
        inside: { note: null },
        rows: [null],
        by_name: {},
        either: null,
        next: null,
        plain: 1,
      });
      expect(version2.schemaOf("gap_argument").properties["q"]).toEqual({
        type: ["integer", "null"],
        minimum: 1,
        default: null,
      });
      expect(await version2.call("gap_argument", { q: null })).toBeNull();
    });

    it(`reports the field that a validator refused, without its message (${version})`, async () => {
      expect(await version2.call("named", { q: { name: "a" } })).toBe(
        "INVALID_ARGUMENTS: argument 'q': refused at name (value_error)",
      );
      expect(await version2.call("paid", { q: { by: { kind: "card" } } })).toBe("Card");
    });
  });
});
