import type { Decoder, Shape } from "./validate/decode.js";
import type { FoundIssue } from "./validate/found-issue.js";

/** One thing wrong with a value, written so that a model can correct it. */
export interface Issue {
  /** JSON pointer to the value; "" is the whole. */
  readonly pointer: string;
  /** Stable, for metrics and tests. */
  readonly code: IssueCode;
  /** Short, e.g. `integer 1–16`. */
  readonly expected: string;
  /** Type and a short excerpt, e.g. `string "many"`; never the whole value. */
  readonly received: string;
  /** The nearest name or value, when one is near. */
  readonly suggestion?: string | undefined;
  /** The same as data, for those who write or repair. */
  readonly wanted?: Wanted;
}

/** What would do in the place of a wrong value. */
export interface Wanted {
  /** Says what is expected; where it is left out, the types or the values say it. */
  readonly expected?: string | undefined;
  /** The JSON types that would do, `|` between them. The repair of arguments goes by them. */
  readonly types?: string | undefined;
  /** The values that would do, or the names beside an unknown one. */
  readonly values?: Iterable<unknown> | undefined;
  /** What was found, where the value does not say it. */
  readonly received?: string | undefined;
  /** How the value travels, where that is not how the spec describes it. */
  readonly shape?: Shape | undefined;
  /** What names may match that are not among `values`. */
  readonly patterns?: readonly string[] | undefined;
  /** The property that asks for this one. */
  readonly because?: string | undefined;
  /** Of several alternatives the properties that each needs besides; the issue is about the first of the first. */
  readonly ways?: readonly (readonly Needed[])[] | undefined;
  /** Properties of an object that do not go together: leaving out one of them helps, or all but one. */
  readonly surplus?: readonly string[] | undefined;
  readonly keepOne?: boolean | undefined;
  /** How many alternatives the value fits where one is wanted. */
  readonly fits?: number | undefined;
  /** The key of an entry is wrong, not its value. */
  readonly isKey?: boolean;
  /** The value lies in a JSON text: how many parts of the pointer lead to that text. */
  readonly inText?: number | undefined;
}

/** A property that is missing. */
export interface Needed {
  readonly name: string;
  readonly wanted: Wanted;
}

export type IssueCode =
  | "type"
  | "enum"
  | "const"
  | "required"
  | "unknown"
  | "minimum"
  | "maximum"
  | "multipleOf"
  | "minLength"
  | "maxLength"
  | "pattern"
  | "format"
  | "minItems"
  | "maxItems"
  | "uniqueItems"
  | "contains"
  | "minProperties"
  | "maxProperties"
  | "propertyName"
  | "dependency"
  | "union"
  | "not"
  | "never"
  | "decode"
  /** JSON text that breaks off or is none. */
  | "json"
  /** All arguments inside of one that does not exist. */
  | "wrapped"
  | "depth"
  | "forbidden";

/** JSON Schema's verdict on a value. */
export type Validated<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** The verdict on what a model sent, after decoding, repair and defaults. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T; readonly notes?: readonly string[] }
  | { readonly ok: false; readonly issues: readonly Issue[] }
  /** The issues are in the names of the spec; `sent` says how they were sent. */
  | { readonly ok: false; readonly issues: readonly FoundIssue[]; readonly sent: Sent };

/** Arguments as they were sent, and what decoded them. */
export interface Sent {
  readonly wire: unknown;
  readonly decode: Decoder | undefined;
}
