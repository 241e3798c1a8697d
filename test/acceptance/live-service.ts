import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";

// A Live API on loopback. It records the messages of the client, and sends one of its own messages after each
// of them.

interface Socket {
  on(event: "message", listener: (data: Buffer) => void): void;
  send(text: string): void;
}

interface WebSocketServer {
  on(event: "connection", listener: (socket: Socket) => void): void;
  once(event: "listening", listener: () => void): void;
  address(): AddressInfo;
  close(): void;
}

// The package of the official client installs this module, which has no types.
const { WebSocketServer: Server } = createRequire(createRequire(import.meta.url).resolve("@google/genai"))(
  "ws",
) as { WebSocketServer: new (options: object) => WebSocketServer };

export interface LiveService {
  readonly url: string;
  readonly received: readonly unknown[];
  close(): void;
}

export async function liveService(...messages: readonly object[]): Promise<LiveService> {
  const server = new Server({ port: 0, host: "127.0.0.1" });
  await new Promise<void>((resolve) => server.once("listening", resolve));
  const received: unknown[] = [];
  const left = [...messages];
  server.on("connection", (socket) => {
    socket.on("message", (data) => {
      received.push(JSON.parse(data.toString("utf8")));
      const next = left.shift();
      if (next !== undefined) socket.send(JSON.stringify(next));
    });
  });
  return { url: `http://127.0.0.1:${server.address().port}`, received, close: () => server.close() };
}
