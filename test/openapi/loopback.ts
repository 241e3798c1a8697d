import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { CallContext } from "../../runtime/tool.js";

/** A request in the form in which it arrived. Nothing is decoded. */
export interface RawRequest {
  readonly method: string;
  /** The path and the query, still percent-encoded. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Loopback {
  readonly url: string;
  readonly requests: RawRequest[];
  close(): Promise<void>;
}

/** Starts a real HTTP server that records requests. `answer` may replace the response. */
export async function startLoopback(answer?: RequestListener): Promise<Loopback> {
  const requests: RawRequest[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      requests.push({
        method: request.method ?? "",
        target: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks),
      });
      if (answer !== undefined) return answer(request, response);
      response.setHeader("content-type", "application/json");
      response.end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function callContext(signal: AbortSignal = new AbortController().signal): CallContext {
  return {
    context: undefined,
    signal,
    tool: "test",
    callId: "1",
    idempotencyKey: "1",
    turn: 0,
    progress: () => undefined,
  } as CallContext;
}
