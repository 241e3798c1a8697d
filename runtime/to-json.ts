import { isDeeper, MAX_DEPTH } from "./copy-json.js";
import type { Json } from "./wire.js";

/** A handler gave back something that JSON cannot hold. The message is for the developer. */
export class Unserializable extends Error {}

/** A value made of shared objects may be small in memory and without end in JSON. */
const MAX_NODES = 1_000_000;

/** What a handler gave back as plain JSON: `undefined` is null, a Date its ISO text, lone surrogates are folded. */
export function toJson(value: unknown): { readonly json: Json; readonly length: number } {
  let nodes = 0;
  const text =
    JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, key, item: unknown) {
      if (typeof item === "bigint") throw new Unserializable(`a BigInt at "${key}"; return a string instead`);
      if (typeof item !== "object") return item;
      if (++nodes > MAX_NODES) throw new Unserializable(`more than ${MAX_NODES} objects`);
      // As the handler gave it: a Buffer has written itself out as numbers by now.
      const given = this[key];
      if (given instanceof Map || given instanceof Set || ArrayBuffer.isView(given)) {
        throw new Unserializable(`a ${given.constructor.name} at "${key}"; return plain objects and arrays`);
      }
      return item;
    }) ?? "null";
  // `JSON.stringify` escapes lone surrogates, and only those; Google refuses a whole request that holds one.
  const folded = text.replace(/\\(ud...|.)/g, (escape) => (escape.length > 2 ? "\uFFFD" : escape));
  const json = JSON.parse(folded) as Json;
  if (isDeeper(json, MAX_DEPTH)) throw new Unserializable(`nested deeper than ${MAX_DEPTH} levels`);
  return { json, length: folded.length };
}
