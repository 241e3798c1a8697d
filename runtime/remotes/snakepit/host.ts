import { randomUUID } from "node:crypto";
import { type AddressInfo, createServer } from "node:net";
import type * as Grpc from "@grpc/grpc-js";
import { type Bridge, channelOptions, type Registration } from "./bridge.js";

export interface SnakepitHost {
  readonly address: string;
  /**
   * The session in which the worker is asked for its tools. Messages carry no secret, and any local process can send
   * them, so this id is a secret: only the worker gets it, and registrations under other ids are ignored.
   */
  readonly discoverySession: string;
  /** The tools that the worker has registered. */
  registered(): readonly Registration[];
  close(): void;
}

/** The server that workers connect to. Answers pings and heartbeats, and takes registrations. Loopback only. */
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
        // Workers register again in every session; the answer is the same.
        if (session_id === discoverySession) tools = offered;
        return {
          success: true,
          tool_ids: Object.fromEntries(offered.map(({ name }) => [name, `${session_id}:${name}`])),
        };
      },
    ),
    GetExposedElixirTools: answer(() => ({ tools: [] })),
  } as unknown as Grpc.UntypedServiceImplementation);
  // The sockets are created here, so that they can be unreferenced: the worker's connection must not keep the process
  // alive.
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
