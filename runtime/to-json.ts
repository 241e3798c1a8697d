import { MAX_DEPTH, setOwn } from "./copy-json.js";
import { foldSurrogates } from "./well-formed.js";
import type { Json } from "./wire.js";

/** A handler gave back something that JSON cannot hold. The message is for the developer. */
export class Unserializable extends Error {}

/** A value made of shared objects may be small in memory and without end in JSON. */
const MAX_NODES = 1_000_000;

/** What a handler gave back as plain JSON: `undefined` is null, a Date its ISO text, lone surrogates are folded. */
export function toJson(value: unknown): Json {
  return convert(value, "", { ancestors: new Set(), nodes: 0 }) ?? null;
}

interface Walk {
  readonly ancestors: Set<object>;
  nodes: number;
}

function convert(value: unknown, key: string, walk: Walk): Json | undefined {
  switch (typeof value) {
    case "string":
      return foldSurrogates(value);
    case "number":
      return Number.isFinite(value) ? value : null;
    case "boolean":
      return value;
    case "bigint":
      throw new Unserializable(`a BigInt at "${key}"; return a string instead`);
    case "object":
      return value === null ? null : convertObject(value, key, walk);
    default:
      return undefined;
  }
}

function convertObject(value: object, key: string, walk: Walk): Json | undefined {
  if (walk.ancestors.has(value)) throw new Unserializable(`a cycle at "${key}"`);
  if (walk.ancestors.size === MAX_DEPTH) throw new Unserializable(`nested deeper than ${MAX_DEPTH} levels`);
  if (++walk.nodes > MAX_NODES) throw new Unserializable(`more than ${MAX_NODES} objects`);
  if (value instanceof Map || value instanceof Set || ArrayBuffer.isView(value)) {
    throw new Unserializable(`a ${value.constructor.name} at "${key}"; return plain objects and arrays`);
  }
  walk.ancestors.add(value);
  const json = convertMembers(value, key, walk);
  walk.ancestors.delete(value);
  return json;
}

function convertMembers(value: object, key: string, walk: Walk): Json | undefined {
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === "function") return convert(toJSON.call(value, key), key, walk);
  if (Array.isArray(value)) {
    return Array.from(value, (item, index) => convert(item, String(index), walk) ?? null);
  }
  const copy = {};
  for (const name of Object.keys(value)) {
    const item = convert((value as Record<string, unknown>)[name], name, walk);
    if (item !== undefined) setOwn(copy, foldSurrogates(name), item);
  }
  return copy;
}
