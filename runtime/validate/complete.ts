import { edit } from "./edit.js";
import { isObject, own } from "./values.js";

/** The defaults of a value and of the values inside it, as data or as a function that fills them in. */
export type Completion = Defaults | ((value: unknown) => unknown);

export interface Defaults {
  /** The defaults of missing properties. Generated code creates new objects for each call. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  readonly properties?: Readonly<Record<string, Completion | undefined>>;
  /**
   * The defaults inside all other properties: those that `properties` does not name and that match no pattern
   * of `patterns` or `except`.
   */
  readonly others?: Completion;
  readonly except?: readonly RegExp[];
  /** The defaults inside properties whose names match a pattern. */
  readonly patterns?: readonly (readonly [RegExp, Completion | undefined])[];
  /** The defaults inside the items from the index `from`. */
  readonly items?: Completion;
  readonly from?: number;
  /** The defaults inside each of the items before the index `from`. */
  readonly prefix?: readonly (Completion | undefined)[];
  /** Further defaults for the same value, from other subschemas of its schema. */
  readonly also?: readonly Completion[];
}

/** Fills in the defaults of missing properties. Returns the value unchanged if no property is missing. */
export function complete(value: unknown, completion: Completion | undefined): unknown {
  if (completion === undefined) return value;
  if (typeof completion === "function") return completion(value);
  const { defaults = {}, properties = {}, others, except = [], patterns = [], also = [] } = completion;
  const { prefix = [], items, from = 0 } = completion;
  const missing = isObject(value)
    ? Object.entries(defaults).filter(([name]) => own(value, name) === undefined)
    : [];
  const filled = missing.length === 0 ? value : { ...(value as object), ...Object.fromEntries(missing) };
  const completed = edit(filled, (member, name) => {
    const index = Number(name);
    if (Array.isArray(value)) return complete(member, index < from || prefix[index] ? prefix[index] : items);
    const matching = patterns.filter(([pattern]) => pattern.test(name));
    const after = matching.reduce((before, [, matched]) => complete(before, matched), member);
    if (Object.hasOwn(properties, name)) return complete(after, properties[name]);
    const isKnown = matching.length > 0 || except.some((pattern) => pattern.test(name));
    return isKnown ? after : complete(member, others);
  });
  return also.reduce(complete, completed);
}
