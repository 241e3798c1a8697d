import { describe, expect, it } from "vitest";
import { bearer, called, functions, model, refusalOf, responded, standIn, user, vertexPath } from "./post.js";

const tools = functions("f", "g");
const gemini2 = "/v1beta/models/gemini-2.5-flash:generateContent";
const count =
  "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.";
const callPlace =
  "Please ensure that function call turn comes immediately after a user turn or after a function response turn.";
const responsePlace =
  "Please ensure that function response turn comes immediately after a function call turn.";
const idMismatch = "functionResponse.id does not match functionCall.id";
const nameMismatch = "functionResponse.name does not match functionCall.name";
const signed = (id: string) => ({ id, thoughtSignature: standIn });

describe("calls and responses that Gemini refuses", () => {
  it.each([
    ["a call without a response", [user("q"), model(called("f")), user("and?")], count],
    ["a call at the end", [user("q"), model(called("f"))], count],
    [
      "two calls, one response",
      [user("q"), model(called("f"), called("g", {})), user(responded("f"))],
      count,
    ],
    ["one call, two responses", [user("q"), model(called("f")), user(responded("f"), responded("f"))], count],
    ["a call at the start", [model(called("f")), user(responded("f"))], callPlace],
    [
      "a call after a model turn",
      [user("q"), model("let me see"), model(called("f")), user(responded("f"))],
      callPlace,
    ],
    ["a call in a user turn", [user("q"), user(called("f")), user(responded("f"))], callPlace],
    ["a response without a call", [user("q"), model("a"), user(responded("f"))], responsePlace],
    ["a response at the start", [user(responded("f"))], responsePlace],
    [
      "a response in a model turn",
      [user("q"), model(called("f")), model(responded("f")), user("x")],
      responsePlace,
    ],
    [
      "calls and responses in turns",
      [user("q"), model(called("f")), user(responded("f")), user(responded("g"))],
      responsePlace,
    ],
    ["another name", [user("q"), model(called("f")), user(responded("g"))], nameMismatch],
    [
      "swapped names without ids",
      [user("q"), model(called("f"), called("g", {})), user(responded("g"), responded("f"))],
      nameMismatch,
    ],
    ["another id", [user("q"), model(called("f", signed("a"))), user(responded("f", "b"))], idMismatch],
    ["a lost id", [user("q"), model(called("f", signed("a"))), user(responded("f"))], idMismatch],
    ["an invented id", [user("q"), model(called("f")), user(responded("f", "a"))], idMismatch],
    [
      "one id twice",
      [
        user("q"),
        model(called("f", signed("a")), called("f", { id: "b" })),
        user(responded("f", "a"), responded("f", "a")),
      ],
      idMismatch,
    ],
    ["the id as name", [user("q"), model(called("f", signed("a"))), user(responded("a", "a"))], nameMismatch],
    [
      "no name",
      [user("q"), model(called("f")), user({ functionResponse: { name: "", response: {} } })],
      "* GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be empty.",
    ],
    [
      "no response",
      [user("q"), model(called("f")), user({ functionResponse: { name: "f" } })],
      "* GenerateContentRequest.contents[2].parts[0].function_response.response: required field 'response' is not set",
    ],
  ])("%s", async (_what, contents, message) => {
    expect(await refusalOf({ contents, tools })).toBe(message);
  });

  it("may have responses in another order, if they have ids", async () => {
    const contents = [
      user("q"),
      model(called("f", signed("a")), called("g", { id: "b" })),
      user(responded("g", "b"), responded("f", "a")),
    ];
    expect(await refusalOf({ contents, tools })).toBe("accepted");
  });

  it("depend on the model: before the third generation ids are not compared, responses come first, and carry no media", async () => {
    const wrongId = [user("q"), model(called("f", { id: "a" })), user(responded("f", "b"))];
    expect(await refusalOf({ contents: wrongId, tools }, { path: gemini2 })).toBe("accepted");
    const mixed = [user("q"), model(called("f")), user("here:", responded("f"))];
    expect(await refusalOf({ contents: mixed, tools }, { path: gemini2 })).toBe(responsePlace);
    expect(await refusalOf({ contents: mixed, tools })).toBe("accepted");
    const media = {
      functionResponse: {
        name: "f",
        response: {},
        parts: [{ inlineData: { mimeType: "image/png", data: "aGk=" } }],
      },
    };
    const withMedia = [user("q"), model(called("f")), user(media)];
    expect(await refusalOf({ contents: withMedia, tools }, { path: gemini2 })).toBe(
      "Unable to submit request because `function_response.parts` is not supported for this model",
    );
    expect(await refusalOf({ contents: withMedia, tools })).toBe("accepted");
  });

  it("include ids, on an endpoint that does not support them yet", async () => {
    const vertex = { path: vertexPath, headers: bearer, rules: { callIds: false } };
    const withIds = [user("q"), model(called("f", signed("a"))), user(responded("f", "a"))];
    expect(await refusalOf({ contents: withIds, tools }, vertex)).toBe(
      [
        `Invalid JSON payload received. Unknown name "id" at 'contents[1].parts[0].function_call': Cannot find field.`,
        `Invalid JSON payload received. Unknown name "id" at 'contents[2].parts[0].function_response': Cannot find field.`,
      ].join("\n"),
    );
    const without = [user("q"), model(called("f")), user(responded("f"))];
    expect(await refusalOf({ contents: without, tools }, vertex)).toBe("accepted");
  });

  it("do not include calls and responses of a server-side MCP server", async () => {
    const contents = [
      user("q"),
      model(called("weather_get", {}), responded("weather_get"), "It is 18."),
      user("and Rome?"),
    ];
    expect(await refusalOf({ contents, tools: [{ mcpServers: [{ name: "weather" }] }] })).toBe("accepted");
    expect(await refusalOf({ contents, tools })).toBe(count);
  });
});

