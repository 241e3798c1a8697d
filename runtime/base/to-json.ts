import { foldEscapedSurrogates } from "./fold-surrogates.js";
import { isDeeper, MAX_DEPTH } from "./json-depth.js";
import type { Json } from "../wire.js";

/**
 * The largest number of objects in a result. A value that contains the same object many times is small in
 * memory and huge as JSON.
 */
const MAX_NODES = 1_000_000;

/**
 * Converts a handler's result to plain JSON. `undefined` becomes null, a Date its ISO text, and a bigint
 * beyond 2^53 its digits as text. Lone surrogates are replaced. Throws an error for the developer if JSON
 * cannot represent the value.
 */
export function toJson(value: unknown): { readonly json: Json; readonly length: number } {
  let nodes = 0;
  const text =
    JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, item: unknown) {
      if (typeof item === "bigint") return fromBigint(item);
      if (typeof item !== "object") return item;
      if (++nodes > MAX_NODES) throw new TypeError(`more than ${MAX_NODES} objects`);
      // `item` is already the output of `toJSON`, which turns a Buffer into numbers. The type is only visible
      // in the original value.
      const original = this[key];
      if (original instanceof Map || original instanceof Set || ArrayBuffer.isView(original)) {
        throw new TypeError(`a ${original.constructor.name} at "${key}"; return plain objects and arrays`);
      }
      return item;
    }) ?? "null";
  const folded = foldEscapedSurrogates(text);
  const json = JSON.parse(folded) as Json;
  if (isDeeper(json, MAX_DEPTH)) throw new TypeError(`nested deeper than ${MAX_DEPTH} levels`);
  return { json, length: folded.length };
}

/**
 * Returns a number if a number can hold the value exactly. Otherwise returns the digits as text, because a
 * JSON parser would round them.
 */
function fromBigint(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
