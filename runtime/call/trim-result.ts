import { segment } from "../validate/pointer.js";
import type { Json } from "../wire.js";

/** A record of an array or text that was shortened. The model reads the record. */
export interface Cut {
  /** The JSON pointer to the shortened array or text. */
  readonly at: string;
  /** The number of items that an array keeps, or of characters that a text keeps. */
  readonly kept: number;
  readonly of: number;
}

export interface ResultLimits {
  /**
   * Dotted paths of the properties to keep, such as `items.name`. A path applies to each item of an array.
   */
  readonly pick?: readonly string[];
  readonly maxItems?: number;
  /** The largest number of characters of the result as JSON. */
  readonly maxChars: number;
}

/**
 * Shortens a result until it is within its limits. Returns undefined if shortening cannot make the result
 * small enough.
 */
export function trimResult(
  value: Json,
  limits: ResultLimits,
): { value: Json; cuts: readonly Cut[] } | undefined {
  const cuts: Cut[] = [];
  const picked = limits.pick
    ? pick(
        value,
        limits.pick.map((path) => path.split(".")),
      )
    : value;
  const counted = limits.maxItems === undefined ? picked : limitItems(picked, limits.maxItems, "", cuts);
  const fitted = shrink(counted, limits.maxChars, "", cuts);
  return fitted === undefined ? undefined : { value: fitted, cuts };
}

function pick(value: Json, paths: readonly (readonly string[])[]): Json {
  if (paths.some((path) => path.length === 0)) return value;
  return mapMembers(value, (item, key) => {
    if (typeof key === "number") return pick(item, paths);
    const inside = paths.filter((path) => path[0] === key).map((path) => path.slice(1));
    return inside.length > 0 ? pick(item, inside) : undefined;
  });
}

function limitItems(value: Json, max: number, at: string, cuts: Cut[]): Json {
  let items = value;
  if (Array.isArray(value) && value.length > max) {
    cuts.push({ at, kept: max, of: value.length });
    items = value.slice(0, max) as Json;
  }
  return mapMembers(items, (item, key) => limitItems(item, max, pointer(at, key), cuts));
}

/**
 * Replaces each member of an array or object by `change(member)`. An object loses the members for which
 * `change` returns `undefined`.
 */
function mapMembers(value: Json, change: (item: Json, key: string | number) => Json | undefined): Json {
  if (Array.isArray(value)) return value.map((item: Json, index) => change(item, index) ?? null);
  if (typeof value !== "object" || value === null) return value;
  const changed = Object.entries(value).map(([key, item]) => [key, change(item, key)] as const);
  return Object.fromEntries(changed.filter(([, item]) => item !== undefined)) as Json;
}

const size = (value: Json): number => JSON.stringify(value).length;

const pointer = (at: string, key: string | number): string => `${at}/${segment(String(key))}`;

function shrink(value: Json, max: number, at: string, cuts: Cut[]): Json | undefined {
  const length = size(value);
  if (length <= max) return value;
  if (typeof value === "string") return shrinkText(value, max, at, cuts);
  if (Array.isArray(value)) return shrinkItems(value, max, at, cuts);
  if (typeof value === "object" && value !== null) {
    return shrinkMembers(value as Readonly<Record<string, Json>>, length - max, at, cuts);
  }
  return undefined;
}

function shrinkText(text: string, max: number, at: string, cuts: Cut[]): string | undefined {
  let kept = text.slice(0, max);
  for (let length = size(kept); length > max && kept !== ""; length = size(kept)) {
    kept = kept.slice(0, Math.min(kept.length - 1, Math.floor((kept.length * max) / length)));
  }
  if (/[\uD800-\uDBFF]$/.test(kept)) kept = kept.slice(0, -1);
  if (kept === "") return undefined;
  cuts.push({ at, kept: kept.length, of: text.length });
  return kept;
}

function shrinkItems(items: readonly Json[], max: number, at: string, cuts: Cut[]): Json | undefined {
  let length = 1;
  const end = items.findIndex((item) => (length += size(item) + 1) > max);
  const kept = end > 0 ? items.slice(0, end) : [shrink(items[0] as Json, max - 2, pointer(at, 0), cuts)];
  if (kept[0] === undefined) return undefined;
  if (items.length > 1) cuts.push({ at, kept: kept.length, of: items.length });
  return kept as Json;
}

/** Shortens the largest members first. All names and the small values stay. */
function shrinkMembers(
  value: Readonly<Record<string, Json>>,
  excess: number,
  at: string,
  cuts: Cut[],
): Json | undefined {
  const sizes = Object.entries(value).map(([key, item]) => ({ key, length: size(item) }));
  sizes.sort((a, b) => b.length - a.length);
  const kept = { ...value };
  for (const { key, length } of sizes) {
    if (excess <= 0) break;
    const smaller = shrink(value[key] as Json, Math.max(length - excess, 64), pointer(at, key), cuts);
    if (smaller === undefined) continue;
    kept[key] = smaller;
    excess -= length - size(smaller);
  }
  return excess > 0 ? undefined : kept;
}
