import { edit } from "./edit.js";
import { isObject, own } from "./values.js";

/** Where a value may lack something that has a default, or needs another form: said in place, or by a function. */
export type Completion = Defaults | ((value: unknown) => unknown);

export interface Defaults {
  /** Values of absent properties, made afresh for each call. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  readonly properties?: Readonly<Record<string, Completion | undefined>>;
  /** The properties that `properties` does not name and none of `except` matches. */
  readonly others?: Completion;
  readonly except?: readonly RegExp[];
  /** The properties that a pattern matches. */
  readonly patterns?: readonly (readonly [RegExp, Completion | undefined])[];
  /** The items from the place `from` on. */
  readonly items?: Completion;
  readonly from?: number;
  /** The items before that. */
  readonly prefix?: readonly (Completion | undefined)[];
  /** What other parts of the schema say about the same value. */
  readonly also?: readonly Completion[];
}

/** Fills in the defaults of absent properties; the same value when none is absent. */
export function complete(value: unknown, completion: Completion | undefined): unknown {
  if (completion === undefined) return value;
  if (typeof completion === "function") return completion(value);
  const { defaults = {}, properties = {}, others, except = [], patterns = [], also = [] } = completion;
  const { prefix = [], items, from = 0 } = completion;
  const absent = isObject(value)
    ? Object.entries(defaults).filter(([name]) => own(value, name) === undefined)
    : [];
  const filled = absent.length === 0 ? value : { ...(value as object), ...Object.fromEntries(absent) };
  const whole = edit(filled, (member, name) => {
    const index = Number(name);
    if (Array.isArray(value)) return complete(member, index < from || prefix[index] ? prefix[index] : items);
    const matching = patterns.filter(([pattern]) => pattern.test(name));
    const after = matching.reduce((before, [, matched]) => complete(before, matched), member);
    if (Object.hasOwn(properties, name)) return complete(after, properties[name]);
    const isKnown = matching.length > 0 || except.some((pattern) => pattern.test(name));
    return isKnown ? after : complete(member, others);
  });
  return also.reduce(complete, whole);
}
