import { GoogleGenAI } from "@google/genai";
import { expect, it } from "vitest";
import { liveSession } from "../../runtime/adapters/live-session.js";
import { fakeLive, liveSocket } from "../../testing/index.js";
import { handMade } from "./hand-made-tools.js";

it("drives a Live session through the official client and a socket", async () => {
  const live = fakeLive();
  const socket = await liveSocket(live);
  const client = new GoogleGenAI({ apiKey: "key", httpOptions: { baseUrl: socket.url } });
  const tools = handMade([
    { name: "book", args: { at: "string" }, run: ({ at }) => `booked at ${String(at)}` },
    { name: "watch", policy: { nonBlocking: true }, run: () => "x".repeat(70_000) },
  ]);
  const session = await liveSession(client, tools, { model: "gemini-3.8-live", scheduling: "WHEN_IDLE" });
  expect(live.refusals).toEqual([]);
  live.resumable("one");
  live.call({ id: "1", name: "book", args: { at: "10:00" } }, { id: "2", name: "watch" });
  await expect.poll(() => live.answers).toHaveLength(2);
  const answers = new Map(live.answers.flat().map((answer) => [answer.id, answer]));
  expect(answers.get("1")).toEqual({ id: "1", name: "book", response: { result: "booked at 10:00" } });
  expect(answers.get("2")?.scheduling).toBe("WHEN_IDLE");
  await expect.poll(() => session.handle).toBe("one");
  live.drop();
  await expect.poll(() => live.setups).toHaveLength(2);
  expect(JSON.stringify(live.setups[1])).toContain('"handle":"one"');
  live.call({ id: "3", name: "book", args: { at: "11:00" } });
  await expect.poll(() => live.answers).toHaveLength(3);
  live.assertDone();
  session.close();
  await socket.close();
});
