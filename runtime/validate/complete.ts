import { edit } from "./edit.js";
import { isObject, own } from "./values.js";

/** Where a value may lack something that has a default: said in place, or by the function of a named schema. */
export type Completion = Defaults | ((value: unknown) => unknown);

export interface Defaults {
  /** Values of absent properties, made afresh for each call. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  readonly properties?: Readonly<Record<string, Completion | undefined>>;
  /** The properties that `properties` does not name and none of `except` matches. */
  readonly others?: Completion;
  readonly except?: readonly RegExp[];
  /** The items from the place `from` on. */
  readonly items?: Completion;
  readonly from?: number;
  /** What other parts of the schema say about the same value. */
  readonly also?: readonly Completion[];
}

/** Fills in the defaults of absent properties; the same value when none is absent. */
export function complete(value: unknown, completion: Completion | undefined): unknown {
  if (completion === undefined) return value;
  if (typeof completion === "function") return completion(value);
  const { defaults = {}, properties = {}, others, except = [], items, from = 0, also = [] } = completion;
  const absent = isObject(value)
    ? Object.entries(defaults).filter(([name]) => own(value, name) === undefined)
    : [];
  const filled = absent.length === 0 ? value : { ...(value as object), ...Object.fromEntries(absent) };
  const whole = edit(filled, (member, name) => {
    if (Array.isArray(value)) return Number(name) < from ? member : complete(member, items);
    if (Object.hasOwn(properties, name)) return complete(member, properties[name]);
    return except.some((pattern) => pattern.test(name)) ? member : complete(member, others);
  });
  return also.reduce(complete, whole);
}
