import { foldEscapedSurrogates } from "./fold-surrogates.js";
import { isDeeper, MAX_DEPTH } from "./json-depth.js";
import type { Json } from "../wire.js";

/** A value made of shared objects may be small in memory and without end in JSON. */
const MAX_NODES = 1_000_000;

/**
 * What a handler gave back as plain JSON: `undefined` is null, a Date its ISO text, a bigint beyond 2^53 its digits as text, lone
 * surrogates are folded. Throws, for the developer to read, where JSON cannot hold it.
 */
export function toJson(value: unknown): { readonly json: Json; readonly length: number } {
  let nodes = 0;
  const text =
    JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, item: unknown) {
      if (typeof item === "bigint") return fromBigint(item);
      if (typeof item !== "object") return item;
      if (++nodes > MAX_NODES) throw new TypeError(`more than ${MAX_NODES} objects`);
      // As the handler gave it: a Buffer has written itself out as numbers by now.
      const given = this[key];
      if (given instanceof Map || given instanceof Set || ArrayBuffer.isView(given)) {
        throw new TypeError(`a ${given.constructor.name} at "${key}"; return plain objects and arrays`);
      }
      return item;
    }) ?? "null";
  const folded = foldEscapedSurrogates(text);
  const json = JSON.parse(folded) as Json;
  if (isDeeper(json, MAX_DEPTH)) throw new TypeError(`nested deeper than ${MAX_DEPTH} levels`);
  return { json, length: folded.length };
}

/** A number as long as that is exact: the model reads the digits, and no parser on the way may round them. */
function fromBigint(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
