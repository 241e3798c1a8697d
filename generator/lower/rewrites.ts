// All rewrites, by name.

/**
 * All rewrites. `same`: the declaration has the same meaning in another form. `encoded`: the value travels in
 * another form, and a decoder converts it. `described`: the declaration states the constraint only in its description, and
 * the validator enforces it. `narrowed`: the declaration allows less than the spec.
 */
export const rewrites = {
  "const-to-enum": { effect: "same", about: "a constant becomes an enum of one value" },
  "constants-to-enum": { effect: "same", about: "a union of constants becomes one enum" },
  "enum-to-words": { effect: "encoded", about: "enum values of other types travel as strings" },
  "enum-described": { effect: "described", about: "a very long list of values is described by examples" },
  "length-unsaid": { effect: "described", about: "a length of thousands is left to the validator" },
  "null-to-nullable": { effect: "same", about: "`T or null` becomes nullable" },
  "null-to-word": { effect: "encoded", about: "a value that can only be null travels as a word" },
  "types-to-union": { effect: "same", about: "a list of types becomes anyOf" },
  "one-of-to-any-of": { effect: "same", about: "oneOf becomes anyOf; the validator insists on exactly one" },
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
    about: "a field that some variants leave open is declared as the others describe it",
  },
  "reference-inlined": { effect: "same", about: "a reference is replaced by what it names" },
  "recursion-unrolled": {
    effect: "encoded",
    about: "recursion is unrolled some levels, below them a value travels as JSON text",
  },
  "nesting-to-json-text": { effect: "encoded", about: "what is nested very deeply travels as JSON text" },
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
    about: "a bound of an integer beyond 2^53 is left to the validator",
  },
  "bound-described": {
    effect: "described",
    about: "an exclusive bound of a number is stated in the description",
  },
  "keyword-described": { effect: "described", about: "a keyword Gemini lacks is stated in the description" },
  "format-described": {
    effect: "described",
    about: "a format Gemini may refuse is stated in the description",
  },
  "pattern-described": {
    effect: "described",
    about: "a pattern that a server may not understand is stated in the description",
  },
  "default-described": { effect: "same", about: "Gemini ignores defaults, so the description tells it too" },
  "example-described": { effect: "same", about: "an example is stated in the description" },
  "title-to-description": { effect: "same", about: "a title stands in for a missing description" },
  "map-to-entries": { effect: "encoded", about: "a map travels as a list of {key, value}" },
  "map-to-json-text": { effect: "encoded", about: "a map travels as JSON text" },
  "free-form-to-json-text": { effect: "encoded", about: "a value of any shape travels as JSON text" },
  "empty-object-to-word": { effect: "encoded", about: "an object without properties travels as the word {}" },
  "additional-to-entries": {
    effect: "encoded",
    about: "properties without a name in the schema travel in an argument of their own",
  },
  "int64-to-digits": { effect: "encoded", about: "a 64-bit integer travels as digits" },
  "int64-or-digits": {
    effect: "encoded",
    about: "a 64-bit integer travels as a number, or as digits where a number is not exact",
  },
  "int64-within-number": {
    effect: "same",
    about: "a 64-bit integer whose bounds fit a number is declared as any integer",
  },
  "int64-as-number": {
    effect: "narrowed",
    about: "a 64-bit integer travels as a number and is exact up to 2^53 only",
  },
  "argument-renamed": { effect: "encoded", about: "a name Gemini may refuse is another one on the wire" },
  "argument-bound": { effect: "same", about: "a bound argument is not declared" },
  "false-dropped": { effect: "same", about: "what can never be valid is not declared" },
  "value-impossible": { effect: "same", about: "an argument of which no value is valid is not declared" },
  "property-closed": {
    effect: "same",
    about: "a property that the object around a variant forbids is not declared",
  },
  "type-inferred": { effect: "narrowed", about: "a schema without type gets the type its keywords speak of" },
  "no-arguments": { effect: "same", about: "a tool without arguments declares no parameters" },
  "json-schema-target": { effect: "same", about: "too large for parameters: declared as JSON Schema" },
  "parameters-target": {
    effect: "same",
    about: "recursion that Gemini refuses in JSON Schema: declared as parameters",
  },
  relaxed: {
    effect: "described",
    about: "bounds and formats are dropped from the declaration to fit a budget",
  },
  verbatim: { effect: "same", about: "the declaration is the spec's own" },
} as const satisfies Record<string, { effect: "same" | "encoded" | "described" | "narrowed"; about: string }>;

export type RewriteName = keyof typeof rewrites;
