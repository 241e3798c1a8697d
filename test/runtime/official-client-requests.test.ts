import { GoogleGenAI } from "@google/genai";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { createAgent } from "../../runtime/start/agent.js";
import { fromGoogleGenAI } from "../../runtime/adapters/google-genai.js";
import type { GenerateContentRequest } from "../../runtime/wire.js";
import { handMade } from "./hand-made-tools.js";

async function through(answers: readonly object[], request: Record<string, unknown> = {}) {
  const bodies: GenerateContentRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answers[bodies.length - 1]));
  });
  await new Promise<void>((up) => server.listen(0, "127.0.0.1", up));
  const { port } = server.address() as AddressInfo;
  const ai = new GoogleGenAI({ apiKey: "k-123456", httpOptions: { baseUrl: `http://127.0.0.1:${port}` } });
  const tools = handMade([{ name: "look", run: () => 1 }]);
  const model = fromGoogleGenAI(ai, { model: "gemini-3.5-flash" });
  const result = await createAgent({ tools, model }).run("go", { request });
  server.close();
  return { bodies, result };
}
const done = { candidates: [{ content: { role: "model", parts: [{ text: "hi" }] }, finishReason: "STOP" }] };

it("the official client sends every field of the request", async () => {
  const generationConfig = {
    responseFormat: { text: {} },
    translationConfig: { targetLanguage: "de" },
    enableAffectiveDialog: true,
  };
  const { bodies } = await through([done], { generationConfig });
  expect(bodies[0]?.generationConfig).toEqual(generationConfig);
});

it("the official client returns all fields of the model, including unknown ones", async () => {
  const parts = [
    { futureData: { x: 1 }, thoughtSignature: "YQ==" },
    { functionCall: { id: "c1", name: "look", futureField: 1 }, thoughtSignature: "Yg==" },
  ];
  const { bodies } = await through([
    { candidates: [{ content: { role: "model", parts }, finishReason: "STOP" }] },
    done,
  ]);
  expect(bodies[1]?.contents[1]?.parts).toEqual(parts);
});
