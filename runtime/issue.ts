import type { Decoder, Shape } from "./validate/decode.js";
import type { FoundIssue } from "./validate/found-issue.js";

/** One problem of a value. Its texts describe how the model can correct the value. */
export interface Issue {
  /** The JSON pointer to the value. The root has the pointer "". */
  readonly pointer: string;
  /** The code stays the same in later versions, so metrics and tests can rely on it. */
  readonly code: IssueCode;
  /** A short description of the valid values, such as `integer 1–16`. */
  readonly expected: string;
  /** The type of the value and a short excerpt, such as `string "many"`. Large values are shortened. */
  readonly received: string;
  /** The most similar valid name or value, if one is similar enough. */
  readonly suggestion?: string | undefined;
  /** The description of the valid values as data, from which messages and repairs are made. */
  readonly expectation?: Expectation;
}

/** A description of the valid values, as data. */
export interface Expectation {
  /** A text for the message. By default, the message describes `types` or `values`. */
  readonly expected?: string | undefined;
  /**
   * The valid JSON types, separated by `|`. The repair of arguments converts a value to one of these types.
   */
  readonly types?: string | undefined;
  /** The valid values. For an unknown property: the names of the known properties. */
  readonly values?: Iterable<unknown> | undefined;
  /** A text that describes the received value, if the value itself does not show the problem. */
  readonly received?: string | undefined;
  /** The wire form of the value, if it differs from the form in the spec. */
  readonly shape?: Shape | undefined;
  /** The patterns of valid property names that `values` does not list. */
  readonly patterns?: readonly string[] | undefined;
  /** The name of the property that makes this property required (`dependentRequired`). */
  readonly because?: string | undefined;
  /**
   * One list per alternative: the properties that the alternative still lacks. The pointer of the issue names
   * the first property of the first list.
   */
  readonly alternatives?: readonly (readonly Needed[])[] | undefined;
  /**
   * Properties of an object that exclude each other. The model must remove one of them, or with `keepOne` all
   * except one.
   */
  readonly surplus?: readonly string[] | undefined;
  readonly keepOne?: boolean | undefined;
  /** The number of alternatives that the value matches. Set if exactly one may match. */
  readonly matchCount?: number | undefined;
  /** Set if the key of a map entry is invalid. Otherwise the value of the entry is invalid. */
  readonly isKey?: boolean;
  /**
   * Set if the issue is about an entry of a map in the wire form. The last segment of the pointer is then the
   * index of the entry and not a key.
   */
  readonly isEntry?: boolean;
  /** Set if the value is inside a JSON text: the length of the path to that text. */
  readonly textDepth?: number | undefined;
}

/** A property that the value lacks. */
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
  /** A text is not valid JSON, or its end is missing. */
  | "json"
  /** The model put all arguments inside one unknown argument, such as `{"input": {…}}`. */
  | "wrapped"
  | "depth"
  | "forbidden";

/** The result of validating a value against its schema. */
export type Validated<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** The result of parsing the model's arguments: decoding, validation, repair and defaults. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T; readonly notes?: readonly string[] }
  | { readonly ok: false; readonly issues: readonly Issue[] }
  /**
   * The pointers use the names of the spec. `sent` helps to translate them into the names that the model
   * used.
   */
  | { readonly ok: false; readonly issues: readonly FoundIssue[]; readonly sent: Sent };

/** The arguments in the wire form, and the decoder that produced the values of the spec. */
export interface Sent {
  readonly wire: unknown;
  readonly decode: Decoder | undefined;
}
