import type { WholeResponse } from "../tool.js";
import type { FunctionCall, FunctionResponse } from "../wire.js";

/**
 * A call as a part, for a history that the model did not write. Current models require a signature, and the id of a
 * call in its answer.
 */
export function functionCall(
  name: string,
  args: Readonly<Record<string, unknown>> = {},
  { id, thoughtSignature }: { readonly id?: string; readonly thoughtSignature?: string } = {},
): { functionCall: FunctionCall; thoughtSignature?: string } {
  return {
    functionCall: { ...(id !== undefined && { id }), name, args: { ...args } },
    ...(thoughtSignature !== undefined && { thoughtSignature }),
  };
}

/** The answer to a call as a part. A call with an id needs that id: `functionResponse(call.name, response, call)`. */
export function functionResponse(
  name: string,
  response: Readonly<Record<string, unknown>>,
  { id }: { readonly id?: string | undefined } = {},
): { functionResponse: FunctionResponse } {
  return { functionResponse: { ...(id !== undefined && { id }), name, response: { ...response } } };
}

/** Marks values of `wholeResponse` across copies of this package. Foreign data with the same shape must not count. */
export const WHOLE_RESPONSE = Symbol.for("toolpress.wholeResponse");

/** Answers a call with a complete FunctionResponse, which can contain media parts and scheduling. */
export function wholeResponse(functionResponse: WholeResponse["functionResponse"]): WholeResponse {
  return Object.defineProperty({ functionResponse }, WHOLE_RESPONSE, { value: true });
}
