/**
 * The rewrites, by the name that the lock records. The effect is one of four:
 * - `same`: the declaration has the same meaning in another form.
 * - `encoded`: the value has another form on the wire, and a codec converts it.
 * - `described`: only the description states the constraint, and the validator enforces it.
 * - `narrowed`: the declaration allows less than the spec.
 */
export const rewrites = {
  "const-to-enum": { effect: "same", about: "a constant becomes an enum of one value" },
  "constants-to-enum": { effect: "same", about: "a union of constants becomes one enum" },
  "enum-to-words": { effect: "encoded", about: "enum values of other types travel as strings" },
  "enum-described": { effect: "described", about: "a very long list of values is described by examples" },
  "length-unsaid": { effect: "described", about: "a length above 1,000 is only checked by the validator" },
  "null-to-nullable": { effect: "same", about: "`T or null` becomes nullable" },
  "null-to-word": { effect: "encoded", about: "a value that can only be null travels as a word" },
  "types-to-union": { effect: "same", about: "a list of types becomes anyOf" },
  "one-of-to-any-of": {
    effect: "same",
    about: "oneOf becomes anyOf; the validator checks that one branch matches",
  },
  "all-of-merged": { effect: "same", about: "allOf becomes one schema" },
  "union-to-json-text": {
    effect: "encoded",
    about: "a union whose branches look alike on the wire travels as JSON text",
  },
  "variants-joined": {
    effect: "described",
    about: "variants of an object become one object with optional fields",
  },
  "variants-closed": {
    effect: "narrowed",
    about: "a field that some variants do not describe is declared as other variants describe it",
  },
  "reference-inlined": { effect: "same", about: "a reference is replaced by its target" },
  "recursion-unrolled": {
    effect: "encoded",
    about: "recursion is declared for some levels; below them a value travels as JSON text",
  },
  "nesting-to-json-text": { effect: "encoded", about: "a value at a very deep level travels as JSON text" },
  "nested-to-json-text": {
    effect: "encoded",
    about: "an object inside of arguments travels as JSON text, because the declaration would be too large",
  },
  "tuple-to-array": { effect: "same", about: "a tuple becomes a list whose items fit one of its positions" },
  "tuple-closed": {
    effect: "narrowed",
    about: "items after the last position of an open tuple are not declared",
  },
  "bound-folded": { effect: "same", about: "an exclusive bound of an integer becomes an inclusive one" },
  "bound-unsaid": {
    effect: "same",
    about: "a bound of an integer beyond 2^53 is only checked by the validator",
  },
  "bound-described": {
    effect: "described",
    about: "an exclusive bound of a number is stated in the description",
  },
  "keyword-described": {
    effect: "described",
    about: "a keyword that Gemini does not have is stated in the description",
  },
  "format-described": {
    effect: "described",
    about: "a format that Gemini may refuse is stated in the description",
  },
  "pattern-described": {
    effect: "described",
    about: "a pattern that a server may not understand is stated in the description",
  },
  "default-described": {
    effect: "same",
    about: "Gemini ignores defaults, so the description states the default",
  },
  "example-described": { effect: "same", about: "an example is stated in the description" },
  "title-to-description": { effect: "same", about: "a title becomes the missing description" },
  "map-to-entries": { effect: "encoded", about: "a map travels as a list of {key, value}" },
  "map-to-json-text": { effect: "encoded", about: "a map travels as JSON text" },
  "free-form-to-json-text": { effect: "encoded", about: "a value of any shape travels as JSON text" },
  "empty-object-to-word": { effect: "encoded", about: "an object without properties travels as the word {}" },
  "additional-to-entries": {
    effect: "encoded",
    about: "properties without a name in the schema travel in one extra argument",
  },
  "int64-to-digits": { effect: "encoded", about: "a 64-bit integer travels as digits" },
  "int64-or-digits": {
    effect: "encoded",
    about: "a 64-bit integer travels as a number, or as digits if a number would not be exact",
  },
  "int64-within-number": {
    effect: "same",
    about: "a 64-bit integer whose bounds fit a number is declared as a plain integer",
  },
  "int64-as-number": {
    effect: "narrowed",
    about: "a 64-bit integer travels as a number and is exact up to 2^53 only",
  },
  "argument-renamed": {
    effect: "encoded",
    about: "an argument whose name Gemini may refuse has another wire name",
  },
  "argument-bound": { effect: "same", about: "a bound argument is not declared" },
  "false-dropped": { effect: "same", about: "a schema that accepts no value is not declared" },
  "value-impossible": { effect: "same", about: "an argument without a valid value is not declared" },
  "property-closed": {
    effect: "same",
    about: "a property that the enclosing object of a variant forbids is not declared",
  },
  "type-inferred": {
    effect: "narrowed",
    about: "a schema without a type gets the type that its keywords apply to",
  },
  "no-arguments": { effect: "same", about: "a tool without arguments declares no parameters" },
  "json-schema-target": {
    effect: "same",
    about: "a declaration that is too large for parameters becomes JSON Schema",
  },
  "parameters-target": {
    effect: "same",
    about: "recursion that Gemini refuses in JSON Schema is declared as parameters",
  },
  relaxed: {
    effect: "described",
    about: "bounds and formats are dropped from the declaration to fit a budget",
  },
  verbatim: { effect: "same", about: "the declaration of the spec is used unchanged" },
} as const satisfies Record<string, { effect: "same" | "encoded" | "described" | "narrowed"; about: string }>;

export type RewriteName = keyof typeof rewrites;
