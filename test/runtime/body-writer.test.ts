import { describe, expect, it } from "vitest";
import { createBodyWriter } from "../../runtime/base/body-writer.js";
import type { Content, GenerateContentRequest } from "../../runtime/wire.js";

const turn = (text: string, role = "user"): Content => ({ role, parts: [{ text }] });
const read = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));

describe("the body of a request", () => {
  const tools = [{ functionDeclarations: [{ name: "a", description: "b" }] }];

  it("is the request as JSON, with any fields", () => {
    for (const request of [
      { contents: [] },
      { contents: [turn("héllo 🙂 \u2028")] },
      { contents: [turn("a"), turn("b", "model")], tools },
      { contents: [turn("a")], systemInstruction: turn("s"), generationConfig: { temperature: 0 } },
      { contents: [turn("a")], tools, toolConfig: {}, cachedContent: undefined },
    ] as GenerateContentRequest[]) {
      expect(read(createBodyWriter()(request))).toEqual(JSON.parse(JSON.stringify(request)));
    }
  });

  it("follows a conversation that grows, shrinks, or is replaced", () => {
    const write = createBodyWriter();
    const [a, b, c, d] = [turn("a"), turn("ß".repeat(5_000), "model"), turn("c"), turn("d")] as const;
    for (const contents of [[a], [a, b, c], [a, b, c, d], [a, b], [d, a], [d, a, c], [a, d], []]) {
      const request = { contents, tools };
      expect(read(write(request))).toEqual(request);
    }
  });

  it("accepts tools that change or are removed", () => {
    const write = createBodyWriter();
    const contents = [turn("a")];
    for (const request of [
      { contents, tools },
      { contents },
      { contents, tools: [{ googleSearch: {} }] },
      { contents, tools },
    ]) {
      expect(read(write(request as GenerateContentRequest))).toEqual(request);
    }
  });

  it("encodes a Content once for any number of requests", () => {
    const write = createBodyWriter();
    let encoded = 0;
    const counting = { role: "user", parts: [{ text: "a" }], toJSON: () => (encoded++, turn("a")) };
    for (let more = 0; more < 5; more++)
      write({ contents: [counting, ...Array.from({ length: more }, () => turn("b"))] });
    expect(encoded).toBe(1);
  });
});
