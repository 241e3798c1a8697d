import type { Decoder, Shape } from "./validate/decode.js";
import type { FoundIssue } from "./validate/found-issue.js";

/** One problem of a value, with texts from which a model can correct it. */
export interface Issue {
  /** JSON pointer to the value; "" is the root. */
  readonly pointer: string;
  /** Stable, for metrics and tests. */
  readonly code: IssueCode;
  /** A short text, such as `integer 1–16`. */
  readonly expected: string;
  /** The type and a short excerpt, such as `string "many"`; never a complete large value. */
  readonly received: string;
  /** The most similar name or value, if any. */
  readonly suggestion?: string | undefined;
  /** The expectation as data, for messages and repairs. */
  readonly expectation?: Expectation;
}

/** The expectation about an invalid value. */
export interface Expectation {
  /** A text. By default it is made of the types or the values. */
  readonly expected?: string | undefined;
  /** The JSON types that are valid, separated by `|`. The repair of arguments uses them. */
  readonly types?: string | undefined;
  /** The valid values, or the names that exist beside an unknown one. */
  readonly values?: Iterable<unknown> | undefined;
  /** The received value as text, if the value itself does not show it. */
  readonly received?: string | undefined;
  /** The wire form, if it differs from the spec. */
  readonly shape?: Shape | undefined;
  /** Patterns for names that are not in `values`. */
  readonly patterns?: readonly string[] | undefined;
  /** The property that requires this one. */
  readonly because?: string | undefined;
  /**
   * For each alternative, the properties that it lacks. The issue itself is about the first property of the first
   * alternative.
   */
  readonly alternatives?: readonly (readonly Needed[])[] | undefined;
  /** Properties of an object that exclude each other: removing one of them helps, or all but one. */
  readonly surplus?: readonly string[] | undefined;
  readonly keepOne?: boolean | undefined;
  /** How many alternatives match where exactly one should. */
  readonly matchCount?: number | undefined;
  /** The key of an entry is invalid, not its value. */
  readonly isKey?: boolean;
  /** The issue is about the entry of a map in the wire form, by its index, not about the value of a key. */
  readonly isEntry?: boolean;
  /** The length of the path to the JSON text that contains the value. */
  readonly textDepth?: number | undefined;
}

/** A missing property. */
export interface Needed {
  readonly name: string;
  readonly expectation: Expectation;
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
  /** Invalid or incomplete JSON text. */
  | "json"
  /** All arguments inside one unknown argument. */
  | "wrapped"
  | "depth"
  | "forbidden";

/** The result of validating a value against its schema. */
export type Validated<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** The result of parsing a model's arguments: decoding, validation, repair and defaults. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T; readonly notes?: readonly string[] }
  | { readonly ok: false; readonly issues: readonly Issue[] }
  /** The issues use the names of the spec; `sent` maps them to the wire form. */
  | { readonly ok: false; readonly issues: readonly FoundIssue[]; readonly sent: Sent };

/** Arguments in the wire form, and their decoder. */
export interface Sent {
  readonly wire: unknown;
  readonly decode: Decoder | undefined;
}
