import { readFileSync } from "node:fs";
import ts from "typescript";
import { afterEach, describe, expect, it } from "vitest";
import { createCalculator } from "../../generated/calculator/index.js";
import { createLights } from "../../generated/lights/index.js";
import {
  dispatch,
  functionCall,
  functionResponse,
  gemini,
  type Content,
  type Part,
} from "@toolpress/runtime";
import {
  answer,
  assertReplayable,
  call,
  fakeGemini,
  scriptedModel,
  textOf,
  type FakeGemini,
} from "toolpress/testing";
import { closeFakes, onFake } from "./on-fake.js";

let fake: FakeGemini | undefined;
afterEach(async () => {
  await closeFakes();
  await fake?.close();
});

const calculator = () => createCalculator({ handlers: { multiply: ({ a, b }) => a * b } });
const lights = () =>
  createLights({
    handlers: {
      turn_on_the_lights: () => "on",
      turn_off_the_lights: () => "off",
      set_light_values: (args) => args,
    },
  });
const image = { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } };

describe("parts", () => {
  it("read a call without arguments as a call with empty arguments", async () => {
    expect(await dispatch(lights(), { name: "turn_on_the_lights" })).toEqual({
      name: "turn_on_the_lights",
      response: { result: "on" },
    });
  });

  it("answer every call with a name and an object", async () => {
    for (const call of [
      { name: "multiply", args: { a: 6, b: 7 } },
      { name: "multiply", args: {} },
      { name: "nope" },
      {},
    ]) {
      const response = await dispatch(calculator(), call);
      expect(typeof response.name).toBe("string");
      expect(response.response).toBeTypeOf("object");
    }
  });

  it("are built by name", () => {
    expect(functionCall("multiply", { a: 6, b: 7 })).toEqual({
      functionCall: { name: "multiply", args: { a: 6, b: 7 } },
    });
    expect(functionCall("ping")).toEqual({ functionCall: { name: "ping", args: {} } });
    expect(functionResponse("multiply", { result: 42 })).toEqual({
      functionResponse: { name: "multiply", response: { result: 42 } },
    });
    expect(functionResponse("multiply", { result: 42 }, { id: "call_7" })).toEqual({
      functionResponse: { id: "call_7", name: "multiply", response: { result: 42 } },
    });
    expect(functionCall("ping", {}, { id: "call_7", thoughtSignature: "YQ==" })).toEqual({
      functionCall: { id: "call_7", name: "ping", args: {} },
      thoughtSignature: "YQ==",
    });
  });

  it.each(["gemini-2.5-flash", "gemini-3.5-flash"])(
    "answer a call of %s by hand, with its id",
    async (model) => {
      fake = await fakeGemini({ script: [call("multiply", { a: 6, b: 7 }), "42."] });
      const service = gemini({ apiKey: "k", model, baseUrl: fake.url });
      const declarations = calculator();
      const tools = [
        { functionDeclarations: [...declarations.tools.values()].map(({ entry }) => entry.declaration) },
      ];
      const ask = async (contents: Content[]): Promise<Content> => {
        const response = await service.generate({ contents, tools });
        return response.candidates?.[0]?.content ?? {};
      };
      const user: Content = { role: "user", parts: [{ text: "6 times 7?" }] };
      const turn = await ask([user]);
      const made = turn.parts?.[0]?.functionCall;
      const answered = functionResponse(made?.name ?? "", { result: 42 }, made);
      expect(textOf([await ask([user, turn, { role: "user", parts: [answered] }])])).toBe("42.");
    },
  );

  it("build a history that Gemini accepts", async () => {
    const contents = [
      { role: "user", parts: [{ text: "6 times 7?" }] },
      {
        role: "model",
        parts: [
          {
            ...functionCall("multiply", { a: 6, b: 7 }),
            thoughtSignature: "skip_thought_signature_validator",
          },
        ],
      },
      { role: "user", parts: [functionResponse("multiply", { result: 42 })] },
    ];
    assertReplayable(contents);
    const { agent } = await onFake(["42."], { tools: calculator() });
    expect(await agent.run(undefined, { contents })).toMatchObject({ status: "done", text: "42." });
  });

  it("of text and media are sent unchanged", async () => {
    const { agent, fake: server } = await onFake(["A picture."], { tools: calculator() });
    await agent.run([{ text: "What is this?" }, image]);
    expect(server.requests[0]?.body.contents).toEqual([
      { role: "user", parts: [{ text: "What is this?" }, image] },
    ]);
  });

  it("are all documented", () => {
    const path = new URL("../../runtime/wire.ts", import.meta.url);
    const source = ts.createSourceFile("wire.ts", readFileSync(path, "utf8"), ts.ScriptTarget.ES2022, true);
    const undocumented = source.statements
      .filter((node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
      .filter((node) => ts.getJSDocCommentsAndTags(node).length === 0)
      .map((node) => node.name.text);
    expect(undocumented).toEqual([]);
  });
});

describe("a request", () => {
  it("has no tools by default", async () => {
    fake = await fakeGemini({ script: ["Hi."] });
    const model = gemini({ apiKey: "key", model: "gemini-3.5-flash", baseUrl: fake.url });
    await model.generate({ contents: [{ role: "user", parts: [{ text: "Hi" }] }] });
    expect(fake.requests[0]?.body.tools).toBeUndefined();
  });

  it("accepts tools of any kind, in camelCase, functions in one element", async () => {
    const { agent, fake: server } = await onFake(["Hi."], { tools: lights() });
    await agent.run("Hi");
    const tools = server.requests[0]?.body.tools ?? [];
    expect(tools.map((tool) => Object.keys(tool))).toEqual([["functionDeclarations"], ["codeExecution"]]);
    expect(tools[0]?.["functionDeclarations"]).toHaveLength(3);
  });
});

describe("a response", () => {
  const ask = async (...parts: Part[]) => {
    const model = scriptedModel([answer(parts)]);
    const response = await model.generate({ contents: [{ role: "user", parts: [{ text: "?" }] }] });
    return response.candidates?.[0]?.content?.parts ?? [];
  };

  it("can be read as text, media and calls", async () => {
    const parts = await ask({ text: "See:" }, image, functionCall("multiply", { a: 1, b: 2 }));
    expect(textOf({ parts })).toBe("See:");
    expect(parts[1]).toEqual(image);
    expect(parts[2]?.functionCall).toMatchObject({ name: "multiply", args: { a: 1, b: 2 } });
  });

  it("keeps parts of unknown kinds, and sends them back unchanged", async () => {
    const strange = { hologram: { depth: 3 }, partMetadata: { a: 1 } };
    const { agent } = await onFake([[strange as Part, { text: "Look." }]], { tools: calculator() });
    const result = await agent.run("Show me");
    expect(result.contents[1]?.parts).toEqual([strange, { text: "Look." }]);
  });
});
