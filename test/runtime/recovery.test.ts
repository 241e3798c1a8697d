import { describe, expect, it } from "vitest";
import { explainMalformed, fallback, hintRepeats } from "../../runtime/adapters/recovery.js";
import { gemini } from "../../runtime/gemini/gemini.js";
import { interactions } from "../../runtime/interactions/interactions.js";
import type { Model } from "../../runtime/model.js";
import { createAgent } from "../../runtime/start/agent.js";
import {
  answer,
  call,
  cut,
  fakeGemini,
  fakeInteractions,
  finish,
  httpError,
  overloaded,
  rateLimited,
  text,
  type Scripted,
} from "../../testing/index.js";
import { handMade } from "./hand-made-tools.js";

const tools = handMade([{ name: "ping", args: { n: "number?" }, run: () => "pong" }]);
const retry = { attempts: 1 };

interface Fake {
  readonly requests: readonly { readonly body: Readonly<Record<string, unknown>> }[];
  assertDone(): void;
  close(): Promise<void>;
}

async function open(
  api: string,
  script: readonly Scripted[],
  model = "gemini-3.8-flash",
): Promise<[Model, Fake]> {
  if (api === "interactions") {
    const fake = await fakeInteractions({ script });
    return [interactions({ apiKey: "key", model, baseUrl: fake.url, retry }), fake];
  }
  const fake = await fakeGemini({ script });
  return [gemini({ apiKey: "key", model, baseUrl: fake.url, retry }), fake];
}

const cases = ["generateContent", "interactions"].flatMap((api) =>
  [false, true].map((streaming) => ({ api, streaming })),
);

describe.each(cases)("with $api, streaming: $streaming", ({ api, streaming }) => {
  it.each([overloaded(), rateLimited(), cut(answer("x"), 0), httpError(504, "x")])(
    "another model answers after a temporary failure",
    async (fault) => {
      const [one, first] = await open(api, [fault]);
      const [two, second] = await open(api, ["Done."], "gemini-3.7-flash");
      const switches: unknown[] = [];
      const model = fallback([one, two], { onFallback: ({ from, to }) => switches.push([from, to]) });
      const result = await createAgent({ tools, model }).run("Hi.", { streaming });
      expect(result).toMatchObject({ status: "done", text: "Done." });
      expect(switches).toEqual([["gemini-3.8-flash", "gemini-3.7-flash"]]);
      await Promise.all([first.close(), second.close()]);
    },
  );

  it("no other model answers after an error of the request, nor in a turn with signatures", async () => {
    const [one, first] = await open(api, [call("ping"), overloaded()]);
    const [two, second] = await open(api, ["Never."]);
    const agent = createAgent({ tools, model: fallback([one, two]) });
    expect(await agent.run("Hi.", { streaming })).toMatchObject({ status: "error", error: { status: 503 } });
    const [bad] = await open(api, [httpError(400, JSON.stringify({ error: { message: "x", code: 400 } }))]);
    const other = createAgent({ tools, model: fallback([bad, two]) });
    expect(await other.run("Hi.", { streaming })).toMatchObject({ status: "error", error: { status: 400 } });
    expect(second.requests).toHaveLength(0);
    await Promise.all([first.close(), second.close()]);
  });

  it("a malformed answer is explained to the model once", async () => {
    const malformed = finish("MALFORMED_FUNCTION_CALL", "The brackets do not match.");
    const [model, fake] = await open(api, [malformed, call("ping"), "Done."]);
    const agent = createAgent({ tools, model: explainMalformed(model) });
    const result = await agent.run("Hi.", { streaming });
    expect(result).toMatchObject({ status: "done", text: "Done." });
    expect(JSON.stringify(fake.requests[1]?.body)).toContain("was not a valid function call.");
    expect(JSON.stringify(fake.requests[2]?.body)).not.toContain("was not a valid function call.");
    expect(JSON.stringify(result.contents)).not.toContain("valid function call");
    fake.assertDone();
    await fake.close();
  });

  it("repeated identical calls get a hint, which is not in the history", async () => {
    const same = call("ping", { n: 1 });
    const [model, fake] = await open(api, [same, same, same, "Done."]);
    const agent = createAgent({ tools, model, prepareTurn: hintRepeats(3) });
    const result = await agent.run("Hi.", { streaming });
    expect(result).toMatchObject({ status: "done", text: "Done." });
    const hints = fake.requests.map(({ body }) => JSON.stringify(body).includes("called ping 3 times"));
    expect(hints).toEqual([false, false, false, true]);
    expect(JSON.stringify(result.contents)).not.toContain("3 times");
    fake.assertDone();
    await fake.close();
  });

  it("calls that differ get no hint", async () => {
    const [model, fake] = await open(api, [
      call("ping", { n: 1 }),
      call("ping", { n: 2 }),
      call("ping", { n: 1 }),
      "Done.",
    ]);
    await createAgent({ tools, model, prepareTurn: hintRepeats(2) }).run("Hi.", { streaming });
    expect(fake.requests.some(({ body }) => JSON.stringify(body).includes("times with the same"))).toBe(
      false,
    );
    await fake.close();
  });
});

describe("fallback", () => {
  it("refuses models of different APIs", () => {
    const one = gemini({ apiKey: "key", model: "a" });
    const two = interactions({ apiKey: "key", model: "b" });
    expect(() => fallback([one, two])).toThrow("the same API");
    expect(() => hintRepeats(1)).toThrow("from 2");
  });

  it("does not switch after a part of an answer, which the loop requests again", async () => {
    const [one, first] = await open("generateContent", [cut(answer(text("a", "b")), 1), "Again."]);
    const [two, second] = await open("generateContent", ["Never."]);
    const agent = createAgent({ tools, model: fallback([one, two]) });
    expect(await agent.run("Hi.", { streaming: true })).toMatchObject({ status: "done", text: "Again." });
    expect(second.requests).toHaveLength(0);
    await Promise.all([first.close(), second.close()]);
  });
});
