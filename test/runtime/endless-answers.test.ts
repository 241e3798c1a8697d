import { GoogleGenAI } from "@google/genai";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createAgent } from "../../runtime/start/agent.js";
import { gemini } from "../../runtime/gemini/gemini.js";
import { fromGoogleGenAI } from "../../runtime/adapters/google-genai.js";
import type { Model } from "../../runtime/model.js";
import { handMade } from "./hand-made-tools.js";
import { instantRetries } from "./agent-on-fake.js";

// A service or an attacker may send an answer without an end. The memory must not grow with the answer.

const cleanUp: (() => void)[] = [];
afterEach(() => cleanUp.splice(0).forEach((close) => close()));

/**
 * Starts a server that sends `head`, and then sends `chunk` until the client disconnects. It sends at most 40
 * MB.
 */
async function endless(
  status: number,
  type: string,
  head: string,
  chunk: string,
): Promise<{ url: string; sent: () => number; requests: () => number }> {
  let sent = 0;
  let requests = 0;
  const send = (response: ServerResponse): void => {
    while (!response.destroyed && sent < 40_000_000) {
      sent += chunk.length;
      if (!response.write(chunk)) return void response.once("drain", () => send(response));
    }
    response.end();
  };
  const server = createServer((request, response) => {
    requests += 1;
    request.resume();
    response.writeHead(status, { "content-type": type });
    response.write(head);
    send(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanUp.push(() => (server.closeAllConnections(), server.close()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => sent,
    requests: () => requests,
  };
}

const filler = "x".repeat(65_536);
const event = `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ text: filler }] } }] })}\n\n`;

/** Every client of a model service, with a size limit. */
const ways: Readonly<Record<string, (url: string) => Model>> = {
  gemini: (url) =>
    gemini({
      apiKey: "k",
      model: "gemini-3.5-flash",
      baseUrl: url,
      maxResponseBytes: 1_000_000,
      retry: instantRetries(),
    }),
  "the official client": (url) =>
    fromGoogleGenAI(new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl: url } }), {
      model: "gemini-3.5-flash",
      maxResponseBytes: 1_000_000,
      retry: instantRetries(),
    }),
};

describe.each(Object.keys(ways))("an endless answer, through %s,", (way) => {
  it.each([
    [
      "one JSON text",
      false,
      200,
      "application/json",
      '{"candidates":[{"content":{"parts":[{"text":"',
      filler,
    ],
    ["one event without a newline", true, 200, "text/event-stream", "data: {", filler],
    ["one line that is no event", true, 200, "text/event-stream", "", filler],
    ["many whole events", true, 200, "text/event-stream", "", event],
    ["comments only", true, 200, "text/event-stream", "", `: ${filler}\n`],
  ])("ends the run: %s", async (...[, streaming, status, type, head, chunk]) => {
    const server = await endless(status, type, head, chunk);
    const agent = createAgent({ tools: handMade([]), model: ways[way]!(server.url) });
    const result = await agent.run("go", { streaming });
    expect(result).toMatchObject({
      status: "error",
      error: {
        kind: "protocol",
        code: "RESPONSE_TOO_LARGE",
        message: "the service answered with more than 1000000 bytes (maxResponseBytes)",
      },
    });
    // A second response would be as long as the first, so the request is not repeated.
    expect(server.requests()).toBe(1);
    expect(server.sent()).toBeLessThan(20_000_000);
  });

  it.each([false, true])("does not fill the memory if it is a refusal (streaming: %s)", async (streaming) => {
    const server = await endless(400, "application/json", '{"error":{"message":"', filler);
    const agent = createAgent({ tools: handMade([]), model: ways[way]!(server.url) });
    expect(await agent.run("go", { streaming })).toMatchObject({ status: "error" });
    expect(server.sent()).toBeLessThan(20_000_000);
    expect(server.requests()).toBe(1);
  });
});

describe("an endless answer", () => {
  it.each([false, true])("is not read to its end if it is a refusal (streaming: %s)", async (streaming) => {
    const server = await endless(400, "application/json", '{"error":{"message":"', filler);
    const model = gemini({ apiKey: "k", model: "m", baseUrl: server.url, maxResponseBytes: 1_000_000 });
    const result = await createAgent({ tools: handMade([]), model }).run("go", { streaming });
    expect(result).toMatchObject({ status: "error", error: { kind: "http", status: 400 } });
    expect(server.sent()).toBeLessThan(20_000_000);
  });

  it("is distinguished from one that just fits", async () => {
    const body = JSON.stringify({
      candidates: [
        { finishReason: "STOP", content: { role: "model", parts: [{ text: "ä".repeat(1_000) }] } },
      ],
    });
    const bytes = new TextEncoder().encode(body);
    for (const [maxResponseBytes, status] of [
      [bytes.length, "done"],
      [bytes.length - 1, "error"],
    ] as const) {
      const model = gemini({
        apiKey: "k",
        model: "m",
        maxResponseBytes,
        // The pieces end in the middle of characters.
        fetch: () =>
          Promise.resolve(
            new Response(
              new ReadableStream({
                start(controller) {
                  for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7));
                  controller.close();
                },
              }),
            ),
          ),
      });
      const result = await createAgent({ tools: handMade([]), model }).run("go");
      expect(result.status).toBe(status);
      if (status === "done") expect(result.text).toBe("ä".repeat(1_000));
    }
  });
});
