import { describe, expect, it } from "vitest";
import { importDocument, plain, withoutPlaces } from "./import-document.js";

function registered(parameters: readonly unknown[], extra: object = {}): unknown {
  return {
    session_id: "user_123",
    worker_id: "python-1",
    tools: [{ name: "f", description: "d", parameters, metadata: {}, supports_streaming: false, ...extra }],
  };
}

function parameter(name: string, type: string, more: object = {}): unknown {
  return { name, type, description: "", required: true, default_value: null, validation_json: "", ...more };
}

function typeOf(type: string): { schema: unknown; problems: readonly string[] } {
  const { tools, problems } = importDocument(registered([parameter("p", type)]));
  const input = plain(tools[0]?.input.value) as { properties: { p: unknown } };
  return {
    schema: input.properties.p,
    problems: withoutPlaces(problems).filter((line) => line.includes("TP712")),
  };
}

describe("importing snakepit registrations", () => {
  it("converts the founding example as the real worker registers it", () => {
    const { dialect, tools } = importDocument({
      session_id: "user_123",
      tools: [
        {
          name: "get_current_weather",
          description: "Gets the current weather for a given location.",
          parameters: [
            parameter("location", "str"),
            parameter("unit", "str", { required: false, validation_json: '{"default": "celsius"}' }),
          ],
          metadata: { adapter_class: "WithExec", module: "weather_adapter" },
          supports_streaming: false,
        },
      ],
    });
    expect(dialect).toBe("snakepit");
    expect(tools[0]).toMatchObject({
      sourceName: "get_current_weather",
      description: "Gets the current weather for a given location.",
    });
    expect(plain(tools[0]?.input.value)).toEqual({
      type: "object",
      properties: { location: { type: "string" }, unit: { type: "string", default: "celsius" } },
      required: ["location"],
    });
  });

  it("converts all tools of a session into one set, and reports an invalid one instead of failing", () => {
    const { sets, problems } = importDocument({
      success: true,
      tools: {
        a: { name: "a", description: "d", parameters: [], supports_streaming: false },
        bad: { name: "bad", description: "d", parameters: "none" },
        b: { name: "b", description: "d", parameters: [{ type: "str" }] },
        c: { name: "c", description: "d", parameters: [] },
      },
    });
    expect(sets).toHaveLength(1);
    expect(sets[0]?.tools.map(({ sourceName }) => sourceName)).toEqual(["a", "c"]);
    expect(withoutPlaces(problems)).toEqual([
      'error TP702 tool "bad" is left out: expected a list of parameters, found "none"',
      'error TP702 tool "b" is left out: expected a parameter with a name, found nothing',
    ]);
  });

  it.each([
    ["str", { type: "string" }],
    ["string", { type: "string" }],
    ["int", { type: "integer" }],
    ["integer", { type: "integer" }],
    ["float", { type: "number" }],
    ["number", { type: "number" }],
    ["bool", { type: "boolean" }],
    ["boolean", { type: "boolean" }],
    ["list", { type: "array" }],
    ["array", { type: "array" }],
    ["sequence", { type: "array" }],
    ["tuple", { type: "array" }],
    ["set", { type: "array" }],
    ["embedding", { type: "array" }],
    ["dict", { type: "object" }],
    ["map", { type: "object" }],
    ["object", { type: "object" }],
    ["mapping", { type: "object" }],
    ["list[int]", { type: "array" }],
    ["bytes", { type: "string", contentEncoding: "base64" }],
    ["binary", { type: "string", contentEncoding: "base64" }],
    ["int | none", { type: ["integer", "null"] }],
    ["typing.optional[str]", { type: ["string", "null"] }],
    ["nonetype | bool", { type: ["boolean", "null"] }],
  ])("reads the type string %j without a warning", (type, schema) => {
    expect(typeOf(type)).toEqual({ schema, problems: [] });
  });

  it.each([
    ["any", {}, "any value"],
    ["", {}, "any value"],
    ["literal", {}, "any value"],
    ["union", {}, "any value"],
    ["point", {}, "any value"],
    ["int | str", {}, "any value"],
    ["optional", { type: ["string", "null"] }, "a text or null"],
    ["point | none", {}, "any value"],
  ])("warns that %j is imprecise", (type, schema, meaning) => {
    expect(typeOf(type)).toEqual({
      schema,
      problems: [
        `warning TP712 parameter "p" of tool "f" is registered as ${JSON.stringify(type)}: read as ${meaning}`,
      ],
    });
  });

  it("reads the constraints in validation_json and reports unsupported ones", () => {
    const constraints = {
      default: 2,
      min: 1,
      max: 9,
      dimensions: 3,
      shape: [1],
      min_length: "one",
      choices: [],
    };
    const { tools, problems } = importDocument(
      registered([
        parameter("n", "int", { validation_json: JSON.stringify(constraints) }),
        parameter("s", "str", {
          validation_json: '{"choices": ["a", "b"], "min_length": 1, "max_length": 2}',
          description: "Which.",
        }),
        parameter("broken", "str", { validation_json: "{default: 1" }),
      ]),
    );
    expect(plain(tools[0]?.input.value)).toMatchObject({
      properties: {
        n: { type: "integer", default: 2, minimum: 1, maximum: 9 },
        s: { type: "string", description: "Which.", enum: ["a", "b"], minLength: 1, maxLength: 2 },
        broken: { type: "string" },
      },
    });
    expect(withoutPlaces(problems)).toEqual([
      'warning TP703 snakepit field "validation_json.choices" of tool "f" is left out: it has no counterpart',
      'warning TP703 snakepit field "validation_json.dimensions" of tool "f" is left out: it has no counterpart',
      'warning TP703 snakepit field "validation_json.min_length" of tool "f" is left out: it has no counterpart',
      'warning TP703 snakepit field "validation_json.shape" of tool "f" is left out: it has no counterpart',
      'warning TP717 snakepit setting "validation_json" is left out: parameter "broken" of tool "f" is not a JSON object',
      'note TP704 snakepit field "metadata" of tool "f" is left out',
    ]);
  });

  it("decodes a default that a host stored as a message", () => {
    const any = {
      type_url: "type.googleapis.com/snakepit.float",
      value: Buffer.from("1.5").toString("base64"),
    };
    const { tools } = importDocument(
      registered([
        parameter("a", "float", { required: false, default_value: any }),
        parameter("b", "float", { required: false, default_value: 2.5 }),
        parameter("c", "float", { required: false, default_value: { ...any, value: "?" } }),
      ]),
    );
    expect(plain(tools[0]?.input.value)).toMatchObject({
      properties: { a: { default: 1.5 }, b: { default: 2.5 }, c: { type: "number" } },
    });
  });

  it("leaves out and reports variadic arguments and the worker's own entry point", () => {
    const { tools, problems } = importDocument({
      tools: [
        {
          name: "execute_tool",
          description: "Legacy tool execution method",
          parameters: [],
          supports_streaming: false,
        },
        {
          name: "f",
          description: "d",
          parameters: [parameter("a", "str"), parameter("args", "any"), parameter("kwargs", "any")],
        },
      ],
    });
    expect(plain(tools.map(({ sourceName, input }) => [sourceName, input.value]))).toEqual([
      ["f", { type: "object", properties: { a: { type: "string" } }, required: ["a"] }],
    ]);
    expect(withoutPlaces(problems)).toEqual([
      'note TP714 "execute_tool" is left out: it is the worker\'s own entry point',
      'note TP713 parameter "args" of tool "f" is left out: variadic arguments have no schema',
      'note TP713 parameter "kwargs" of tool "f" is left out: variadic arguments have no schema',
    ]);
  });

  it("keeps a regular parameter with the name args", () => {
    const { tools } = importDocument(
      registered([parameter("args", "list"), parameter("kwargs", "any", { required: false })]),
    );
    expect(Object.keys((tools[0]?.input.value as { properties: object }).properties)).toEqual([
      "args",
      "kwargs",
    ]);
  });

  it("binds the tools to the worker that the settings name", () => {
    const { tools } = importDocument(registered([]), { settings: { remote: "worker" } });
    expect(tools[0]?.binding).toEqual({ kind: "snakepit", remote: "worker", signature: "()" });
  });
});
