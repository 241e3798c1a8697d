import { describe, expect, it } from "vitest";
import {
  createToolUses,
  joinToolUseEvents,
  unreadableArguments,
  type ToolResult,
} from "@toolpress/runtime/amazon-q";

/** A call with arguments of every kind (S2-55). */
const args = {
  city: "Boston",
  days: 3,
  ratio: 0.5,
  deep: true,
  none: null,
  list: [1, "a", { b: [] }],
  nested: { x: { y: 1 } },
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe("a function call as a tool use", () => {
  it("copies the name and arguments of any type", () => {
    const use = createToolUses().toToolUse({ name: "get_weather", args });
    expect(use).toEqual({ toolUseId: expect.any(String) as string, name: "get_weather", input: args });
    expect(use.input).not.toBe(args);
  });

  it("assigns a fresh UUID v4 to each call without an id", () => {
    const uses = createToolUses();
    const ids = [1, 2, 3].map(() => uses.toToolUse({ name: "f" }).toolUseId);
    for (const id of ids) expect(id).toMatch(uuid);
    expect(new Set(ids).size).toBe(3);
  });

  it("keeps the id that Gemini gave", () => {
    expect(createToolUses().toToolUse({ id: "c1", name: "f" }).toolUseId).toBe("c1");
  });

  it("assigns a new id to a call whose id still waits for an answer, so that both are answered", () => {
    const uses = createToolUses();
    const made = ["a", "b"].map((name) => uses.toToolUse({ id: "1", name }));
    expect(made.map(({ toolUseId }) => toolUseId)).toEqual(["1", expect.stringMatching(uuid) as string]);
    const answers = made.map(({ toolUseId, name }) =>
      uses.toFunctionResponse({ toolUseId, content: [{ text: name }], status: "success" }),
    );
    expect(answers).toEqual([
      { id: "1", name: "a", response: { result: "a" } },
      { id: "1", name: "b", response: { result: "b" } },
    ]);
    // A later turn may use the id again.
    expect(uses.toToolUse({ id: "1", name: "a" }).toolUseId).toBe("1");
    expect(uses.toToolUse({ id: "1", name: "a" }, false).toolUseId).toBe("1");
  });

  it("reads missing arguments as an empty object, and arguments without a JSON form as null", () => {
    const uses = createToolUses();
    expect(uses.toToolUse({ name: "f" }).input).toEqual({});
    expect(uses.toToolUse({ name: "f", args: { big: 1n } }).input).toBeNull();
  });

  it("maps the name of a tool between both systems", () => {
    const uses = createToolUses({ names: new Map([["getweather", "get.weather"]]) });
    expect(uses.toToolUse({ id: "1", name: "get.weather" }).name).toBe("getweather");
    expect(uses.toFunctionCall({ toolUseId: "2", name: "getweather", input: {} }).name).toBe("get.weather");
  });
});

describe("a tool use as a function call", () => {
  it("sets id, name and input as functionCall fields in camelCase, and omits missing fields", () => {
    const call = createToolUses().toFunctionCall({ toolUseId: "t1", name: "f", input: args });
    expect(JSON.parse(JSON.stringify({ functionCall: call }))).toEqual({
      functionCall: { id: "t1", name: "f", args },
    });
  });

  it.each([null, [], "text", 3])("reads an input that is not an object as no arguments: %j", (input) => {
    expect(createToolUses().toFunctionCall({ toolUseId: "t1", name: "f", input }).args).toEqual({});
  });

  it("can be converted back to the same tool use", () => {
    const uses = createToolUses();
    const use = { toolUseId: "t1", name: "f", input: args };
    expect(uses.toToolUse(uses.toFunctionCall(use))).toEqual(use);
  });
});

describe("streamed tool use events", () => {
  it("are joined by id and parsed only then, even when several are mixed", () => {
    expect(
      joinToolUseEvents([
        { toolUseId: "1", name: "f" },
        { toolUseId: "1", name: "f", input: '{"city": "Bo' },
        { toolUseId: "2", name: "g", input: "{" },
        { toolUseId: "1", name: "f", input: 'ston"}' },
        { toolUseId: "2", name: "g", input: "}" },
        { toolUseId: "2", name: "g", stop: true },
        { toolUseId: "1", name: "f", input: null, stop: true },
      ]),
    ).toEqual({
      uses: [
        { toolUseId: "1", name: "f", input: { city: "Boston" } },
        { toolUseId: "2", name: "g", input: {} },
      ],
      refused: [],
      open: [],
      repeated: [],
    });
  });

  it("without any text mean no arguments", () => {
    expect(joinToolUseEvents([{ toolUseId: "1", name: "f", input: " ", stop: true }]).uses[0]?.input).toEqual(
      {},
    );
  });

  it.each(["{", '{"a": 1', "[1]", "3", "null", "{'a': 1}", '"{}"'])(
    "that do not form an object keep a marked use and get an error result: %j",
    (text) => {
      const { uses, refused } = joinToolUseEvents([{ toolUseId: "1", name: "f", input: text, stop: true }]);
      expect(uses).toEqual([{ toolUseId: "1", name: "f", input: { [unreadableArguments]: text } }]);
      expect(refused).toEqual([
        {
          toolUseId: "1",
          status: "error",
          content: [
            {
              text: "The arguments of f are not a complete JSON object. Call it again with complete arguments.",
            },
          ],
        },
      ]);
    },
  );

  it("with the id of a completed use are reported, and the first use stays unchanged", () => {
    const { uses, refused, repeated } = joinToolUseEvents([
      { toolUseId: "1", name: "f", input: '{"a":1}', stop: true },
      { toolUseId: "1", name: "f", input: '{"a":2}', stop: true },
    ]);
    expect(uses).toEqual([{ toolUseId: "1", name: "f", input: { a: 1 } }]);
    expect(refused).toEqual([]);
    expect(repeated).toEqual(["1"]);
  });

  it("list the uses that were cut off", () => {
    expect(joinToolUseEvents([{ toolUseId: "1", name: "f", input: "{}" }]).open).toEqual(["1"]);
  });
});

const success = (content: ToolResult["content"]): ToolResult => ({
  toolUseId: "c1",
  content,
  status: "success",
});

describe("a tool result as a function response", () => {
  function responseTo(result: ToolResult, id: "given" | "missing" = "given"): unknown {
    const uses = createToolUses({ newId: () => "c1" });
    uses.toToolUse({ ...(id === "given" ? { id: "c1" } : {}), name: "get_weather" });
    return uses.toFunctionResponse(result);
  }

  it("joins text blocks by a newline", () => {
    expect(responseTo(success([{ text: "a" }, { text: "b" }]))).toMatchObject({
      response: { result: "a\nb" },
    });
  });

  it("puts a success under result and an error under error", () => {
    expect(responseTo(success([{ text: "sunny" }]))).toEqual({
      id: "c1",
      name: "get_weather",
      response: { result: "sunny" },
    });
    expect(responseTo({ ...success([{ text: "no such city" }]), status: "error" })).toEqual({
      id: "c1",
      name: "get_weather",
      response: { error: "no such city" },
    });
  });

  it("answers with the function's name, never with the id of the use", () => {
    expect(responseTo(success([]), "missing")).toEqual({ name: "get_weather", response: { result: "" } });
  });

  it("returns the id only for a call that had one", () => {
    expect(responseTo(success([]), "given")).toHaveProperty("id", "c1");
    expect(responseTo(success([]), "missing")).not.toHaveProperty("id");
  });

  it("keeps a json block unchanged, and returns mixed blocks as a list", () => {
    const json = { temperature: 21, tags: [null, true] };
    expect(responseTo(success([{ json }]))).toMatchObject({ response: { result: json } });
    expect(responseTo(success([{ text: "a" }, { json }, { text: "b" }]))).toMatchObject({
      response: { result: ["a", json, "b"] },
    });
    expect(responseTo(success([{ json: [1] }, { json: [2] }]))).toMatchObject({
      response: { result: [[1], [2]] },
    });
    expect(responseTo(success([{ json: null }]))).toMatchObject({ response: { result: null } });
    expect(responseTo({ ...success([{ json }]), status: "error" })).toMatchObject({
      response: { error: json },
    });
  });

  it("adds images as separate parts, from text or bytes", () => {
    const image = (format: string, bytes: string | Uint8Array): ToolResult["content"][number] => ({
      image: { format, source: { bytes } },
    });
    expect(
      responseTo(success([{ text: "see" }, image("png", "AQID"), image("jpg", new Uint8Array([1, 2, 3]))])),
    ).toEqual({
      id: "c1",
      name: "get_weather",
      response: { result: "see" },
      parts: [
        { inlineData: { mimeType: "image/png", data: "AQID" } },
        { inlineData: { mimeType: "image/jpeg", data: "AQID" } },
      ],
    });
  });

  it.each(["error", "Error", "ERROR"])("reads the status %s as a failure", (status) => {
    const result = { ...success([{ text: "x" }]), status: status as "error" };
    expect(responseTo(result)).toMatchObject({ response: { error: "x" } });
  });

  it.each(["failed", "Cancelled", "", 3])(
    "reads the unknown status %j as a failure, and names it",
    (status) => {
      const note = `The tool returned the status ${JSON.stringify(status)}, which is neither "success" nor "error".`;
      const given = (content: ToolResult["content"]) => ({ ...success(content), status: status as "error" });
      expect(responseTo(given([{ text: "x" }]))).toMatchObject({ response: { error: `${note}\nx` } });
      expect(responseTo(given([{ json: { a: 1 } }]))).toMatchObject({
        response: { error: [note, { a: 1 }] },
      });
    },
  );

  it("reads a result without status as a success", () => {
    for (const status of [undefined, null])
      expect(responseTo({ ...success([{ text: "x" }]), status: status as never })).toMatchObject({
        response: { result: "x" },
      });
  });

  it.each<[unknown, unknown]>([
    [{ Text: "x" }, "x"],
    ["x", "x"],
    [{ Json: { a: 1 } }, { a: 1 }],
    [
      { video: { uri: "a" } },
      'The tool returned content of a kind that cannot be passed on (video): {"video":{"uri":"a"}}',
    ],
    [{}, "The tool returned content of a kind that cannot be passed on (no kind): {}"],
    [null, "The tool returned content of a kind that cannot be passed on (no kind): null"],
    [{ text: 5 }, 'The tool returned content of a kind that cannot be passed on (text): {"text":5}'],
  ])("reads the block %j, and never returns an empty answer", (block, value) => {
    expect(responseTo(success([block as never]))).toMatchObject({ response: { result: value } });
  });

  it("reports a json block that has no JSON form, such as a value with a cycle", () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    for (const json of [circle, { big: 1n }])
      expect(responseTo(success([{ json }]))).toMatchObject({
        response: { result: "The tool returned content of a kind that cannot be passed on (json)." },
      });
  });

  it("reads images in the format of Rust and Buffer: upper-case names, bytes as numbers", () => {
    const inlineData = { mimeType: "image/png", data: "AQID" };
    for (const image of [
      { format: "png", source: { bytes: [1, 2, 3] } },
      { format: "Png", source: { Bytes: [1, 2, 3] } },
      { Format: "PNG", Source: { Bytes: { type: "Buffer", data: [1, 2, 3] } } },
    ])
      expect(responseTo(success([{ Image: image } as never]))).toMatchObject({ parts: [{ inlineData }] });
    for (const bytes of [[1, 256], [1, "2"], [-1], [0.5], "", []])
      expect(responseTo(success([{ image: { format: "png", source: { bytes } } } as never]))).toMatchObject({
        response: { result: expect.stringContaining("cannot be passed on (image)") as string },
      });
  });

  it("reads a result without content as an empty text", () => {
    const result = { toolUseId: "c1", status: "success" } as never;
    expect(responseTo(result)).toMatchObject({ response: { result: "" } });
  });

  it("reads a content that is not a list as its only block", () => {
    for (const content of ["plain", { text: "plain" }, [{ type: "text", text: "plain" }]])
      expect(responseTo({ toolUseId: "c1", content, status: "success" } as never)).toMatchObject({
        response: { result: "plain" },
      });
  });

  it("reports an omitted image to a model without image support", () => {
    const content = [{ text: "see" }, { image: { format: "png", source: { bytes: "AQID" } } }];
    for (const [model, parts] of [
      ["gemini-2.5-flash", undefined],
      ["models/gemini-2.5-flash", undefined],
      ["gemini-3.5-flash", [{ inlineData: { mimeType: "image/png", data: "AQID" } }]],
    ] as const) {
      const uses = createToolUses({ model });
      uses.toToolUse({ id: "c1", name: "f" });
      const { response, parts: sent } = uses.toFunctionResponse(success(content)) ?? {};
      expect(sent).toEqual(parts);
      expect(response).toEqual({
        result: parts ? "see" : "see\nThe tool returned an image (png), which this model cannot read.",
      });
    }
  });

  it("returns undefined for an unknown id", () => {
    expect(createToolUses().toFunctionResponse(success([]))).toBeUndefined();
  });

  it("is JSON with camelCase names and without absent fields", () => {
    const text = JSON.stringify({ functionResponse: responseTo(success([{ text: "x" }]), "missing") });
    expect(text).toBe('{"functionResponse":{"name":"get_weather","response":{"result":"x"}}}');
  });

  it.each([
    ["one text", [{ text: "a" }]],
    ["json", [{ json: { a: [1] } }]],
    ["a list of numbers", [{ json: [1, 2] }]],
    ["a mixture", [{ text: "a" }, { json: { b: 1 } }]],
    ["an image alone", [{ image: { format: "png", source: { bytes: "AQID" } } }]],
  ] as const)("%s can be converted back to the same result", (_what, content) => {
    const uses = createToolUses();
    uses.toToolUse({ id: "c1", name: "f" });
    const result: ToolResult = { toolUseId: "c1", content: [...content], status: "success" };
    expect(uses.toToolResult(uses.toFunctionResponse(result)!)).toEqual(result);
  });
});

