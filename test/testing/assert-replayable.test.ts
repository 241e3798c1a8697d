import { describe, expect, it } from "vitest";
import type { Content } from "@toolpress/runtime";
import { assertReplayable, callsOf, responsesOf, textOf } from "toolpress/testing";
import { called, model, responded, user } from "./post.js";

const contents = (...turns: readonly unknown[]) => turns as readonly Content[];

describe("assertReplayable", () => {
  it.each([
    ["a finished conversation", contents(user("q"), model(called("f")), user(responded("f")), model("a"))],
    ["one that stopped after the responses", contents(user("q"), model(called("f")), user(responded("f")))],
    [
      "thoughts, signed text and an empty signed end",
      contents(user("q"), model({ text: "hm", thought: true }, "a", { text: "", thoughtSignature: "c2ln" })),
    ],
    [
      "what Google ran itself",
      contents(
        user("q"),
        model(
          { executableCode: { language: "PYTHON", code: "1" } },
          { codeExecutionResult: { outcome: "OUTCOME_OK" } },
          "1",
        ),
      ),
    ],
  ])("accepts %s", (_what, given) => {
    expect(() => assertReplayable(given)).not.toThrow();
  });

  it.each([
    ["nothing", contents(), "contents: contents is not specified"],
    [
      "a call without a response",
      contents(user("q"), model(called("f"))),
      "Please ensure that the number of function response parts is equal",
    ],
    [
      "a lost signature",
      contents(user("q"), model(called("f", {})), user(responded("f")), model("a")),
      "Function call is missing a thought_signature",
    ],
    [
      "a lost id",
      contents(user("q"), model(called("f", { id: "a", thoughtSignature: "c2ln" })), user(responded("f"))),
      "functionResponse.id does not match functionCall.id",
    ],
    [
      "a turn without parts",
      contents(user("q"), { role: "model", parts: [] }),
      "contents[1].parts: contents.parts must not be empty.",
    ],
    [
      "a stream's empty end",
      contents(user("q"), model("a", "")),
      "contents[1].parts[1].data: required oneof field",
    ],
    [
      "a turn of another role",
      contents(user("q"), { role: "tool", parts: [responded("f")] }),
      "Please use a valid role: user, model.",
    ],
    [
      "calls split over contents",
      contents(user("q"), model(called("f")), model(called("g", {})), user(responded("f"), responded("g"))),
      "Please ensure that",
    ],
    [
      "a field Gemini does not know",
      contents(user({ text: "q", cache: true })),
      "Unknown name \"cache\" at 'contents[0].parts[0]'",
    ],
    [
      "a result that is no object",
      contents(user("q"), model(called("f")), user({ functionResponse: { name: "f", response: "ok" } })),
      "(type.googleapis.com/google.protobuf.Struct)",
    ],
  ])("refuses %s", (_what, given, message) => {
    expect(() => assertReplayable(given)).toThrow(message);
  });

  it("requires no signatures of a model that signs nothing", () => {
    const unsigned = contents(user("q"), model(called("f", {})), user(responded("f")));
    expect(() => assertReplayable(unsigned, { signatures: false })).not.toThrow();
    expect(() => assertReplayable(unsigned, { model: "gemini-2.5-flash" })).not.toThrow();
  });

  it("checks the JSON form", () => {
    const given = contents(user("q"), model({ text: "a", thoughtSignature: undefined }));
    expect(() => assertReplayable(given)).not.toThrow();
  });

  it("accepts the fields of Vertex on Vertex", () => {
    const given = contents(user({ toolCall: { id: "1" } }));
    expect(() => assertReplayable(given)).not.toThrow();
    expect(() => assertReplayable(given, { flavor: "vertex" })).toThrow('Unknown name "toolCall"');
  });
});

describe("readers of contents", () => {
  const given = contents(
    user("q"),
    model({ text: "hm", thought: true }, "Hello ", called("f", { args: { n: 1 } })),
    user(responded("f")),
    model("world"),
  );

  it("give the text without thoughts, the calls, and the responses", () => {
    expect(textOf(given.slice(1))).toBe("Hello world");
    expect(callsOf(given)).toEqual([{ name: "f", args: { n: 1 } }]);
    expect(responsesOf(given[2]!)).toEqual([{ name: "f", response: { result: "ok" } }]);
  });
});
