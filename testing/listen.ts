import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { nodeHttp } from "./node-http.js";

/** A server on loopback. */
export interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the server of a fake. `name` is the name of the function that the test called. */
export async function listen(
  name: string,
  wanted: number,
  serve: (incoming: IncomingMessage, out: ServerResponse) => void,
  { upgrade }: { readonly upgrade?: (incoming: IncomingMessage, socket: Socket) => void } = {},
): Promise<Listening> {
  const server = nodeHttp().createServer(serve);
  if (upgrade) server.on("upgrade", upgrade);
  await new Promise<void>((listening, fail) => {
    server.once("error", (error) => fail(cannotListen(name, wanted, error)));
    server.listen(wanted, "127.0.0.1", listening);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

export async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

export function headersOf(incoming: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
}

function cannotListen(name: string, port: number, error: Error): Error {
  const reason = (error as { readonly code?: string }).code ?? error.message;
  const message = `${name} cannot listen on port ${port} of 127.0.0.1 (${reason}); choose another \`port\`, or leave it out for a free one`;
  return new Error(message, { cause: error });
}