describe("a function response as a tool result", () => {
  it("finds the use by id, else by name and order of the calls", () => {
    let next = 0;
    const uses = createToolUses({ newId: () => `u${String((next += 1))}` });
    uses.toToolUse({ name: "f" });
    uses.toToolUse({ name: "g" });
    uses.toToolUse({ name: "f" });
    uses.toToolUse({ id: "given", name: "f" });
    const answer = (name: string, id?: string): string | undefined =>
      uses.toToolResult({ name, response: {}, ...(id === undefined ? {} : { id }) })?.toolUseId;
    expect([answer("f", "given"), answer("f"), answer("f"), answer("f"), answer("g", "unknown")]).toEqual([
      "given",
      "u1",
      "u3",
      undefined,
      undefined,
    ]);
    expect(uses.unanswered).toEqual(["u2"]);
    expect(uses.nameOf("u2")).toBe("g");
  });

  it("reads output like result, and a response without either as the complete result", () => {
    const uses = createToolUses();
    const read = (response: Record<string, unknown>): unknown => {
      uses.toToolUse({ id: "c", name: "f" });
      return uses.toToolResult({ id: "c", name: "f", response })?.content;
    };
    expect(read({ output: "x" })).toEqual([{ text: "x" }]);
    expect(read({ temperature: 3 })).toEqual([{ json: { temperature: 3 } }]);
    expect(read({ error: { code: "not_found" } })).toEqual([{ json: { code: "not_found" } }]);
  });
});
