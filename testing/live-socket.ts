import type { Socket } from "node:net";
import type { FakeLive, FakeLiveConnection } from "./fake-live.js";
import { listen } from "./listen.js";
import { nodeHttp } from "./node-http.js";

/** A loopback socket of a fake Live API. */
export interface LiveSocket {
  /** The address of the socket, for `httpOptions.baseUrl` of the official client. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves a fake of the Live API on a loopback WebSocket, so that the official client can connect to the fake. */
export async function liveSocket(live: FakeLive, port = 0): Promise<LiveSocket> {
  nodeHttp();
  const { createHash } = process.getBuiltinModule("node:crypto");
  const sockets = new Set<Socket>();
  const server = await listen("liveSocket", port, (_incoming, out) => out.writeHead(426).end(), {
    upgrade: (incoming, socket) => {
      const key = `${incoming.headers["sec-websocket-key"] ?? ""}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
      const accept = createHash("sha1").update(key).digest("base64");
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
      sockets.add(socket);
      serve(live, socket);
    },
  });
  return {
    url: server.url,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return server.close();
    },
  };
}

interface ClientMessage {
  readonly setup?: Readonly<Record<string, unknown>> & { readonly model?: string };
  readonly toolResponse?: Parameters<FakeLiveConnection["sendToolResponse"]>[0];
}

function serve(live: FakeLive, socket: Socket): void {
  let connection: FakeLiveConnection | undefined;
  const send = (message: unknown): void => void socket.write(frame(JSON.stringify(message)));
  const receive = async ({ setup, toolResponse }: ClientMessage): Promise<void> => {
    if (setup) {
      const { model = "", ...config } = setup;
      const callbacks = { onmessage: send, onclose: () => socket.destroy() };
      const parameters = { model: model.replace(/^models\//, ""), config, callbacks };
      connection = await live.client.live.connect(parameters as never);
      send({ setupComplete: {} });
    }
    if (toolResponse) connection?.sendToolResponse(toolResponse);
  };
  let rest = Buffer.alloc(0);
  socket.on("error", () => undefined);
  socket.on("close", () => connection?.close());
  socket.on("data", (piece) => {
    rest = Buffer.concat([rest, piece]);
    for (let next = readFrame(rest); next; next = readFrame(rest)) {
      rest = Buffer.from(rest.subarray(next.size));
      if (next.opcode === 8) socket.end();
      else if (next.opcode <= 2)
        receive(JSON.parse(next.text) as ClientMessage).catch(() => socket.destroy());
    }
  });
}

interface Frame {
  readonly opcode: number;
  readonly text: string;
  /** The bytes of the complete frame. */
  readonly size: number;
}

/** Reads a frame of a client, which is masked. Undefined if the frame is incomplete. Clients send no fragments here. */
function readFrame(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes.readUInt8(1) & 127;
  const extended = short === 126 ? 2 : short === 127 ? 8 : 0;
  const start = 2 + extended + 4;
  if (bytes.length < start) return undefined;
  const length =
    extended === 2 ? bytes.readUInt16BE(2) : extended === 8 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < start + length) return undefined;
  const mask = bytes.subarray(start - 4, start);
  const data = Buffer.from(bytes.subarray(start, start + length));
  for (let index = 0; index < length; index++) data[index] = (data[index] ?? 0) ^ (mask[index % 4] ?? 0);
  return { opcode: bytes.readUInt8(0) & 15, text: data.toString("utf8"), size: start + length };
}

/** Writes a text as a frame of the server. */
function frame(text: string): Buffer {
  const data = Buffer.from(text);
  const head = data.length < 126 ? Buffer.alloc(2) : Buffer.alloc(4);
  head[0] = 0x81;
  head[1] = data.length < 126 ? data.length : 126;
  if (data.length >= 126) head.writeUInt16BE(data.length, 2);
  return Buffer.concat([head, data]);
}
