import type { FunctionResponse } from "../wire.js";

/** A call in the types of this package or of another client. */
export interface IncomingCall {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly args?: object | undefined;
}

/** Copies a response and sets its name and id to those of the call. */
export function responseTo(call: IncomingCall, response: FunctionResponse): FunctionResponse {
  return { ...(call.id !== undefined && { id: call.id }), ...response, name: call.name ?? "" };
}
