import type { FunctionResponse } from "../wire.js";

/** A call in the types of any client. */
export interface IncomingCall {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly args?: object | undefined;
}

/** The answer under the call's name, with the call's id if it has one. */
export function responseTo(call: IncomingCall, response: FunctionResponse): FunctionResponse {
  return { ...(call.id !== undefined && { id: call.id }), ...response, name: call.name ?? "" };
}
