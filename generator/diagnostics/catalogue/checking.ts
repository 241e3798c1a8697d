import { define } from "./definition.js";

/** `"integer" or "string"`. */
const quoted = (words: readonly string[]): string => words.map((word) => JSON.stringify(word)).join(" or ");

// TP4xx: checks of tools and sets

export const checking = {
  TP401: define<{ tool: string }>({
    title: "missing description",
    severity: "warning",
    message: (p) => `tool ${JSON.stringify(p.tool)} has no description, so its name is sent as one`,
    cause: "The model chooses tools by their descriptions, and Gemini requires one.",
    fix: "Describe in a sentence what the tool does and when to use it.",
  }),
  TP402: define<{ tool: string; description: string }>({
    title: "description too short",
    severity: "warning",
    message: (p) =>
      `description of ${JSON.stringify(p.tool)} is too short to choose by: ${JSON.stringify(p.description)}`,
    cause: "The model chooses between tools by their descriptions.",
    fix: "Describe in a sentence what the tool does and when to use it.",
  }),
  TP403: define<{ of: string; length: number; budget: number }>({
    title: "description too long",
    severity: "warning",
    message: (p) =>
      `description of ${JSON.stringify(p.of)} has ${p.length} characters, more than ${p.budget}`,
    cause: "Every description is sent with every request, and long ones hide the important part.",
    fix: "Keep the part that the model needs to choose the tool and fill in its arguments; raise budgets.descriptionChars if all of it is needed.",
  }),
  TP404: define<{ tool: string; other: string }>({
    title: "copied description",
    severity: "warning",
    message: (p) => `${JSON.stringify(p.tool)} and ${JSON.stringify(p.other)} have the same description`,
    cause: "The model cannot distinguish tools with the same description.",
    fix: "Describe the difference between the tools.",
  }),
  TP405: define<{ tool: string }>({
    title: "name as description",
    severity: "warning",
    message: (p) => `description of ${JSON.stringify(p.tool)} only repeats its name`,
    cause: "The model knows the name already.",
    fix: "Describe what the tool does, on which objects, and when to use it.",
  }),
  TP406: define<{ tool: string; argument: string }>({
    title: "argument without description",
    severity: "note",
    message: (p) => `argument ${JSON.stringify(p.argument)} of ${JSON.stringify(p.tool)} has no description`,
    cause: "The model fills in an argument from its name and description.",
    fix: "Describe the meaning of the argument, with its unit or format.",
  }),
  TP407: define<{ pattern: string; longest: number }>({
    title: "unsafe pattern",
    severity: "error",
    message: (p) =>
      `pattern ${JSON.stringify(p.pattern)} can take too long for texts of more than ${p.longest} characters`,
    cause:
      "The pattern can match some texts in very many ways. If such a text fails at its end, all ways are tried, which takes from a second to forever and blocks the program. An argument could stop the program in this way. If no length is safe, the pattern may also be too large to analyse, or take too long to compile: a search for many alternatives in a row, such as eight times `\\p{L}` without ^ before it.",
    fix: "Rewrite it so that no text matches repeated parts in several ways, or set maxLength to a length that is safe, or set allowUnsafePatterns.",
    foreign: "The pattern is not checked here. The service checks it.",
  }),
  TP409: define<{ argument: string }>({
    title: "array without items",
    severity: "warning",
    message: (p) => `array ${JSON.stringify(p.argument)} does not describe its items`,
    cause: "Gemini requires items for every array, and the model cannot guess them.",
    fix: "Add items, such as items: { type: string }.",
  }),
  TP410: define<{ property: string }>({
    title: "required but not described",
    severity: "warning",
    message: (p) => `${JSON.stringify(p.property)} is required but is not among the properties`,
    cause: "The required property has no schema.",
    fix: "Add it to properties, or remove it from required.",
  }),
  TP411: define<{ value: string }>({
    title: "repeated enum value",
    severity: "warning",
    message: (p) => `enum lists ${p.value} twice`,
    cause: "The second has no effect.",
    fix: "Remove one of them.",
  }),
  TP412: define<{ of: string }>({
    title: "empty enum",
    severity: "error",
    message: (p) => `enum of ${JSON.stringify(p.of)} allows no value at all`,
    cause: "An enum lists the allowed values; an empty one allows none.",
    fix: "List the values, or remove the enum.",
    foreign: "The enum is ignored.",
  }),
  TP413: define<{ value: string; problem: string }>({
    title: "default that is not allowed",
    severity: "error",
    message: (p) => `default ${p.value} does not fit its own schema: ${p.problem}`,
    cause: "A default replaces a missing argument, and the schema does not allow this one.",
    fix: "Correct the default or the schema.",
    foreign: "The default is ignored.",
  }),
  TP414: define<{ example: number; problem: string }>({
    title: "example that is not allowed",
    severity: "error",
    message: (p) => `example ${p.example} does not fit the schema: ${p.problem}`,
    cause: "Examples are calls; this one would be refused.",
    fix: "Correct the example or the schema.",
  }),
  TP415: define<{ value: string; problem: string }>({
    title: "example value that is not allowed",
    severity: "warning",
    message: (p) => `example ${p.value} does not fit its own schema: ${p.problem}`,
    cause: "A call that follows the example is refused.",
    fix: "Correct the example or the schema.",
  }),
  TP416: define<{ lower: string; least: number; upper: string; most: number }>({
    title: "contradictory bounds",
    severity: "error",
    message: (p) => `no value has ${p.lower} ${p.least} and ${p.upper} ${p.most}`,
    cause: "The lower bound is above the upper one.",
    fix: "Correct one of the bounds.",
    foreign: "Both bounds are ignored.",
  }),
  TP417: define<{ what: string; text: string }>({
    title: "instruction to the model in a text",
    severity: "warning",
    message: (p) => `this text ${p.what}: ${JSON.stringify(p.text)}`,
    cause:
      "Names, descriptions and values reach the model unchanged. A foreign spec can use them to give it instructions.",
    fix: "Remove the words, or do not use this spec.",
  }),
  TP418: define<{ problem: string }>({
    title: "toolConfig that Gemini refuses",
    severity: "error",
    message: (p) => `${p.problem}`,
    cause: "Gemini accepts only some combinations of mode, allowed names and server-side tools.",
    fix: "Use allowedFunctionNames with mode ANY or VALIDATED, and only names of tools of the set.",
  }),
  TP420: define<{ count: number; most: number }>({
    title: "too many tools",
    severity: "error",
    message: (p) => `${p.count} tools in one set; Gemini takes at most ${p.most}`,
    cause: "Gemini answers 400 to a request with more function declarations.",
    fix: "Set `search: true`, so that the model finds the tools with a search; or select fewer tools, or divide the set: split: tag makes one set per tag.",
  }),
  TP421: define<{ count: number; budget: number }>({
    title: "many tools",
    severity: "warning",
    message: (p) => `${p.count} tools in one set, more than ${p.budget}`,
    cause: "The more tools are active, the worse the model chooses.",
    fix: "Set `search: true`, so that the model finds the tools with a search; or activate a group per run, divide the set, or raise budgets.tools.",
  }),
  TP422: define<{ tool: string; depth: number; budget: number }>({
    title: "deep arguments",
    severity: "warning",
    message: (p) =>
      `arguments of ${JSON.stringify(p.tool)} are nested ${p.depth} levels deep, more than ${p.budget}`,
    cause: "Models make more mistakes in deep arguments, and Gemini refuses very deep ones.",
    fix: "Flatten the arguments, or raise budgets.depth.",
  }),
  TP423: define<{ total: number; budget: number }>({
    title: "much enum text",
    severity: "warning",
    message: (p) => `enum values have ${p.total} characters in all, more than ${p.budget}`,
    cause: "Gemini refuses schemas that allow too many texts.",
    fix: "Shorten the enums, or take a free text and check it in the handler.",
  }),
  TP424: define<{ total: number; budget: number }>({
    title: "large arrays",
    severity: "warning",
    message: (p) => `maxItems add up to ${p.total}, more than ${p.budget}`,
    cause: "Gemini refuses schemas with too many states, and every item of a bounded array is one.",
    fix: "Lower maxItems, or set relax to keep bounds out of declarations.",
  }),
  TP425: define<{ total: number; budget: number }>({
    title: "large declarations",
    severity: "warning",
    message: (p) => `declarations have ${p.total} bytes, more than ${p.budget}`,
    cause: "They are sent with every request.",
    fix: "Shorten descriptions, select fewer tools, or raise budgets.bytes.",
  }),
  TP426: define<{ total: number; budget: number }>({
    title: "many tokens",
    severity: "warning",
    message: (p) => `declarations cost about ${p.total} tokens per request, more than ${p.budget}`,
    cause: "They are paid for in every turn.",
    fix: "Set `search: true`, so that the model finds the tools with a search; or shorten descriptions, activate groups, or raise budgets.tokens.",
  }),
  TP427: define<{ tool: string; other: string }>({
    title: "duplicate tool",
    severity: "warning",
    message: (p) => `${JSON.stringify(p.tool)} is ${JSON.stringify(p.other)} under another name`,
    cause: "Both have the same description and the same arguments.",
    fix: "Keep one of them.",
  }),
  TP428: define<{ character: string; index: number }>({
    title: "invisible character",
    severity: "warning",
    message: (p) => `invisible character ${p.character} at position ${p.index}`,
    cause: "People do not see it and models read it, so it can hide instructions.",
    fix: "Remove the character.",
  }),
  TP429: define({
    title: "address with credentials",
    severity: "warning",
    message: () => "this text contains an address with a user name and password",
    cause: "Descriptions are sent to the model and kept in its history.",
    fix: "Remove the credentials, and change them.",
  }),
  TP430: define<{ format: string }>({
    title: "unknown format",
    severity: "warning",
    message: (p) => `format ${JSON.stringify(p.format)} is not known, so the validator does not check it`,
    cause: "JSON Schema and OpenAPI define no such format.",
    fix: "Use a format of JSON Schema, or describe the format with a pattern.",
  }),
  TP431: define<{ written: string }>({
    title: "integer that a number cannot hold",
    severity: "error",
    message: (p) => `${p.written} is beyond 2^53 and would be rounded`,
    cause: "Numbers of JSON and JavaScript are exact up to 9007199254740991; a larger number is rounded.",
    fix: "Write it as text, in quotes, and make the argument a string.",
    foreign: "The value is ignored.",
  }),
  TP432: define<{ written: string; used: string }>({
    title: "rounded number",
    severity: "warning",
    message: (p) => `${p.written} is beyond 2^53 and is read as ${p.used}`,
    cause: "Numbers of JSON and JavaScript are exact up to 9007199254740991; a larger number is rounded.",
    fix: "Leave the bound out, use one within that range, or make it a string.",
  }),
  TP433: define<{ name: string; problem: string }>({
    title: "built-in tool that Gemini refuses",
    severity: "error",
    message: (p) => `Gemini would refuse the built-in tool ${JSON.stringify(p.name)}: ${p.problem}`,
    cause: "Built-in tools are sent unchanged, and the API does not accept these settings.",
    fix: "Correct the settings, or write only the name.",
  }),
  TP434: define<{ value: string; type: string }>({
    title: "enum value of another type",
    severity: "warning",
    message: (p) => `enum lists ${p.value}, which no ${p.type} can be`,
    cause:
      "Type and enum must both hold, so the value is never allowed. YAML reads 1, true and null as a number, a boolean and null; in quotes they are strings.",
    fix: "Quote the value, correct the type, or remove the value.",
  }),
  TP435: define<{ argument: string; value: string; problem: string }>({
    title: "bound value that is not allowed",
    severity: "error",
    message: (p) => `${JSON.stringify(p.argument)} is bound to ${p.value}, which does not fit: ${p.problem}`,
    cause: "The constant replaces the argument in every call, and every call would be refused.",
    fix: "Correct the constant, or the schema of the argument.",
  }),
  TP436: define<{ pattern: string; longest: number }>({
    title: "pattern for short texts only",
    severity: "note",
    message: (p) =>
      `texts of more than ${p.longest} characters are refused: pattern ${JSON.stringify(p.pattern)} would take too long`,
    cause:
      "The pattern can match some texts in many ways, and the time grows with a power of their length. Up to this length it stays below about 50 ms.",
    fix: "Set maxLength to at most this length, or rewrite the pattern so that no text matches repeated parts in several ways.",
  }),
  TP437: define<{ written: string }>({
    title: "integer in a call that a number cannot hold",
    severity: "error",
    message: (p) => `${p.written} is beyond 2^53 and would be rounded`,
    cause: "Numbers of JSON and JavaScript are exact up to 9007199254740991; a larger number is rounded.",
    fix: "For a string argument, write it in quotes. Bind other large integers to the context, as a bigint.",
  }),
  TP438: define<{ pattern: string }>({
    title: "pattern that was not analysed",
    severity: "error",
    message: (p) =>
      `pattern ${JSON.stringify(p.pattern)} was not analysed: the patterns before it have used up the time for the document`,
    cause:
      "An analysis finds out whether a text can make a pattern slow. It takes long for slow patterns, and all patterns of a document share a few seconds. Simple patterns are accepted even after that.",
    fix: "Simplify the slow patterns of the document, split it, or set allowUnsafePatterns.",
    foreign: "The pattern is not checked here. The service checks it.",
  }),
  TP439: define<{ pattern: string; longest: number }>({
    title: "pattern not checked in long texts",
    severity: "note",
    message: (p) =>
      `texts of more than ${p.longest} characters are not tried against pattern ${JSON.stringify(p.pattern)}, which would take too long`,
    cause:
      "The pattern can match some texts in many ways, and the time grows with a power of their length. In a foreign document a longer text may still be valid, so the service checks it.",
    fix: "Nothing has to be done. To check longer texts too, set maxLength or rewrite the pattern in an overlay.",
  }),
  TP446: define<{ model: string; names: string }>({
    title: "built-in tools beside functions on an older model",
    severity: "warning",
    message: (p) => `${p.model} takes functions or built-in tools in a request, not both (${p.names})`,
    cause: "Gemini combines the two from generation 3 on. Earlier models refuse the request with status 400.",
    fix: "Put the built-in tools into a spec of their own, or use a newer model (`model` in the config).",
  }),
  TP447: define<{
    format: string;
    /** The types of the schema. */
    types: readonly string[];
    /** The types that the format is for. In a declaration, `known` has Gemini's formats of the type instead. */
    of?: readonly string[] | undefined;
    known?: readonly string[] | undefined;
  }>({
    title: "format of another type",
    severity: "warning",
    message: (p) =>
      p.known === undefined
        ? `format ${JSON.stringify(p.format)} is for type ${quoted(p.of ?? [])}, not for type ${quoted(p.types)}`
        : `Gemini has no format ${JSON.stringify(p.format)} for ${p.types.join(" or ")}${p.known.length === 0 ? "" : `, only ${p.known.join(" and ")}`}`,
    cause:
      "float and double are formats of numbers, int32 and int64 of integers, the others of strings; values of another type have no format, but a number with int32 or int64 must be an integer. A declaration that you write is sent unchanged, with formats that Gemini may refuse.",
    fix: "Correct the type or the format, or state the format in the description.",
  }),
  TP448: define<{ argument: string }>({
    title: "argument without type",
    severity: "warning",
    message: (p) =>
      `argument ${JSON.stringify(p.argument)} has no type, so the model sends any JSON value as text`,
    cause: "A schema without a type allows every value, and Gemini has no type for that.",
    fix: "Add a `type`, or a list of types.",
  }),
  TP449: define<{ keyword: string; type: string; about: string }>({
    title: "keyword of another type",
    severity: "warning",
    message: (p) =>
      `${JSON.stringify(p.keyword)} has no effect on type ${JSON.stringify(p.type)}, only on type ${JSON.stringify(p.about)}`,
    cause: "JSON Schema ignores keywords for values of another type.",
    fix: "Correct the type, or remove the keyword.",
  }),
} as const;
