import { define } from "./definition.js";

// TP2xx: the toolpress YAML dialect, and names

export const spec = {
  TP201: define<{ field: string; where: string }>({
    title: "unknown field",
    severity: "error",
    message: (p) => `unknown field ${JSON.stringify(p.field)} in ${p.where}`,
    cause: "The toolpress dialect has no field of this name here.",
    fix: "Remove the field or correct its name.",
  }),
  TP202: define<{ field: string; expected: string; found: string }>({
    title: "wrong kind of value",
    severity: "error",
    message: (p) => `${JSON.stringify(p.field)}: expected ${p.expected}, found ${p.found}`,
    cause: "The value of the field has the wrong kind.",
    fix: "Write a value of the kind that is expected.",
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
    cause: "A group or a list of allowed functions names a tool that does not exist.",
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
    cause:
      "JavaScript objects inherit a property of this name, so a handler of this name could not be found reliably.",
    fix: "Rename the tool.",
  }),
  TP207: define<{ name: string; other: string; identifier: string }>({
    title: "two tools, one identifier",
    severity: "error",
    message: (p) =>
      `${JSON.stringify(p.name)} and ${JSON.stringify(p.other)} both become ${JSON.stringify(p.identifier)} in generated code`,
    cause: "Names that differ only in case or in underscores give the same identifier or file name.",
    fix: "Rename one of them: with `rename` in a spec of ours and in the settings of an OpenAPI document, elsewhere at the source.",
  }),
  TP208: define<{ name: string }>({
    title: "duplicate tool",
    severity: "error",
    message: (p) => `tool ${JSON.stringify(p.name)} is there twice`,
    cause: "Gemini refuses a request with two declarations of one name.",
    fix: "Remove one, or rename it: with `rename` in a spec of ours and in the settings of an OpenAPI document, elsewhere at the source.",
  }),
  TP209: define<{ found: string }>({
    title: "unreadable duration",
    severity: "error",
    message: (p) => `expected a duration such as 500ms, 30s or 5m, found ${p.found}`,
    cause: "A timeout is a number with its unit: ms, s or m. A bare number could mean either.",
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
    title: "declaration beside fields it replaces",
    severity: "error",
    message: (p) => `${JSON.stringify(p.field)} cannot stand beside "declaration", which is taken as it is`,
    cause: "A verbatim declaration replaces this field.",
    fix: "Keep one of the two.",
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
      "Gemini does not accept the name in the source, or the name has dashes, which names of foreign documents lose unless `dashes` of the config keeps them.",
    fix: "Nothing to do; a spec of ours, which toolpress import writes, can choose another name with `rename`.",
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
    message: (p) => `${JSON.stringify(p.tool)} has errors now; what was generated for it before is kept`,
    cause: "A mistake in a document must not delete committed code.",
    fix: "Correct the errors shown, or remove the tool from the document.",
  }),
  TP221: define<{ what: string; file: string }>({
    title: "spec that nobody calls ours",
    severity: "error",
    message: (p) => `${JSON.stringify(p.file)} ${p.what}, but nothing says that it is a spec of ours`,
    cause:
      "A spec in the toolpress dialect decides which code is run and which data is read. The name of the file or `from` marks a spec as your own; its content is no proof, because anyone can write it.",
    fix: "If you wrote it, call it *.tools.yaml or say `from: toolpress`. If it came from somebody else, say which dialect it has, such as `from: mcp`.",
  }),
  TP224: define<{ name: string; wire: string }>({
    title: "declaration of another name",
    severity: "error",
    message: (p) =>
      `the declaration is called ${JSON.stringify(p.name)}, but the tool is called ${JSON.stringify(p.wire)}`,
    cause: "A call of the model names the declaration, and must lead to this tool.",
    fix: "Give both one name, or leave the name out of the declaration.",
  }),
} as const;
