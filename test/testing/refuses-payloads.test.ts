import { describe, expect, it } from "vitest";
import {
  ask,
  bearer,
  called,
  functions,
  refusalOf,
  responded,
  standIn,
  unaryPath,
  user,
  vertexPath,
} from "./post.js";

const contents = [user("hi")];
const vertex = { path: vertexPath, headers: bearer };
const unknown = (name: string, path: string) =>
  `Invalid JSON payload received. Unknown name "${name}" at '${path}': Cannot find field.`;

describe("invalid JSON fields", () => {
  it("are refused with one violation per unknown name, at any depth", async () => {
    const { status, json } = await ask({
      contents: [{ role: "user", parts: [{ text: "hi", colour: "red" }] }],
      foo: 1,
      toolConfig: { functionCallingConfig: { mode: "AUTO", strict: true } },
    });
    const messages = [
      unknown("colour", "contents[0].parts[0]"),
      'Invalid JSON payload received. Unknown name "foo": Cannot find field.',
      unknown("strict", "tool_config.function_calling_config"),
    ];
    expect(status).toBe(400);
    expect(json).toEqual({
      error: {
        code: 400,
        message: messages.join("\n"),
        status: "INVALID_ARGUMENT",
        details: [
          {
            "@type": "type.googleapis.com/google.rpc.BadRequest",
            fieldViolations: [
              { field: "contents[0].parts[0]", description: messages[0] },
              { description: messages[1] },
              { field: "tool_config.function_calling_config", description: messages[2] },
            ],
          },
        ],
      },
    });
  });

  it.each([
    [
      {
        contents,
        tools: [
          {
            functionDeclarations: [
              { name: "f", description: "F.", parameters: { type: "OBJECT", additionalProperties: false } },
            ],
          },
        ],
      },
      unknown("additionalProperties", "tools[0].function_declarations[0].parameters"),
    ],
    [
      { contents: [user(called("f", { id: "x" }), { functionCall: { name: "f", partialArgs: [] } })] },
      unknown("partialArgs", "contents[0].parts[1].function_call"),
    ],
    [
      { contents, toolConfig: { functionCallingConfig: { streamFunctionCallArguments: true } } },
      unknown("streamFunctionCallArguments", "tool_config.function_calling_config"),
    ],
    [
      { contents, modelArmorConfig: {} },
      'Invalid JSON payload received. Unknown name "modelArmorConfig": Cannot find field.',
    ],
    [{ contents: [user({ text: 5 })] }, "Invalid value at 'contents[0].parts[0].text' (TYPE_STRING), 5"],
    [
      { contents: [user({ functionResponse: { name: "f", response: "plain" } })] },
      `Invalid value at 'contents[0].parts[0].function_response.response' (type.googleapis.com/google.protobuf.Struct), "plain"`,
    ],
    [
      { contents: [user({ functionResponse: { name: "f", response: [1] } })] },
      `Invalid JSON payload received. Unknown name "response" at 'contents[0].parts[0].function_response': Proto field is not repeating, cannot start list.`,
    ],
    [
      { contents, toolConfig: { functionCallingConfig: { mode: "SOMETIMES" } } },
      `Invalid value at 'tool_config.function_calling_config.mode' (type.googleapis.com/google.ai.generativelanguage.v1beta.FunctionCallingConfig.Mode), "SOMETIMES"`,
    ],
    [
      { contents: [user({ text: "a", functionCall: { name: "f" } })] },
      "Invalid value at 'contents[0].parts[0]' (oneof), oneof field 'data' is already set. Cannot set 'functionCall'",
    ],
    [
      { contents: [user({ text: "a", thoughtSignature: "no base64!" })] },
      `Invalid value at 'contents[0].parts[0].thought_signature' (TYPE_BYTES), Base64 decoding failed for "no base64!"`,
    ],
  ])("are refused by the Gemini API: %j", async (body, message) => {
    expect(await refusalOf(body)).toBe(message);
  });

  it.each([
    [{ contents, store: true }, 'Invalid JSON payload received. Unknown name "store": Cannot find field.'],
    [
      { contents, toolConfig: { includeServerSideToolInvocations: true } },
      unknown("includeServerSideToolInvocations", "tool_config"),
    ],
    [{ contents: [user({ toolCall: { id: "1" } })] }, unknown("toolCall", "contents[0].parts[0]")],
    [{ contents, tools: [{ fileSearch: {} }] }, unknown("fileSearch", "tools[0]")],
  ])("are refused by Vertex: %j", async (body, message) => {
    expect(await refusalOf(body, vertex)).toBe(message);
  });

  it.each(["/v1/models/gemini-3.5-flash:generateContent", unaryPath])(
    "is accepted by every version: %s",
    async (path) => {
      const body = { contents, tools: functions("f"), systemInstruction: user("x") };
      expect(await refusalOf(body, { path })).toBe("accepted");
      const mode = { functionCallingConfig: { mode: "ANY" } };
      expect(await refusalOf({ ...body, toolConfig: mode }, { path })).toBe("accepted");
      expect(await refusalOf({ contents, cachedContent: "cachedContents/1" }, { path })).toBe("accepted");
      expect(await refusalOf(body, { ...vertex, path: vertexPath.replace("v1beta1", "v1") })).toBe(
        "accepted",
      );
    },
  );
});

describe("JSON with several spellings", () => {
  it.each([
    {
      contents,
      system_instruction: { parts: [{ text: "be brief" }] },
      generation_config: { max_output_tokens: "20" },
    },
    {
      contents,
      tools: [
        {
          function_declarations: [
            { name: "f", description: "F.", parameters_json_schema: { type: "object", anything: 1 } },
          ],
        },
      ],
      tool_config: { function_calling_config: { mode: "any", allowed_function_names: ["f"] } },
    },
    {
      contents,
      tools: [
        {
          functionDeclarations: [
            {
              name: "f",
              description: "F.",
              parameters: { type: "object", properties: { n: { type: "integer", minItems: "3" } } },
            },
          ],
        },
      ],
    },
    { contents: { role: "user", parts: { text: "single messages where lists are wanted" } } },
    { contents: [{ parts: [{ text: "one turn needs no role" }] }] },
    {
      contents: [
        user("hi"),
        { role: "model", parts: [{ function_call: { name: "f" }, thought_signature: standIn }] },
        user({ function_response: { name: "f", response: { any: { json: [1] } } } }),
      ],
      tools: functions("f"),
    },
    { contents, toolConfig: null },
  ])("is accepted: %j", async (body) => {
    expect(await refusalOf(body)).toBe("accepted");
  });

  it("is accepted by Vertex if only Vertex has the field", async () => {
    const body = {
      contents,
      tools: functions("f"),
      toolConfig: { functionCallingConfig: { streamFunctionCallArguments: true } },
      modelArmorConfig: {},
    };
    expect(await refusalOf(body, vertex)).toBe("accepted");
  });

  it("is compared with histories after parsing", async () => {
    const history = [
      user("hi"),
      { role: "model", parts: [{ function_call: { name: "f" }, thought_signature: standIn }] },
      user(responded("g")),
    ];
    expect(await refusalOf({ contents: history, tools: functions("f") })).toBe(
      "functionResponse.name does not match functionCall.name",
    );
  });
});
