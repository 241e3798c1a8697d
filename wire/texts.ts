/** Google's words for each refusal, as reported by those who met them; the only place to correct one. */
export const texts = {
  unknownName: (name: string, path: string) =>
    `Invalid JSON payload received. Unknown name ${JSON.stringify(name)}${path === "" ? "" : ` at '${path}'`}: Cannot find field.`,
  notRepeating: (name: string, path: string) =>
    `Invalid JSON payload received. Unknown name ${JSON.stringify(name)}${path === "" ? "" : ` at '${path}'`}: Proto field is not repeating, cannot start list.`,
  invalidValue: (path: string, type: string, value: string) =>
    `Invalid value at '${path}' (${type}), ${value}`,

  tooManyDeclarations: (limit: number) => `At most ${limit} function declarations can be specified.`,
  functionName: (limit: number) =>
    "Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), " +
    `dots (.), colons (:), or dashes (-), with a maximum length of ${limit}.`,
  duplicateDeclaration: (name: string) => `Duplicate function declaration found: ${name}`,
  bothSchemas: (name: string, field: string) =>
    `Unable to submit request because \`${name}\` functionDeclaration has both \`${field}\` and \`${field}_json_schema\` set; only one of them may be set.`,
  rootNotObject: (name: string, field: string) =>
    `Unable to submit request because \`${name}\` functionDeclaration \`${field}\` schema should be of type OBJECT.`,
  nestingDepth: (name: string) =>
    `FunctionDeclaration '${name}' in the request exceeds the maximum allowed nesting depth.`,
  tooManyStates: () =>
    "The specified schema produces a constraint that has too many states for serving. Typical causes of this error are schemas with lots " +
    "of text (for example, very long property or enum names), schemas with long array length limits (especially when nested), or schemas using " +
    "complex value matchers (for example, integers or numbers with minimum/maximum bounds or strings with complex formats like date-time)",

  typeMissing: () => "must be specified when not using one_of, any_of or all_of fields",
  besideAnyOf: () =>
    "schema specified other fields alongside any_of. When using any_of, it must be the only field set.",
  emptyProperties: () => "should be non-empty for OBJECT type",
  propertyUndefined: () => "property is not defined",
  itemsMissing: () => "missing field.",
  enumOutsideString: () => "only allowed for STRING type",
  enumValueEmpty: () => "cannot be empty",
  enumEmpty: () => "should be non-empty for STRING type with enum format",
  stringFormat: () => "only 'enum' and 'date-time' are supported for STRING type",

  undefinedReference: (at: string) => `reference to undefined schema at ${at}`,
  besideReference: (reference: string) =>
    `$ref '${reference}' was set alongside unsupported fields. If a schema node has $ref set, then only description and default can be set alongside it`,
  requiredCycle: (reference: string) =>
    `cyclic reference '${reference}' is reached through required properties only; cycles are allowed inside non-required properties`,

  // Ours: Gemini takes these, models do badly with them.
  descriptionEmpty: () => "should be non-empty",
  argumentName: () =>
    "Must start with a letter or an underscore, and hold only a-z, A-Z, 0-9 and underscores, with a maximum length of 64.",
} as const;
