import { describe, expect, it } from "vitest";
import { createAgent, isRunError, type Content, type GenerateContentResponse } from "@toolpress/runtime";
import {
  answer,
  call,
  cut,
  failMidStream,
  hang,
  rateLimited,
  scriptedModel,
  text,
  textOf,
} from "toolpress/testing";
import { weather } from "../runtime/hand-made-tools.js";
import { called, functions, responded, user } from "./post.js";

const hello = { contents: [user("hi")] as readonly Content[] };

async function collect(stream: AsyncIterable<GenerateContentResponse>): Promise<readonly string[]> {
  const seen: string[] = [];
  for await (const response of stream) seen.push(textOf(response.candidates?.[0]?.content ?? {}));
  return seen;
}

describe("scriptedModel", () => {
  it("answers in order and records the requests", async () => {
    const model = scriptedModel(["one", (request) => `${request.body.contents.length} content`]);
    const first = await model.generate(hello);
    expect(textOf(first.candidates?.[0]?.content ?? {})).toBe("one");
    const second = await model.generate(hello);
    expect(textOf(second.candidates?.[0]?.content ?? {})).toBe("1 content");
    expect(model.requests.map((request) => request.body)).toEqual([hello, hello]);
    model.assertDone();
  });

  it("streams the same answer in chunks", async () => {
    const model = scriptedModel([text("One ", "two.")]);
    expect(await collect(model.stream(hello))).toEqual(["One ", "two.", ""]);
  });

  it("throws for a request without an answer, and for an unused answer", async () => {
    const model = scriptedModel(["one"]);
    expect(() => model.assertDone()).toThrow("scriptedModel: 1 answers were never used");
    await model.generate(hello);
    await expect(model.generate(hello)).rejects.toThrow(
      "scriptedModel: the script has 1 answer, and none is left for request 2; add one",
    );
    const run = await createAgent({ tools: weather(), model: scriptedModel([]) }).run("Rome?");
    expect(run).toMatchObject({ status: "error", error: { kind: "script", code: "SCRIPT_EXHAUSTED" } });
  });

  it("refuses what Gemini refuses, unless checks are disabled", async () => {
    const bad = {
      contents: [
        user("q"),
        { role: "model", parts: [called("f", {})] },
        user(responded("f")),
      ] as readonly Content[],
      tools: functions("f"),
    };
    const refused = await scriptedModel(["x"])
      .generate(bad)
      .catch((error: unknown) => error);
    expect(isRunError(refused) && refused.info).toMatchObject({
      kind: "http",
      status: 400,
      code: "INVALID_ARGUMENT",
      retryable: false,
    });
    await expect(scriptedModel(["x"], { checks: false }).generate(bad)).resolves.toBeDefined();
    await expect(scriptedModel(["x"], { model: "gemini-2.5-flash" }).generate(bad)).resolves.toBeDefined();
  });

  it("accepts its own signatures only", async () => {
    const tools = functions("f");
    const model = scriptedModel([call("f"), "good"]);
    const content = (await model.generate({ ...hello, tools })).candidates?.[0]?.content as Content;
    const id = content.parts?.[0]?.functionCall?.id;
    const replay = (turn: Content) =>
      model.generate({ contents: [...hello.contents, turn, user(responded("f", id)) as Content], tools });
    const tampered = { ...content, parts: [{ ...content.parts![0]!, thoughtSignature: "Zm9yZWlnbg==" }] };
    await expect(replay(tampered)).rejects.toThrow("Corrupted thought signature.");
    await expect(replay(content)).resolves.toBeDefined();
  });

  it("fails like a transport", async () => {
    const failures = scriptedModel([rateLimited(), cut("text"), failMidStream(text("One ", "two."))]);
    await expect(failures.generate(hello)).rejects.toMatchObject({
      info: { kind: "quota", status: 429, retryable: true },
    });
    await expect(failures.generate(hello)).rejects.toMatchObject({
      info: { kind: "network", retryable: true },
    });
    const seen: unknown[] = [];
    const reading = (async () => {
      for await (const response of failures.stream(hello)) seen.push(response);
    })();
    await expect(reading).rejects.toMatchObject({ info: { status: 503 } });
    expect(seen).toHaveLength(1);
  });

  it("ends with the signal: before, during a wait, and when it would never answer", async () => {
    const gone = AbortSignal.abort();
    await expect(scriptedModel(["x"]).generate(hello, { signal: gone })).rejects.toMatchObject({
      info: { kind: "aborted" },
    });
    for (const entry of [hang(), answer("late", { delayMs: 60_000 })]) {
      const controller = new AbortController();
      const waiting = scriptedModel([entry]).generate(hello, { signal: controller.signal });
      setImmediate(() => controller.abort());
      await expect(waiting).rejects.toMatchObject({ info: { kind: "aborted" } });
    }
  });
});
