import { randomUUID } from "node:crypto";
import { type AddressInfo, createServer } from "node:net";
import type * as Grpc from "@grpc/grpc-js";
import { type Bridge, channelOptions, type Registration } from "./bridge.js";

export interface SnakepitHost {
  readonly address: string;
  /**
   * The id of the session in which the worker is asked for its tools. Any local process can send messages to
   * the host, and messages contain no password. Therefore this id is secret: only the worker gets it, and
   * registrations with another id are ignored.
   */
  readonly discoverySession: string;
  /** Returns the tools that the worker has registered. */
  registered(): readonly Registration[];
  close(): void;
}

/**
 * Starts the server to which a worker connects. The server answers pings and heartbeats and accepts
 * registrations. It listens only on the loopback address.
 */
export async function startHost(
  { grpc, BridgeService }: Bridge,
  sessions: ReadonlySet<string>,
): Promise<SnakepitHost> {
  const discoverySession = `toolpress-${randomUUID()}`;
  let tools: readonly Registration[] = [];
  const now = (): { seconds: number; nanos: number } => ({
    seconds: Math.floor(Date.now() / 1000),
    nanos: 0,
  });
  const answer =
    <Request>(reply: (request: Request) => object): Grpc.handleUnaryCall<Request, object> =>
    (call, callback) =>
      callback(null, reply(call.request));
  const server = new grpc.Server(channelOptions);
  server.addService(BridgeService.service, {
    Ping: answer(() => ({ message: "pong", server_time: now() })),
    InitializeSession: answer(() => ({ success: true, error_message: "", available_tools: {} })),
    CleanupSession: answer(() => ({ success: true, resources_cleaned: 0 })),
    GetSession: answer(({ session_id }: { session_id: string }) => ({ session_id, metadata: {} })),
    Heartbeat: answer(({ session_id }: { session_id: string }) => ({
      server_time: now(),
      session_valid: session_id === "" || session_id === discoverySession || sessions.has(session_id),
    })),
    RegisterTools: answer(
      ({ session_id, tools: offered }: { session_id: string; tools: readonly Registration[] }) => {
        // A worker registers its tools again in every session. Only the registration in the discovery session
        // counts.
        if (session_id === discoverySession) tools = offered;
        return {
          success: true,
          tool_ids: Object.fromEntries(offered.map(({ name }) => [name, `${session_id}:${name}`])),
        };
      },
    ),
    GetExposedElixirTools: answer(() => ({ tools: [] })),
  } as unknown as Grpc.UntypedServiceImplementation);
  // This process creates the sockets itself, because gRPC offers no way to call `unref` on them. The
  // connection of the worker must not keep this process alive.
  const injector = server.createConnectionInjector(grpc.ServerCredentials.createInsecure());
  const sockets = createServer((socket) => {
    injector.injectConnection(socket);
    socket.unref();
  });
  await new Promise<void>((resolve, reject) => {
    sockets.once("error", reject);
    sockets.listen(0, "127.0.0.1", resolve);
  });
  sockets.unref();
  const { port } = sockets.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    discoverySession,
    registered: () => tools,
    close: () => {
      sockets.close();
      injector.destroy();
      server.forceShutdown();
    },
  };
}
