import type { FunctionResponse } from "../wire.js";

/** A call as any client's types describe it. */
export interface IncomingCall {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly args?: object | undefined;
}

/** The answer under the call's own name, with its id if and only if it has one. */
export function addressed(call: IncomingCall, response: FunctionResponse): FunctionResponse {
  return { ...(call.id !== undefined && { id: call.id }), ...response, name: call.name ?? "" };
}
