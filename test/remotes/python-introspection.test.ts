import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PythonListing, type PythonRemote, pythonRemote } from "../../runtime/remotes/python.js";
import type { CallContext } from "../../runtime/tool.js";
import { hasPython } from "./has-python.js";

// A comparison with the introspection of google-genai 2.25. In every row, our result must be equal or better.

const file = fileURLToPath(new URL("./fixtures/parity.py", import.meta.url));

const call: CallContext = {
  context: undefined,
  signal: new AbortController().signal,
  tool: "t",
  callId: "c",
  idempotencyKey: "k",
  turn: 0,
  progress: () => undefined,
};

describe.runIf(hasPython())("introspection of Python functions", () => {
  let remote: PythonRemote;
  let listing: PythonListing;
  beforeAll(async () => {
    remote = pythonRemote({ file, processes: 1 });
    listing = await remote.inspect();
  });
  afterAll(() => remote.close());

  const schemaOf = (
    name: string,
  ): { properties: Record<string, unknown>; required?: string[]; $defs?: Record<string, unknown> } =>
    listing.tools.find((tool) => tool.name === name)!.inputSchema as never;
  const problemsOf = (name: string): string[] =>
    listing.problems.filter(({ tool }) => tool === name).map(({ problem }) => problem);

  it("describes multiply as two required numbers", () => {
    expect(schemaOf("multiply")).toEqual({
      type: "object",
      properties: { a: { type: "number" }, b: { type: "number" } },
      required: ["a", "b"],
    });
  });

  it.each([
    ["with_default", { location: { type: "string" }, unit: { type: "string", default: "celsius" } }],
    ["optional", { x: { type: ["integer", "null"], default: null } }],
    ["pipe_none", { x: { type: ["integer", "null"], default: null } }],
    ["literal_strings", { x: { enum: ["c", "f"] } }],
    ["literal_numbers", { x: { enum: [1, 2] } }],
    ["enumeration", { x: { enum: ["red", "blue"] } }],
    ["moment", { x: { type: "string", format: "iso-date-time" } }],
    ["address", { x: { type: "string", format: "ipv4" }, y: { type: "string", default: "::/8" } }],
    ["raw_bytes", { x: { type: "string", contentEncoding: "base64" } }],
    ["data_class", { x: { $ref: "#/$defs/Item" } }],
    ["typed_dict", { x: { $ref: "#/$defs/Options" } }],
    ["named_tuple", { x: { $ref: "#/$defs/Range" } }],
    ["pydantic_two", { x: { $ref: "#/$defs/ModelV2" } }],
    ["pydantic_one", { x: { $ref: "#/$defs/ModelV1" } }],
    ["union", { x: { anyOf: [{ type: "integer" }, { type: "string" }] } }],
    [
      "pair",
      {
        x: {
          type: "array",
          prefixItems: [{ type: "integer" }, { type: "string" }],
          items: false,
          minItems: 2,
        },
        other: { type: "integer" },
      },
    ],
    ["no_parameters", {}],
    [
      "lists",
      {
        x: { type: "array", items: { type: "integer" } },
        y: { type: "object", additionalProperties: { type: "number" } },
        z: { default: null },
      },
    ],
    ["new_type", { x: { type: "integer" } }],
  ])("describes the parameters of %s", (name, properties) => {
    expect(schemaOf(name).properties).toEqual(properties);
  });

  it("describes dataclasses, typed dictionaries and named tuples, which Google's client refuses", () => {
    expect(schemaOf("data_class").$defs).toEqual({
      Item: {
        type: "object",
        properties: { sku: { type: "string" }, count: { type: "integer", default: 1 } },
        required: ["sku"],
        additionalProperties: false,
      },
    });
    expect(schemaOf("typed_dict").$defs).toEqual({
      Options: { type: "object", properties: { fast: { type: "boolean" } }, additionalProperties: false },
    });
    expect(schemaOf("named_tuple").$defs).toMatchObject({
      Range: {
        properties: { low: { type: "integer" }, high: { type: "integer", default: 10 } },
        required: ["low"],
      },
    });
  });

  it("keeps classes with the same name separate, so that no argument is checked with the wrong one", () => {
    const { properties, $defs = {} } = schemaOf("same_names");
    expect(properties).toEqual({
      one: { $ref: "#/$defs/Target" },
      two: { $ref: "#/$defs/Target2" },
      three: { $ref: "#/$defs/_ModelWithTarget" },
    });
    expect($defs).toMatchObject({
      Target: { properties: { path: { type: "string" } } },
      Target2: { properties: { path: { type: "integer" } } },
      Target3: { properties: { path: { type: "boolean" } } },
      _ModelWithTarget: { properties: { at: { $ref: "#/$defs/Target3" } } },
    });
  });

  it("accepts recursive models, which send Google's client into endless recursion", () => {
    expect(schemaOf("pydantic_two").$defs).toMatchObject({
      ModelV2: { properties: { next: { $ref: "#/$defs/ModelV2" } } },
    });
  });

  it("keeps a tuple next to another parameter, which Google's client drops silently", () => {
    expect(schemaOf("pair").required).toEqual(["x", "other"]);
  });

  it.each(["google_style", "numpy_style", "rest_style"])(
    "splits the docstring of %s into parameters",
    (name) => {
      const tool = listing.tools.find((candidate) => candidate.name === name)!;
      expect(tool.description?.split("\n")[0]).toBe("Returns the weather.");
      expect(tool.description).not.toMatch(/Args|Parameters|:param/);
      const { city, days } = schemaOf(name).properties as Record<string, { description?: string }>;
      expect(city?.description).toMatch(/^Which city/);
      expect(days?.description).toBe("How many days.");
    },
  );

  it("reports unsupported parameters, and continues", () => {
    expect(problemsOf("untyped")).toEqual(["no type; any value is accepted"]);
    expect(problemsOf("variadic")).toHaveLength(2);
    expect(problemsOf("misdocumented")).toEqual(["the docstring describes a parameter that does not exist"]);
    expect(problemsOf("forward").join()).toContain("annotations cannot be resolved");
    expect(listing.tools.map(({ name }) => name)).not.toContain("forward");
  });

  it("passes Pydantic models as models", async () => {
    expect(await remote.call("pydantic_two", { x: { name: "a" } }, call)).toEqual({
      type: "ModelV2",
      back: { dumped: { name: "a" } },
    });
    expect(await remote.call("pydantic_one", { x: { n: 1 } }, call)).toBe("ModelV1");
  });

  it("reads and writes addresses", async () => {
    expect(await remote.call("address", { x: "192.0.2.1" }, call)).toEqual([
      "IPv4Address",
      "192.0.2.1",
      "::/8",
    ]);
    await expect(remote.call("address", { x: "192.0.2" }, call)).rejects.toThrow(
      "expected IPv4Address, got str",
    );
  });

  it("calls functions with positional-only parameters", async () => {
    expect(await remote.call("positional_only", { a: 1, b: 2 }, call)).toEqual([1, 2]);
  });

  it("accepts 5.0 for an integer, as models send it", async () => {
    expect(await remote.call("positional_only", { a: 5.0, b: 2 }, call)).toEqual([5, 2]);
  });
});
