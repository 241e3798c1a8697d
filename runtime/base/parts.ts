import type { WholeResponse } from "../tool.js";
import type { FunctionCall, FunctionResponse } from "../wire.js";

/** A call as a part, for histories that the model did not write itself. Current models want the id of a call in its answer, and a signature. */
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

/** The answer to a call as a part. A call with an id is answered under that id: `functionResponse(call.name, response, call)`. */
export function functionResponse(
  name: string,
  response: Readonly<Record<string, unknown>>,
  { id }: { readonly id?: string | undefined } = {},
): { functionResponse: FunctionResponse } {
  return { functionResponse: { ...(id !== undefined && { id }), name, response: { ...response } } };
}

/** Marks what `wholeResponse` made, in whichever copy of this package: data from elsewhere may have its shape, and must not count as one. */
export const WHOLE = Symbol.for("toolpress.wholeResponse");

/** Answers a call with everything a FunctionResponse can hold: media parts, scheduling. */
export function wholeResponse(functionResponse: WholeResponse["functionResponse"]): WholeResponse {
  return Object.defineProperty({ functionResponse }, WHOLE, { value: true });
}
