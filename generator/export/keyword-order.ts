// The order of keywords in written schemas, so that equal schemas have equal texts.

const order = [
  "$ref",
  "type",
  "title",
  "description",
  "const",
  "enum",
  "format",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "exclusiveMinimum",
  "maximum",
  "exclusiveMaximum",
  "multipleOf",
  "default",
  "properties",
  "required",
  "patternProperties",
  "additionalProperties",
  "prefixItems",
  "items",
  "minItems",
  "maxItems",
  "uniqueItems",
  "anyOf",
  "oneOf",
  "allOf",
];

/** Known keywords in the order above, then the others by name, then the definitions. */
export function inKeywordOrder(
  entries: readonly (readonly [string, unknown])[],
): readonly (readonly [string, unknown])[] {
  const rank = (key: string): number => {
    const index = order.indexOf(key);
    return index !== -1 ? index : key === "$defs" ? order.length + 1 : order.length;
  };
  return [...entries].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0));
}
