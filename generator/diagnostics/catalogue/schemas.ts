import { define } from "./definition.js";

// TP3xx: JSON Schema

export const schemas = {
  TP301: define<{ type: string }>({
    title: "unknown type",
    severity: "error",
    message: (p) => `expected a JSON Schema type, found ${JSON.stringify(p.type)}`,
    cause: "JSON Schema has the types string, number, integer, boolean, array, object and null.",
    fix: "Use one of string, number, integer, boolean, array, object, null.",
    foreign: "Any type is accepted here.",
  }),
  TP302: define<{ found: string }>({
    title: "not a schema",
    severity: "error",
    message: (p) => `expected a schema (a mapping, true or false), found ${p.found}`,
    cause: "A schema is expected here, and another value was found.",
    fix: "Write a schema here, such as { type: string }.",
    foreign: "Any value is accepted here.",
  }),
  TP303: define<{ keyword: string; expected: string; found: string }>({
    title: "wrong value of a keyword",
    severity: "error",
    message: (p) => `${JSON.stringify(p.keyword)} must be ${p.expected}, found ${p.found}`,
    cause: "JSON Schema defines a kind of value for each keyword. This value has another kind.",
    fix: "Write a value of the expected kind.",
    foreign: "The keyword is ignored.",
  }),
  TP304: define<{ keyword: string }>({
    title: "unknown keyword",
    severity: "warning",
    message: (p) => `unknown keyword ${JSON.stringify(p.keyword)} has no effect`,
    cause: "No draft of JSON Schema has this keyword, so it is left out.",
    fix: "Correct its name, remove it, or begin it with x- to keep it as a remark.",
  }),
  TP305: define<{ keyword: string; draft: string }>({
    title: "keyword of another draft",
    severity: "warning",
    message: (p) => `${JSON.stringify(p.keyword)} is not a keyword of ${p.draft} and has no effect`,
    cause: "The schema follows a draft that does not have the keyword.",
    fix: "Name the draft you mean in $schema, or say it in the words of this one.",
  }),
  TP306: define<{ keywords: string; draft: string }>({
    title: "ignored beside $ref",
    severity: "warning",
    message: (p) => `${p.keywords} beside $ref has no effect in ${p.draft}`,
    cause: "Drafts before 2019-09, and OpenAPI 3.0, ignore keywords beside $ref.",
    fix: "Put the reference into allOf, beside which other keywords count.",
  }),
  TP307: define<{ ref: string; problem: string }>({
    title: "reference to nothing",
    severity: "error",
    message: (p) => `$ref ${JSON.stringify(p.ref)} ${p.problem}`,
    cause: "The reference does not lead to a schema.",
    fix: "Correct the reference, or add what it names.",
    foreign: "Any value is accepted here.",
  }),
  TP308: define<{ ref: string }>({
    title: "remote reference",
    severity: "error",
    message: (p) => `$ref ${JSON.stringify(p.ref)} would need the network`,
    cause: "Nothing is fetched at generation time: the same spec must give the same code tomorrow.",
    fix: "Save the schema beside the spec and refer to the file.",
    foreign: "Any value is accepted here.",
  }),
  TP309: define<{ ref: string }>({
    title: "reference out of the project",
    severity: "error",
    message: (p) => `$ref ${JSON.stringify(p.ref)} leads out of the project root`,
    cause: "A spec may only read files below the root of its project.",
    fix: "Copy the file into the project.",
    foreign: "Any value is accepted here.",
  }),
  TP310: define<{ ref: string; problem: string }>({
    title: "reference to a file that cannot be had",
    severity: "error",
    message: (p) => `$ref ${JSON.stringify(p.ref)}: ${p.problem}`,
    cause: "The file that the reference names is missing or cannot be read.",
    fix: "Correct the path; it is relative to the file with the reference.",
    foreign: "Any value is accepted here.",
  }),
  TP311: define<{ ref: string }>({
    title: "reference loop",
    severity: "error",
    message: (p) => `$ref ${JSON.stringify(p.ref)} leads back to itself without saying anything on the way`,
    cause: "A schema that is only a reference to itself describes no value, and checking it would never end.",
    fix: "Let one schema of the loop describe an object or array that holds the next.",
    foreign: "Any value is accepted here.",
  }),
  TP312: define<{ uri: string }>({
    title: "unknown $schema",
    severity: "error",
    message: (p) => `$schema ${JSON.stringify(p.uri)} is not a known draft of JSON Schema`,
    cause: "The rules of the schema are those of its draft; custom vocabularies cannot be honoured.",
    fix: "Use draft-04, draft-06, draft-07, 2019-09 or 2020-12, or leave $schema out for 2020-12.",
    foreign: "The schema is read as 2020-12.",
  }),
  TP313: define<{ limit: number }>({
    title: "schema nested too deeply",
    severity: "error",
    message: (p) => `schema is nested deeper than ${p.limit} levels`,
    cause: "No useful schema is nested so deeply, and generated code for it could not run.",
    fix: "Name the inner parts and refer to them.",
    foreign: "Any value is accepted here.",
  }),
  TP314: define<{ tool: string; found: string }>({
    title: "arguments are not an object",
    severity: "error",
    message: (p) => `arguments of ${JSON.stringify(p.tool)} must be an object, found ${p.found}`,
    cause: "Gemini calls a function with named arguments: one object.",
    fix: "Describe an object with one property per argument.",
  }),
  TP315: define<{ problem: string }>({
    title: "allOf that nothing satisfies",
    severity: "warning",
    message: (p) => `no value satisfies this allOf: ${p.problem}`,
    cause:
      "The members of the allOf contradict each other. No value can be given here, so it is not declared.",
    fix: "Make the members agree, or use anyOf if one of them is enough.",
  }),
  TP316: define<{ property: string }>({
    title: "property closed off by allOf",
    severity: "warning",
    message: (p) =>
      `property ${JSON.stringify(p.property)} can never be given: another member of the allOf forbids it`,
    cause:
      "additionalProperties: false in one member of an allOf does not see the properties of the others. The property is not declared.",
    fix: "Use unevaluatedProperties: false beside the allOf instead.",
  }),
  TP317: define<{ draft: string }>({
    title: "nullable outside OpenAPI",
    severity: "warning",
    message: (p) => `"nullable" is not a keyword of ${p.draft}; it is read as: null is allowed too`,
    cause: "nullable is a keyword of OpenAPI 3.0. JSON Schema has the type null instead.",
    fix: 'Write type: [string, "null"] instead.',
  }),
  TP318: define<{ ref: string }>({
    title: "nullable beside $ref",
    severity: "warning",
    message: (p) => `"nullable" beside $ref ${JSON.stringify(p.ref)} is read as: null is allowed too`,
    cause:
      "OpenAPI 3.0 ignores keywords beside $ref. Authors who write nullable there mean it, so toolpress reads it.",
    fix: "Write { nullable: true, allOf: [{ $ref: … }] } to say it without doubt.",
  }),
  TP319: define<{ value: string }>({
    title: "discriminator mapping to nothing",
    severity: "warning",
    message: (p) => `discriminator maps to ${JSON.stringify(p.value)}, which is none of the alternatives`,
    cause: "A mapping must name a schema of the oneOf or anyOf beside it.",
    fix: "Correct the mapping, or add the schema to the alternatives.",
  }),
  TP320: define<{ pattern: string; legal: string }>({
    title: "pattern put right",
    severity: "note",
    message: (p) => `pattern ${JSON.stringify(p.pattern)} is read as ${JSON.stringify(p.legal)}`,
    cause:
      "Patterns of JSON Schema are Unicode regular expressions, in which needless escapes and open brackets are not allowed.",
    fix: "Nothing to do; write it as it is read to have it in the spec.",
  }),
  TP321: define<{ pattern: string }>({
    title: "illegal pattern",
    severity: "error",
    message: (p) => `pattern ${JSON.stringify(p.pattern)} is not a regular expression of JavaScript`,
    cause: "The pattern uses the syntax of another language, such as (?i) or \\A, or has a mistake in it.",
    fix: "Write the pattern as JavaScript understands it with the u flag.",
    foreign: "The pattern is not checked; that is left to the service.",
  }),
  TP322: define<{ found: string; read: string }>({
    title: "default put right",
    severity: "warning",
    message: (p) => `default ${p.found} is not of the type beside it and is read as ${p.read}`,
    cause: "Some generators write every default as text, and null instead of no default.",
    fix: "Write the default as a value of its type, or leave it out.",
  }),
  TP323: define<{ type: string; read: string }>({
    title: "type in the words of another language",
    severity: "error",
    message: (p) => `type ${JSON.stringify(p.type)} is not a word of JSON Schema; it means ${p.read}`,
    cause:
      "JSON Schema has the types string, number, integer, boolean, array, object and null. items and additionalProperties describe the content of a list and of a map.",
    fix: "Write the type in the words of JSON Schema.",
    foreign: "It is read as what it means.",
  }),
  TP324: define<{ what: "enum values are" | "const is"; type: string; read: string }>({
    title: "enum of another type put right",
    severity: "warning",
    message: (p) =>
      `${p.what} not of type ${p.type} and ${p.what === "const is" ? "is" : "are"} read as ${p.read}`,
    cause:
      "Some generators write numbers as text, and YAML reads an unquoted 1 as a number. As the schema is written, no value would be valid.",
    fix: "Write the values in their type: in quotes where they are texts.",
  }),
  TP325: define<{ count: number }>({
    title: "enum of a list instead of its items",
    severity: "error",
    message: (p) => `none of the ${p.count} values of this enum is a list; they are those of the items`,
    cause:
      "An enum beside type: array lists complete lists. As the schema is written, no list would be valid.",
    fix: "Move the enum into items.",
    foreign: "The values are read as those of the items.",
  }),
  TP326: define<{ property: string; found: string }>({
    title: "required on a property",
    severity: "error",
    message: (p) =>
      `"required" must be a list of property names, found ${p.found} on the property ${JSON.stringify(p.property)}`,
    cause:
      "In draft 3 of JSON Schema each property had `required`. Since draft 4 the object lists its required properties.",
    fix: "List the names of required properties in `required` of the object that has them.",
    foreign: "It is read as the author means it.",
  }),
  TP327: define({
    title: "null in a list of types",
    severity: "warning",
    message: () => `null stands for the type "null"`,
    cause: "Types are texts, and YAML reads null without quotes as the value null.",
    fix: 'Write "null" in quotes.',
  }),
  TP328: define<{ type: string }>({
    title: "type left open",
    severity: "warning",
    message: (p) => `type ${JSON.stringify(p.type)} is read as: any value`,
    cause: "In Gemini's Schema this word means that the type is not set. Its reference advises against it.",
    fix: "Write the type that is meant.",
  }),
  TP329: define<{ property: string }>({
    title: "property that can never be given",
    severity: "error",
    message: (p) => `no value can be given for property ${JSON.stringify(p.property)}`,
    cause: "Members of an allOf contradict each other about the property, so it is not declared.",
    fix: "Make the members agree, or write false as the schema of a property that is forbidden.",
    foreign: "The property is not declared; the others are.",
  }),
  TP330: define<{ draft: string }>({
    title: "properties beside $ref",
    severity: "warning",
    message: (p) => `properties beside $ref are read as those of the object, which ${p.draft} does not do`,
    cause:
      "Drafts before 2019-09 ignore keywords beside $ref. Authors who write properties there mean them, and most validators read them, so toolpress does too.",
    fix: "Put the reference into allOf, beside which other keywords count.",
  }),
} as const;
