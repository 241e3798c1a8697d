import { describe, expect, it } from "vitest";
import { bearer, model, refusalOf, user, vertexPath } from "./post.js";

const noData = (path: string) =>
  `* GenerateContentRequest.${path}.data: required oneof field 'data' must have one initialized field`;

describe("contents that Gemini refuses", () => {
  it.each([
    [{}, "* GenerateContentRequest.contents: contents is not specified"],
    [{ contents: [] }, "* GenerateContentRequest.contents: contents is not specified"],
    [{ contents: [{ role: "tool", parts: [{ text: "x" }] }] }, "Please use a valid role: user, model."],
    [{ contents: [{ role: "function", parts: [{ text: "x" }] }] }, "Please use a valid role: user, model."],
    [{ contents: [user("a"), { parts: [{ text: "b" }] }] }, "Please use a valid role: user, model."],
    [
      { contents: [{ role: "user" }] },
      "* GenerateContentRequest.contents[0].parts: contents.parts must not be empty.",
    ],
    [
      { contents: [user("a"), user()] },
      "* GenerateContentRequest.contents[1].parts: contents.parts must not be empty.",
    ],
    [{ contents: [user({})] }, noData("contents[0].parts[0]")],
    [{ contents: [user({ thought: true })] }, noData("contents[0].parts[0]")],
    [
      { contents: [user("a"), model("b", ""), user("c", "")] },
      `${noData("contents[1].parts[1]")}\n${noData("contents[2].parts[1]")}`,
    ],
  ])("%j", async (body, message) => {
    expect(await refusalOf(body)).toBe(message);
  });

  it("are refused by Vertex with its own messages", async () => {
    expect(await refusalOf({ contents: [user()] }, { path: vertexPath, headers: bearer })).toBe(
      "The GenerateContentRequest proto is invalid:\n  * contents[0].parts: [FIELD_INVALID] contents.parts must not be empty.",
    );
  });

  it.each([
    ["gemini-3.6-flash", false],
    ["gemini-3.8-flash", false],
    ["gemini-3.5-flash-lite", false],
    ["gemini-4-pro", false],
    ["gemini-3.5-flash", true],
    ["gemini-3-pro-preview", true],
    ["gemini-3.1-pro-preview", true],
    ["gemini-2.5-flash", true],
  ])("may end with a model turn for %s: %s", async (name, accepted) => {
    const body = { contents: [user("Say"), model("I was")] };
    const message = accepted ? "accepted" : "Requests ending with a model turn are not supported.";
    expect(await refusalOf(body, { path: `/v1beta/models/${name}:generateContent` })).toBe(message);
  });

  it("may contain an empty text with a signature", async () => {
    const signed = { text: "", thoughtSignature: "c2ln" };
    const body = { contents: [user("a"), model("b", signed), user("c")] };
    expect(await refusalOf(body, { signatures: "any" })).toBe("accepted");
  });
});
