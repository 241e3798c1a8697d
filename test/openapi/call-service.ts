import type { RequestListener } from "node:http";
import { afterEach } from "vitest";
import { ToolError } from "../../runtime/errors.js";
import { connect, type HttpOptions, type HttpService, type HttpValues } from "../../runtime/http/connect.js";
import type { HttpOperation } from "../../runtime/http/operation.js";
import { callContext, type Loopback, startLoopback } from "./loopback.js";

const open: Loopback[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** Starts a server that is stopped after the test. */
export async function serve(answer?: RequestListener): Promise<Loopback> {
  const server = await startLoopback(answer);
  open.push(server);
  return server;
}

type Params = Omit<HttpValues, "body">;

/** Calls an operation as generated handlers do. */
export async function send(
  server: Loopback,
  operation: Partial<HttpOperation>,
  params: Params = {},
  {
    service = {},
    options = {},
    body,
    signal,
  }: {
    service?: Partial<HttpService>;
    options?: HttpOptions<object>;
    body?: unknown;
    signal?: AbortSignal;
  } = {},
): Promise<unknown> {
  const complete: HttpOperation = {
    tool: "t",
    method: "GET",
    path: "/api/users",
    parameters: [],
    security: [],
    ...operation,
  };
  const http = connect(
    { schemes: {}, needs: {}, files: [], ...service },
    { baseUrl: `${server.url}/v1`, retries: 0, ...options },
  );
  return http.send(complete, { ...params, body }, callContext(signal));
}

/** Returns the text that the model reads after a failed call. */
export async function refusal(promise: Promise<unknown>): Promise<ToolError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ToolError)) throw new Error(`expected a ToolError, got ${String(error)}`);
  return error;
}

export const json =
  (value: unknown): RequestListener =>
  (_, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(value));
  };