describe("histories that recordings show answered, by model", () => {
  const older = (id: string) => ({ path: `/v1beta/models/${id}:generateContent` });
  const vertexOlder = (id: string) => ({ path: vertexPath.replace("gemini-3.5-flash", id), headers: bearer });
  const empty = "required oneof field 'data' must have one initialized field";

  it("may leave calls unanswered on gemini-2.0-flash, all of a turn, and only there", async () => {
    const contents = [user("q"), model(called("f", {})), user("and?")];
    expect(await refusalOf({ contents, tools }, older("gemini-2.0-flash"))).toBe("accepted");
    expect(await refusalOf({ contents, tools }, vertexOlder("gemini-2.0-flash"))).toBe("accepted");
    expect(await refusalOf({ contents, tools }, older("gemini-2.5-flash"))).toBe(count);
    const half = [user("q"), model(called("f", {}), called("g", {})), user(responded("f"))];
    expect(await refusalOf({ contents: half, tools }, older("gemini-2.0-flash"))).toBe(count);
    const last = [user("q"), model(called("f", {}))];
    expect(await refusalOf({ contents: last, tools }, older("gemini-2.0-flash"))).toBe(count);
  });

  it("may have empty texts on gemini-2.0-flash, and only there", async () => {
    const contents = [user("q"), model("a", { text: "" }), user("and?")];
    expect(await refusalOf({ contents }, older("gemini-2.0-flash"))).toBe("accepted");
    expect(await refusalOf({ contents }, vertexOlder("gemini-2.0-flash"))).toBe("accepted");
    expect(await refusalOf({ contents }, older("gemini-2.5-flash"))).toContain(empty);
    const nothing = [user("q"), model({}), user("and?")];
    expect(await refusalOf({ contents: nothing }, older("gemini-2.0-flash"))).toContain(empty);
  });

  it("may answer a call without an id by one on gemini-3-pro-preview, and only there", async () => {
    const contents = [user("q"), model(called("f")), user(responded("f", "a"))];
    expect(await refusalOf({ contents, tools }, vertexOlder("gemini-3-pro-preview"))).toBe("accepted");
    expect(await refusalOf({ contents, tools }, older("gemini-3.1-pro-preview"))).toBe(idMismatch);
    const other = [user("q"), model(called("f", signed("b"))), user(responded("f", "a"))];
    expect(await refusalOf({ contents: other, tools }, vertexOlder("gemini-3-pro-preview"))).toBe(idMismatch);
  });
});

describe("thought signatures", () => {
  const step = (name: string, signature?: string) => [
    model(called(name, signature === undefined ? {} : { thoughtSignature: signature })),
    user(responded(name)),
  ];
  const missing = (name: string, position: number) =>
    "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing " +
    `thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${name}\` , position ${position}. ` +
    "Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.";

  it("are required on the first call of every step of the current turn", async () => {
    expect(await refusalOf({ contents: [user("q"), ...step("f")], tools })).toBe(missing("f", 2));
    expect(await refusalOf({ contents: [user("q"), ...step("f", standIn), ...step("g")], tools })).toBe(
      missing("g", 4),
    );
  });

  it("are required by Vertex with its own message", async () => {
    expect(
      await refusalOf({ contents: [user("q"), ...step("f")], tools }, { path: vertexPath, headers: bearer }),
    ).toBe(
      "Unable to submit request because function call `default_api:f` in the 2. content block is missing a `thought_signature`. Learn more: https://docs.cloud.google.com/vertex-ai/generative-ai/docs/thought-signatures",
    );
  });

  it("are not required on second calls, in earlier turns, or before the third generation", async () => {
    const parallel = [user("q"), model(called("f"), called("g", {})), user(responded("f"), responded("g"))];
    expect(await refusalOf({ contents: parallel, tools })).toBe("accepted");
    const earlier = [user("q"), ...step("f"), model("a"), user("next"), ...step("g", standIn)];
    expect(await refusalOf({ contents: earlier, tools })).toBe("accepted");
    expect(await refusalOf({ contents: [user("q"), ...step("f")], tools }, { path: gemini2 })).toBe(
      "accepted",
    );
  });

  it.each([
    standIn,
    "context_engineering_is_the_way_to_go",
    "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I=",
    Buffer.from("context_engineering_is_the_way_to_go").toString("base64"),
  ])("may be the placeholder %s", async (signature) => {
    expect(await refusalOf({ contents: [user("q"), ...step("f", signature)], tools })).toBe("accepted");
  });

  it("are corrupted if the fake did not issue them", async () => {
    const contents = [user("q"), ...step("f", "Zm9yZWlnbg==")];
    expect(await refusalOf({ contents, tools })).toBe(
      "Corrupted thought signature. (toolpress/testing: this fake did not issue the signature. For contents of another fake or " +
        'process, such as the state of a paused run, create the fake with `signatures: "any"`.)',
    );
    expect(await refusalOf({ contents, tools }, { signatures: "any" })).toBe("accepted");
  });
});
