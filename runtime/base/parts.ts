import type { WholeResponse } from "../tool.js";
import type { FunctionCall, FunctionResponse } from "../wire.js";

/**
 * Creates a part with a call, for a history that the model did not write. Current models require a thought
 * signature in such a part. If the call has an id, its answer must have the same id.
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

/**
 * Creates a part with the answer to a call. If the call has an id, pass the call as the last argument:
 * `functionResponse(call.name, response, call)`.
 */
export function functionResponse(
  name: string,
  response: Readonly<Record<string, unknown>>,
  { id }: { readonly id?: string | undefined } = {},
): { functionResponse: FunctionResponse } {
  return { functionResponse: { ...(id !== undefined && { id }), name, response: { ...response } } };
}

/**
 * Marks the values that `wholeResponse` creates. `Symbol.for` is the same in every copy of this package. JSON
 * data cannot contain a symbol, so data with the same fields is not mistaken for such a value.
 */
export const WHOLE_RESPONSE = Symbol.for("toolpress.wholeResponse");

/**
 * Creates a complete function response, which a handler returns to answer a call with media or scheduling.
 */
export function wholeResponse(functionResponse: WholeResponse["functionResponse"]): WholeResponse {
  return Object.defineProperty({ functionResponse }, WHOLE_RESPONSE, { value: true });
}
