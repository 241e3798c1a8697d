import { fileURLToPath } from "node:url";
import type * as Grpc from "@grpc/grpc-js";
import type { AnyValue } from "./any-value.js";

const proto = fileURLToPath(new URL("./bridge.proto", import.meta.url));

/** A tool in the form in which a worker registers it. */
export interface Registration {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly type: string;
    readonly description: string;
    readonly required: boolean;
    readonly default_value: AnyValue | null;
    readonly validation_json: string;
  }[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly supports_streaming: boolean;
}

export interface ExecuteRequest {
  readonly session_id: string;
  readonly tool_name: string;
  readonly parameters: Readonly<Record<string, AnyValue>>;
  readonly binary_parameters?: Readonly<Record<string, Uint8Array>>;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly stream?: boolean;
}

export interface ExecuteResponse {
  readonly success: boolean;
  readonly result: AnyValue | null;
  readonly error_message: string;
  readonly binary_result: Uint8Array;
}

export interface Chunk {
  readonly data: Uint8Array;
  readonly is_final: boolean;
}

export interface BridgeClient extends Grpc.Client {
  ExecuteTool(
    request: ExecuteRequest,
    options: Grpc.CallOptions,
    callback: (error: Grpc.ServiceError | null, response?: ExecuteResponse) => void,
  ): Grpc.ClientUnaryCall;
  ExecuteStreamingTool(request: ExecuteRequest): Grpc.ClientReadableStream<Chunk>;
}

interface BridgeConstructor {
  new (address: string, credentials: Grpc.ChannelCredentials, options?: Grpc.ClientOptions): BridgeClient;
  readonly service: Grpc.ServiceDefinition;
}

export interface Bridge {
  readonly grpc: typeof Grpc;
  readonly BridgeService: BridgeConstructor;
}

/** The largest messages in both directions have 100 MB. */
export const channelOptions = {
  "grpc.max_receive_message_length": 100 * 1024 * 1024,
  "grpc.max_send_message_length": 100 * 1024 * 1024,
};

/** Loads gRPC and the description of the messages. Requires `@grpc/grpc-js` and `@grpc/proto-loader`. */
export async function loadBridge(): Promise<Bridge> {
  try {
    const [grpc, { loadSync }] = await Promise.all([import("@grpc/grpc-js"), import("@grpc/proto-loader")]);
    const definition = loadSync(proto, { keepCase: true, defaults: true, longs: Number, bytes: Buffer });
    const loaded = grpc.loadPackageDefinition(definition) as unknown as {
      snakepit: { bridge: { BridgeService: BridgeConstructor } };
    };
    return { grpc, BridgeService: loaded.snakepit.bridge.BridgeService };
  } catch (cause) {
    throw new Error(
      "snakepit needs the packages @grpc/grpc-js and @grpc/proto-loader: npm install @grpc/grpc-js @grpc/proto-loader",
      { cause },
    );
  }
}
