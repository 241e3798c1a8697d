import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { GenerateContentRequest } from "@toolpress/runtime";
import { fakeGemini, raw } from "toolpress/testing";

// The judges are two services that a user's program calls over real HTTP. Both send the same answers.

/** The JSON of one answer, or of several chunks for a stream. */
export type Reply = object | readonly object[];

/** A request in the form in which it arrived. */
export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: GenerateContentRequest;
}

export interface Service {
  readonly url: string;
  readonly requests: readonly Recorded[];
  /** Throws if the program sent too few requests. The fake also throws if it refused a request. */
  assertDone(): void;
  close(): Promise<void>;
}

/** A judge that knows nothing about Gemini: it records requests and sends the configured answers. */
async function recorder(replies: readonly Reply[]): Promise<Service> {
  const requests: Recorded[] = [];
  const left = [...replies];
  const server = createServer((incoming, out) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const { method = "", url = "", headers } = incoming;
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as GenerateContentRequest;
      requests.push({ method, path: url, headers, body });
      const reply = left.shift();
      if (reply === undefined) return void out.writeHead(500).end("the script has no more answers");
      const events = Array.isArray(reply) ? (reply as readonly object[]) : [reply];
      if (!url.includes("streamGenerateContent")) {
        out.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(events[0]));
        return;
      }
      out.writeHead(200, { "content-type": "text/event-stream" });
      for (const event of events) out.write(`data: ${JSON.stringify(event)}\r\n\r\n`);
      out.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    assertDone: () => {
      if (left.length > 0) throw new Error(`${left.length} answers were never used`);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** A judge that is the fake of this project: it checks every request as Gemini does. */
async function fake(replies: readonly Reply[]): Promise<Service> {
  const script = replies.map((reply) => raw(...(Array.isArray(reply) ? (reply as object[]) : [reply])));
  const service = await fakeGemini({ script, signatures: "any" });
  return {
    url: service.url,
    get requests() {
      return service.requests.map(({ path, query, headers, body }) => {
        const search = query.size > 0 ? `?${query.toString()}` : "";
        return { method: "POST", path: path + search, headers, body: body as GenerateContentRequest };
      });
    },
    assertDone: () => service.assertDone(),
    close: () => service.close(),
  };
}

export const judges: Readonly<Record<string, (replies: readonly Reply[]) => Promise<Service>>> = {
  recorder,
  fake,
};
