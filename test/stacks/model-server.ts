import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { call, fakeGemini, type ReceivedRequest, type Scripted } from "../../testing/index.js";

export interface ModelServer {
  readonly url: string;
  close(): Promise<void>;
}

const args: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  find_tickets: { status: "open" },
  label_ticket: { id: "9007199254740993", labels: [{ key: "team", value: "blue" }] },
  get_status: { name: "mail" },
};

/**
 * Starts the strict fake and an API for HTTP tools behind one address. A stack reaches both over real HTTP.
 */
export async function startModelServer(): Promise<ModelServer> {
  const fake = await fakeGemini({ script: answer });
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/api/") === true) answerApi(request, response);
    else void forward(fake.url, request, response);
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await fake.close();
    },
  };
}

interface RequestBody {
  readonly contents: readonly { readonly parts: readonly Readonly<Record<string, unknown>>[] }[];
}

/** The first question names the tool that answers it. The last answer repeats the result of the tool. */
function answer({ body }: ReceivedRequest): Scripted {
  const { contents } = body as RequestBody;
  const name = String(contents[0]?.parts[0]?.["text"]);
  const last = contents.at(-1)?.parts[0]?.["functionResponse"] as { response: unknown } | undefined;
  return last === undefined ? call(name, args[name] ?? {}) : reportOf(name, last.response);
}

/** Writes a result in a few words, so that the table shows a lost or changed value. */
function reportOf(name: string, response: unknown): string {
  const { result } = response as { result?: unknown };
  if (name === "find_tickets" && Array.isArray(result)) {
    const tickets = result as { title: string }[];
    return `${tickets[0]?.title ?? "none"}:${tickets.length}`;
  }
  const { id, team, up } = (result ?? {}) as Readonly<Record<string, unknown>>;
  if (name === "label_ticket" && team !== undefined) return `${String(id)} team=${String(team)}`;
  return name === "get_status" && up !== undefined ? `up:${String(up)}` : JSON.stringify(response);
}

function answerApi(request: IncomingMessage, response: ServerResponse): void {
  const isKnown = request.url === "/api/services/mail" && request.headers["x-api-key"] === "stack-key";
  response.writeHead(isKnown ? 200 : 404, { "content-type": "application/json" });
  response.end(JSON.stringify(isKnown ? { up: true } : { error: "unknown" }));
}

async function forward(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = Object.fromEntries(
    ["content-type", "x-goog-api-key"].map((name) => [name, String(request.headers[name])]),
  );
  const answer = await fetch(url + (request.url ?? ""), {
    method: request.method ?? "GET",
    headers,
    body: Buffer.concat(chunks),
  });
  response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
  response.end(Buffer.from(await answer.arrayBuffer()));
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}
