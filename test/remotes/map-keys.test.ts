import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ToolError } from "../../runtime/errors.js";
import { type PythonListing, pythonRemote } from "../../runtime/remotes/python.js";
import type { CallContext } from "../../runtime/tool.js";
import { hasPython, pythonWithPydantic } from "./has-python.js";

// Keys are texts in JSON. A Python function gets keys of the type in its annotation.

const call: CallContext = {
  context: undefined,
  signal: new AbortController().signal,
  tool: "t",
  callId: "c",
  idempotencyKey: "k",
  turn: 0,
  progress: () => undefined,
};

const integer = "^(0|-?[1-9][0-9]*)$";
const number = "^-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?$";
const id = "00000000-0000-0000-0000-000000000001";

/**
 * For each function: the declaration of its keys, a key, the same key in Python, and an invalid key with the
 * reason of its refusal.
 */
const maps: readonly (readonly [
  tool: string,
  names: unknown,
  key: string,
  shown: string,
  wrong?: string,
  why?: string,
])[] = [
  ["texts", undefined, "a", "'a'"],
  ["integers", { pattern: integer }, "-7", "-7", "abc", "expected int"],
  ["integers", { pattern: integer }, "0", "0", "07", "expected int"],
  ["colors", { enum: ["red", "blue"] }, "red", "<Color.RED: 'red'>", "RED", 'expected one of "red", "blue"'],
  ["levels", { enum: ["1", "2"] }, "2", "<Level.HIGH: 2>", "3", 'expected one of "1", "2"'],
  ["days", { format: "date" }, "2026-01-31", "datetime.date(2026, 1, 31)", "today", "expected date, got str"],
  ["named_days", { format: "date" }, "2026-01-31", "datetime.date(2026, 1, 31)"],
  ["ids", { format: "uuid" }, id, `UUID('${id}')`, "x", "expected UUID, got str"],
  ["prices", { pattern: "^-?[0-9]+(\\.[0-9]+)?$" }, "0.10", "Decimal('0.10')"],
  ["numbers", { pattern: number }, "1.5", "1.5", "nan", "expected float"],
  ["flags", { enum: ["true", "false"] }, "false", "False", "no", 'expected one of "true", "false"'],
  ["choices", { enum: ["a", "1", "red"] }, "1", "1"],
  ["choices", { enum: ["a", "1", "red"] }, "red", "<Color.RED: 'red'>"],
  ["either", { anyOf: [{ pattern: integer }, { enum: ["red", "blue"] }] }, "1", "1"],
  [
    "either",
    { anyOf: [{ pattern: integer }, { enum: ["red", "blue"] }] },
    "red",
    "<Color.RED: 'red'>",
    "x",
    "fits none of the types of the union",
  ],
  ["texts_first", undefined, "1", "'1'"],
  ["noted", { pattern: integer }, "1", "1", "x", "expected int"],
  ["durations", { pattern: number }, "60", "datetime.timedelta(seconds=60)"],
];

describe.runIf(hasPython())("a map in Python", () => {
  const file = fileURLToPath(new URL("./fixtures/map_keys.py", import.meta.url));
  const remote = pythonRemote({ processes: 1, file, python: pythonWithPydantic(2) ?? "python3" });
  let listing: PythonListing;
  beforeAll(async () => void (listing = await remote.inspect()));
  afterAll(() => remote.close());
  const answerOf = async (name: string, q?: unknown): Promise<unknown> =>
    remote
      .call(name, q === undefined ? {} : { q }, call)
      .catch((error: ToolError) => `${error.code}: ${error.message}`);
  const schemaOf = (name: string): Record<string, unknown> =>
    (listing.tools.find((tool) => tool.name === name)!.inputSchema as { properties: { q: never } }).properties
      .q;

  for (const [name, names, key, shown, wrong, why] of maps)
    it(`declares, reads and checks the keys of ${name}, such as ${key}`, async () => {
      expect(schemaOf(name)["propertyNames"]).toEqual(names);
      const value = name === "integers" ? "x" : 1;
      expect(await answerOf(name, { [key]: value })).toEqual(["dict", shown]);
      if (wrong !== undefined)
        expect(await answerOf(name, { [wrong]: value })).toBe(
          `INVALID_ARGUMENTS: argument 'q': the key ${JSON.stringify(wrong)}: ${why}`,
        );
    });

  it("reads the keys of maps inside of maps, and reports the location of a wrong one", async () => {
    expect(await answerOf("inside", [{ 1: { red: null } }])).toEqual([
      ["dict", "1"],
      ["dict", "<Color.RED: 'red'>"],
    ]);
    expect(await answerOf("inside", [{ 1: { green: null } }])).toBe(
      `INVALID_ARGUMENTS: argument 'q': at 0.1: the key "green": expected one of "red", "blue"`,
    );
  });

  it("refuses two texts that convert to one key", async () => {
    expect(await answerOf("numbers", { "1": 1, "1.0": 2 })).toBe(
      `INVALID_ARGUMENTS: argument 'q': the key "1.0" is there twice`,
    );
  });

  it("passes maps of the annotated class to functions", async () => {
    expect(schemaOf("counted")).toEqual({
      type: "object",
      propertyNames: { enum: ["red", "blue"] },
      additionalProperties: { type: "integer" },
    });
    expect(await answerOf("counted", { red: 2 })).toEqual(["Counter", "<Color.RED: 'red'>"]);
    expect(await answerOf("ordered", { 1: "x" })).toEqual(["OrderedDict", "1"]);
    expect(await answerOf("with_default", { 1: "x" })).toEqual(["defaultdict", "1"]);
  });

  it("accepts List, Dict and Tuple without type arguments", async () => {
    expect(schemaOf("any_map")).toEqual({ type: "object", additionalProperties: true });
    expect(schemaOf("any_list")).toEqual({ type: "array", items: {} });
    expect(schemaOf("any_tuple")).toEqual({ type: "array", items: {} });
    expect(schemaOf("no_tuple")).toMatchObject({ prefixItems: [], items: false });
    expect(await answerOf("any_map", { 1: 2 })).toEqual(["dict", "'1'"]);
    expect(await answerOf("any_list", [1])).toEqual(["list", "1"]);
    expect(await answerOf("any_tuple", [1])).toEqual(["tuple", "1"]);
  });

  it("reports keys that JSON cannot express", async () => {
    expect(listing.problems).toEqual([
      expect.objectContaining({
        tool: "pairs",
        problem: "the type of the keys of a dict, typing.Tuple[int, int], is not understood and is ignored",
      }),
    ]);
    expect(await answerOf("pairs", { "1,2": "x" })).toEqual(["dict", "'1,2'"]);
  });

  it("writes the keys of results in the declared form", async () => {
    expect(listing.tools.find(({ name }) => name === "result")!.outputSchema).toEqual({
      type: "object",
      propertyNames: { enum: ["true", "false"] },
      additionalProperties: { type: "integer" },
    });
    expect(await answerOf("result")).toEqual({ true: 1, false: 2 });
  });
});
