import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createEffects } from "../../runtime/start/effects.js";
import { gemini } from "../../runtime/gemini/gemini.js";
import { temporalHost } from "../../runtime/hosts/temporal.js";
import { runLoop } from "../../runtime/loop/loop.js";
import { handMade } from "./hand-made-tools.js";

// A Temporal worker registers the two methods of one `createEffects`. Many workflows use them at the same
// time.
it("two runs that share their effects do not send each other's conversations", async () => {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    bodies.push(Buffer.concat(chunks).toString());
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        candidates: [{ content: { role: "model", parts: [{ text: "hi" }] }, finishReason: "STOP" }],
      }),
    );
  });
  await new Promise<void>((up) => server.listen(0, "127.0.0.1", up));
  const { port } = server.address() as AddressInfo;
  const tools = handMade([]);
  const workflow = {
    workflowInfo: () => ({ runId: "w" }),
    condition: () => Promise.resolve(true),
    defineSignal: (name: string) => name,
    setHandler: () => {},
  };
  const effects = createEffects({
    tools,
    model: gemini({
      apiKey: "k-12345",
      model: "m",
      baseUrl: `http://127.0.0.1:${port}`,
      // A fetch function may await something before it sends the request, such as a rate limiter or a token.
      fetch: async (url, init) => {
        await sleep(20);
        return fetch(url, init);
      },
    }),
  });
  const run = (runId: string, text: string) =>
    runLoop(temporalHost(workflow, effects), {
      runId,
      tools,
      contents: [{ role: "user", parts: [{ text }] }],
    });
  await Promise.all([run("a", "Alice's secret question"), run("b", "Bob's   secret question")]);
  server.close();
  expect(bodies.map((body) => JSON.parse(body).contents[0].parts[0].text).sort()).toEqual([
    "Alice's secret question",
    "Bob's   secret question",
  ]);
});

// A host with its own clock limits each effect by the time until the deadline of the run.
it("a call that waits for another one has the limit of its effect from the start", async () => {
  let time = 0;
  const tools = handMade([
    {
      name: "work",
      policy: { serial: true },
      run: async () => {
        time += 900;
        await sleep(1);
        return "done";
      },
    },
  ]);
  const effects = createEffects({ tools, model: gemini({ apiKey: "k-12345", model: "m" }), now: () => time });
  const call = (index: number) =>
    effects.tool({
      name: `tool:0:${index}`,
      turn: 0,
      index,
      tool: "work",
      callId: `c${index}`,
      args: {},
      idempotencyKey: `k${index}`,
      timeoutMs: 1000,
    });
  const outcomes = await Promise.all([call(0), call(1), call(2)]);
  const codes = outcomes.map((outcome) => ("code" in outcome ? outcome.code : undefined));
  expect(codes).toEqual([undefined, undefined, "TIMEOUT"]);
});
