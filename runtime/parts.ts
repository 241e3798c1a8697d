import type { WholeResponse } from "./tool.js";
import type { Part } from "./wire.js";

/** A call as a part, for histories that the model did not write itself. */
export function functionCall(name: string, args: Readonly<Record<string, unknown>> = {}): Part {
  return { functionCall: { name, args: { ...args } } };
}

/** The answer to a call as a part. */
export function functionResponse(name: string, response: Readonly<Record<string, unknown>>): Part {
  return { functionResponse: { name, response: { ...response } } };
}

/** Marks what `wholeResponse` made, in whichever copy of this package: data from elsewhere may have its shape, and must not count as one. */
export const WHOLE = Symbol.for("toolpress.wholeResponse");

/** Answers a call with everything a FunctionResponse can hold: media parts, scheduling. */
export function wholeResponse(functionResponse: WholeResponse["functionResponse"]): WholeResponse {
  return Object.defineProperty({ functionResponse }, WHOLE, { value: true });
}
