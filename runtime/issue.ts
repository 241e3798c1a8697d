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
  | "depth"
  | "forbidden";

/** JSON Schema's verdict on a value. */
export type Validated<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** The verdict on what a model sent, after decoding, repair and defaults. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T; readonly notes?: readonly string[] }
  | { readonly ok: false; readonly issues: readonly Issue[] };
