import { define } from "./definition.js";

// The codes TP2xx report problems of toolpress specs and of names.

export const spec = {
  TP201: define<{ field: string; where: string }>({
    title: "unknown field",
    severity: "error",
    message: (p) => `unknown field ${JSON.stringify(p.field)} in ${p.where}`,
    cause: "The toolpress dialect has no field of this name here.",
    fix: "Remove the field or correct its name.",
  }),
  TP202: define<{ field: string; expected: string; found: string }>({
    title: "value of the wrong type",
    severity: "error",
    message: (p) => `${JSON.stringify(p.field)}: expected ${p.expected}, found ${p.found}`,
    cause: "The value does not have the type that the field requires.",
    fix: "Write a value of the expected type.",
  }),
  TP203: define<{ field: string; where: string }>({
    title: "missing field",
    severity: "error",
    message: (p) => `${p.where} needs a field ${JSON.stringify(p.field)}`,
    cause: "A required field is missing.",
    fix: "Add the field.",
  }),
  TP204: define<{ tool: string; where: string }>({
    title: "unknown tool",
    severity: "error",
    message: (p) => `${p.where} names ${JSON.stringify(p.tool)}, which is not a tool of this spec`,
    cause:
      "A group, a list of allowed functions, `search.always` or `needs` names a tool that does not exist.",
    fix: "Correct the name, or add the tool.",
  }),
  TP205: define<{ name: string; dashed: boolean }>({
    title: "tool name Gemini may refuse",
    severity: "error",
    message: (p) =>
      `expected a tool name of 1 to 63 letters, digits${p.dashed ? ", underscores and dashes that starts with a letter or an underscore" : " and underscores that does not start with a digit"}, found ${JSON.stringify(p.name)}`,
    cause:
      "Gemini's rules for names have changed over time; letters, digits, underscores and dashes are legal under all of them, up to 63. Dashes can be switched off (`dashes: never` in the config).",
    fix: "Rename the tool.",
  }),
  TP206: define<{ name: string }>({
    title: "reserved tool name",
    severity: "error",
    message: (p) =>
      `${JSON.stringify(p.name)} cannot be a tool: every JavaScript object already has a property of this name`,
    cause: "Every object inherits a property of this name, so a missing handler would not be noticed.",
    fix: "Rename the tool.",
  }),
  TP207: define<{ name: string; other: string; identifier: string }>({
    title: "two tools, one identifier",
    severity: "error",
    message: (p) =>
      `${JSON.stringify(p.name)} and ${JSON.stringify(p.other)} both become ${JSON.stringify(p.identifier)} in generated code`,
    cause: "Names that differ only in case or in underscores become the same identifier or file name.",
    fix: "Rename one of them: with `rename` in a toolpress spec or in the settings of an OpenAPI document, otherwise in the source document.",
  }),
  TP208: define<{ name: string }>({
    title: "duplicate tool",
    severity: "error",
    message: (p) => `tool ${JSON.stringify(p.name)} is declared twice`,
    cause: "Gemini refuses a request with two declarations of the same name.",
    fix: "Remove one, or rename it: with `rename` in a toolpress spec or in the settings of an OpenAPI document, otherwise in the source document.",
  }),
  TP209: define<{ found: string }>({
    title: "unreadable duration",
    severity: "error",
    message: (p) => `expected a duration such as 500ms, 30s or 5m, found ${p.found}`,
    cause: "A timeout is a number with its unit: ms, s or m. A number without a unit could mean any of them.",
    fix: "Write the duration as 500ms, 30s or 5m.",
  }),
  TP210: define<{ name: string }>({
    title: "parameter listed twice",
    severity: "error",
    message: (p) => `parameter ${JSON.stringify(p.name)} is listed twice`,
    cause: "The short list form of `parameters` names each parameter once.",
    fix: "Remove one of the entries.",
  }),
  TP211: define<{ field: string }>({
    title: "field that a declaration replaces",
    severity: "error",
    message: (p) =>
      `${JSON.stringify(p.field)} cannot be combined with "declaration", which is sent unchanged`,
    cause: "A verbatim declaration already contains the information of this field.",
    fix: "Remove one of the two.",
  }),
  TP213: define<{ argument: string }>({
    title: "bound argument that does not exist",
    severity: "error",
    message: (p) => `"bind" names ${JSON.stringify(p.argument)}, which is not a parameter of this tool`,
    cause: "Only a parameter can be bound to a value.",
    fix: "Add the parameter, or correct the name.",
  }),
  TP215: define<{ name: string }>({
    title: "unknown built-in tool",
    severity: "error",
    message: (p) => `expected a built-in tool of Gemini, found ${JSON.stringify(p.name)}`,
    cause: "Built-in tools have fixed names.",
    fix: "Use a name such as googleSearch, codeExecution or urlContext.",
  }),
  TP216: define({
    title: "no tools",
    severity: "error",
    message: () => "the spec has no tools",
    cause: "There is nothing to generate.",
    fix: "Add a tool under `tools`, or a built-in one under `builtins`.",
  }),
  TP217: define<{ name: string; wire: string; handler: boolean }>({
    title: "tool renamed for Gemini",
    severity: "note",
    message: (p) =>
      `${JSON.stringify(p.name)} is declared as ${JSON.stringify(p.wire)}; ${p.handler ? "its handler has that name, too" : "it is still executed under its own name"}`,
    cause:
      "Gemini does not accept the name of the source, or the name has dashes, which `dashes` in the config does not allow for foreign documents.",
    fix: "Nothing to do. To choose another name, create a toolpress spec with toolpress import and set `rename` in it.",
  }),
  TP218: define<{ name: string }>({
    title: "two specs, one set",
    severity: "error",
    message: (p) => `another spec already generates the set ${JSON.stringify(p.name)}`,
    cause: "Two specs would write into the same folder.",
    fix: "Give one of them another `name`.",
  }),
  TP219: define<{ name: string }>({
    title: "illegal set name",
    severity: "error",
    message: (p) =>
      `expected a set name such as home-lights (letters, digits and dashes, a letter first), found ${JSON.stringify(p.name)}`,
    cause: "The name becomes a folder and part of identifiers.",
    fix: "Choose another `name`.",
  }),
  TP220: define<{ tool: string }>({
    title: "tool kept from the last run",
    severity: "warning",
    message: (p) => `${JSON.stringify(p.tool)} has errors now; its files from the last run are kept`,
    cause: "A mistake in a document must not delete committed code.",
    fix: "Correct the reported errors, or remove the tool from the document.",
  }),
  TP221: define<{ what: string; file: string }>({
    title: "toolpress spec that is not marked as one",
    severity: "error",
    message: (p) =>
      `${JSON.stringify(p.file)} ${p.what}, but neither its name nor its settings mark it as a toolpress spec`,
    cause:
      "A toolpress spec decides which code runs and which files are read. Its file name or `from` must mark it as yours, because the content could come from anyone.",
    fix: "If you wrote the file, name it *.tools.yaml or set `from: toolpress`. Otherwise set its dialect, such as `from: mcp`.",
  }),
  TP224: define<{ name: string; wire: string }>({
    title: "declaration with another name",
    severity: "error",
    message: (p) =>
      `the declaration is called ${JSON.stringify(p.name)}, but the tool is called ${JSON.stringify(p.wire)}`,
    cause: "The model calls a tool by the name of its declaration, so both names must be equal.",
    fix: "Use the same name for both, or remove the name from the declaration.",
  }),
  TP448: define<{ argument: string }>({
    title: "argument without type",
    severity: "warning",
    message: (p) =>
      `argument ${JSON.stringify(p.argument)} has no type, so the model sends any JSON value as text`,
    cause: "A schema without a type allows every value, and Gemini has no type for that.",
    fix: "Add a `type`, or a list of types.",
  }),
} as const;
