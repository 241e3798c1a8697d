import { createServer, type ServerResponse } from "node:http";

// A server on loopback that imitates a model. It runs in a separate process, so that its work is not measured. The name
// of the model selects its behaviour.

const args = { customer: "C123456", state: "open", limit: 20, address: { city: "Boston", country: "US" } };
const usageMetadata = { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 };
const signature = "c2lnbmF0dXJl".repeat(12);

type Part = Readonly<Record<string, unknown>>;

const response = (parts: readonly Part[], finishReason?: string): object => ({
  candidates: [{ content: { role: "model", parts }, index: 0, ...(finishReason && { finishReason }) }],
  usageMetadata,
  modelVersion: "bench",
});

const call = (number: number): Part => ({
  functionCall: { name: `search_orders_${number % 20}`, args },
  ...(number % 8 === 0 && { thoughtSignature: signature }),
});

/** Returns the chunks of an answer. A number stands for a pause in milliseconds. */
function answerTo(model: string, body: string): readonly (object | number)[] {
  const [kind = "", count = "0"] = model.split("-");
  const answered = body.split('"functionResponse"').length - 1;
  if (kind === "turns" && answered < Number(count)) return [response([call(answered * 8)], "STOP")];
  if (kind === "parallel" && answered === 0)
    return Array.from({ length: 8 }, (_, index) => response([call(index)], index === 7 ? "STOP" : undefined));
  if (kind === "chunks") {
    const text = "The forecast for tomorrow is sunny with some clouds. ";
    const chunks = Array.from({ length: Number(count) }, () => response([{ text }]));
    return [...chunks, response([{ text: "End." }], "STOP")];
  }
  if (kind === "first") return [response([{ text: "At " }]), 150, response([{ text: "last." }], "STOP")];
  if (kind === "big") return [response([{ text: "x".repeat(Number(count) * 1_000_000) }], "STOP")];
  return [response([{ text: "Done." }], "STOP")];
}

/** Merges the chunks into one answer, for requests without streaming. */
function merged(chunks: readonly (object | number)[]): object {
  const parts = chunks.flatMap((chunk) =>
    typeof chunk === "number"
      ? []
      : (chunk as { candidates: { content: { parts: Part[] } }[] }).candidates[0]!.content.parts,
  );
  return response(parts, "STOP");
}

async function stream(chunks: readonly (object | number)[], to: ServerResponse): Promise<void> {
  to.writeHead(200, { "content-type": "text/event-stream" });
  let batch = "";
  for (const chunk of chunks) {
    if (typeof chunk === "number") {
      to.write(batch);
      batch = "";
      await new Promise((done) => setTimeout(done, chunk));
    } else batch += `data: ${JSON.stringify(chunk)}\r\n\r\n`;
    if (batch.length > 4_000) {
      to.write(batch);
      batch = "";
    }
  }
  to.end(batch);
}

const server = createServer((request, reply) => {
  const pieces: Buffer[] = [];
  request.on("data", (piece: Buffer) => pieces.push(piece));
  request.on("end", () => {
    const [, model = "", method = ""] = /models\/([^:]+):(\w+)/.exec(request.url ?? "") ?? [];
    const chunks = answerTo(model, Buffer.concat(pieces).toString("latin1"));
    if (method === "streamGenerateContent") return void stream(chunks, reply);
    reply.writeHead(200, { "content-type": "application/json" });
    reply.end(JSON.stringify(merged(chunks)));
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as { port: number };
  console.log(`http://127.0.0.1:${port}`);
});
process.on("disconnect", () => process.exit());
