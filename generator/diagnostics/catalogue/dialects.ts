import { define } from "./definition.js";

// The codes TP7xx report problems of other dialects, of exports and of other sources of tools.

const quoted = (text: string): string => JSON.stringify(text);

/** Formats the names of tools: `tool "a"`, or `5 tools ("a", "b", "c", …)`. */
function listed(tools: readonly string[]): string {
  if (tools.length === 1) return `tool ${quoted(tools[0] ?? "")}`;
  const shown = tools.slice(0, 3).map(quoted).join(", ");
  return `${String(tools.length)} tools (${shown}${tools.length > 3 ? ", …" : ""})`;
}

export const dialects = {
  TP701: define<{ file: string }>({
    title: "unknown dialect",
    severity: "error",
    message: (p) => `cannot recognise the dialect of ${JSON.stringify(p.file)}`,
    cause: "No known dialect matches the content.",
    fix: "Set the dialect with --from.",
  }),
  TP702: define<{ tool: string; expected: string; found: string }>({
    title: "tool left out",
    severity: "error",
    message: (p) => `tool ${quoted(p.tool)} is left out: expected ${p.expected}, found ${p.found}`,
    cause: "The entry does not follow the rules of its dialect.",
    fix: "Correct the entry; the other tools of the document are not affected.",
  }),
  TP703: define<{ dialect: string; field: string; tools: readonly string[] }>({
    title: "field without counterpart",
    severity: "warning",
    message: (p) =>
      `${p.dialect} field ${quoted(p.field)} of ${listed(p.tools)} is left out: it has no counterpart`,
    cause: "The field has a meaning that neither Gemini nor toolpress can express.",
    fix: "Check that the tools work without it, or implement it in their handlers.",
  }),
  TP704: define<{ dialect: string; field: string; tools: readonly string[] }>({
    title: "metadata left out",
    severity: "note",
    message: (p) => `${p.dialect} field ${quoted(p.field)} of ${listed(p.tools)} is left out`,
    cause:
      "The field controls another system or its user interface. It does not change the meaning of the tool.",
    fix: "Nothing to do.",
  }),
  TP705: define<{ kind: string; dialect: string }>({
    title: "hosted tool left out",
    severity: "warning",
    message: (p) => `${p.dialect} runs ${quoted(p.kind)} itself, so it is left out`,
    cause: "The tool has no arguments and no handler, because its provider executes it.",
    fix: "Use the corresponding built-in tool of Gemini (`builtins`), or write your own tool.",
  }),
  TP706: define<{ field: string; value: string; meaning: string; tools: readonly string[] }>({
    title: "hint turned into policy",
    severity: "note",
    message: (p) => `${p.field}: ${p.value} of ${listed(p.tools)} is read as ${p.meaning}`,
    cause: "The source has its own field for this property of the tool.",
    fix: "Nothing to do. To change the policy, set it in the spec.",
  }),
  TP707: define<{ name: string; known: readonly string[] }>({
    title: "unknown dialect name",
    severity: "error",
    message: (p) => `expected one of ${p.known.join(", ")}, found ${quoted(p.name)}`,
    cause: "The value of --from or `from` is not the name of a dialect.",
    fix: "Use one of the listed names, or remove the setting so that the dialect is recognised by the content.",
  }),
  TP708: define<{ dialect: string }>({
    title: "no tools",
    severity: "warning",
    message: (p) => `no tools found in this ${p.dialect} document`,
    cause: "The document has the form of the dialect but lists no tool that can be used.",
    fix: "Check that this is the right file.",
  }),
  TP709: define<{ tool: string; arguments: readonly string[] }>({
    title: "strict nullable read as optional",
    severity: "note",
    message: (p) =>
      `tool ${quoted(p.tool)} is strict: nullable ${p.arguments.map(quoted).join(", ")} may also be left out`,
    cause: "Strict OpenAI schemas must list every property as required and write optional ones as nullable.",
    fix: "Nothing to do.",
  }),
  TP710: define<{ tool: string; format: string }>({
    title: "free-form input",
    severity: "warning",
    message: (p) =>
      `custom tool ${quoted(p.tool)} takes one text, "input"; its ${p.format} format is not enforced`,
    cause: "Gemini's functions take JSON arguments only.",
    fix: "Describe the format in the description, and check it in the handler.",
  }),
  TP711: define<{ word: string; type: string; tools: readonly string[] }>({
    title: "foreign type name",
    severity: "note",
    message: (p) => `type ${quoted(p.word)} of ${listed(p.tools)} is read as ${p.type}`,
    cause: "The name is not a JSON Schema type, but a common synonym of one.",
    fix: "Nothing to do.",
  }),
  TP712: define<{ tool: string; parameter: string; type: string; meaning: string }>({
    title: "type lost at its source",
    severity: "warning",
    message: (p) =>
      `parameter ${quoted(p.parameter)} of tool ${quoted(p.tool)} is registered as ${quoted(p.type)}: read as ${p.meaning}`,
    cause:
      "snakepit registers only the names of classes. The types of elements, choices and fields are lost.",
    fix: "Create a toolpress spec with `toolpress import` and write the type by hand.",
  }),
  TP713: define<{ tool: string; parameter: string; why: string }>({
    title: "parameter left out",
    severity: "note",
    message: (p) => `parameter ${quoted(p.parameter)} of tool ${quoted(p.tool)} is left out: ${p.why}`,
    cause: "The source registers it as a parameter, but a model cannot fill it in.",
    fix: "Nothing to do.",
  }),
  TP714: define<{ tool: string; why: string }>({
    title: "pseudo tool left out",
    severity: "note",
    message: (p) => `${quoted(p.tool)} is left out: ${p.why}`,
    cause: "The entry is an internal part of its system.",
    fix: "Nothing to do.",
  }),
  TP715: define<{ key: string; name: string }>({
    title: "key and name differ",
    severity: "note",
    message: (p) => `entry ${quoted(p.key)} is the tool ${quoted(p.name)}`,
    cause: "The index lists the tool under a key that differs from its name. The model sees the name.",
    fix: "Nothing to do.",
  }),
  TP716: define<{ dialect: string }>({
    title: "more pages",
    severity: "warning",
    message: (p) => `this ${p.dialect} response is one page of several`,
    cause: "The response contains a cursor, so the server has more tools.",
    fix: "Follow nextCursor and put the tools of all pages into one file, or import from the running server.",
  }),
  TP717: define<{ dialect: string; field: string; problem: string }>({
    title: "invalid setting",
    severity: "warning",
    message: (p) => `${p.dialect} setting ${quoted(p.field)} is left out: ${p.problem}`,
    cause: "The dialect does not define this value.",
    fix: "Correct it in the source document, or set it in your own spec.",
  }),
  TP718: define<{ dialect: string; setting: string }>({
    title: "setting without effect",
    severity: "error",
    message: (p) => `a spec in ${p.dialect} has no setting ${quoted(p.setting)}`,
    cause: "Each dialect has its own settings; this one would be ignored.",
    fix: "Remove the setting, or set the intended dialect with `from`.",
  }),
  TP719: define<{ setting: string; expected: string; found: string }>({
    title: "invalid setting of a remote",
    severity: "error",
    message: (p) => `setting ${quoted(p.setting)}: expected ${p.expected}, found ${p.found}`,
    cause: "`remote` names the remote that runs the tools, `signatures` records how it described them.",
    fix: "Correct the setting, or create both again with toolpress import.",
  }),
  TP721: define<{ target: string; what: string; tools: readonly string[] }>({
    title: "not exported",
    severity: "note",
    message: (p) => `${p.target} cannot express "${p.what}" of ${listed(p.tools)}`,
    cause:
      "The target of the export has no field for it. The program that runs the tools there must implement it.",
    fix: "Nothing to do for the export. Implement it where the tools run.",
  }),
  TP722: define<{ target: string; what: string }>({
    title: "setting not exported",
    severity: "warning",
    message: (p) => `${p.target} cannot express ${p.what}`,
    cause: "The target of the export has no field for it.",
    fix: "Set it in the target system, if it has such a setting elsewhere.",
  }),
  TP723: define<{ target: string; name: string; rule: string }>({
    title: "name not accepted by the target",
    severity: "error",
    message: (p) => `${p.target} accepts names of ${p.rule}, found ${quoted(p.name)}`,
    cause: "The target of the export refuses the name; the tool is left out.",
    fix: "Rename the tool, or give it a wire name with `rename`.",
  }),
  TP724: define<{ target: string; tool: string; problem: string }>({
    title: "refused by the target",
    severity: "warning",
    message: (p) => `${p.target} does not accept tool ${quoted(p.tool)}: it has ${p.problem}`,
    cause: "A rule of the target forbids it.",
    fix: "Change the tool for this target.",
  }),
  TP726: define<{ target: string; tool: string; problem: string }>({
    title: "left out of the export",
    severity: "error",
    message: (p) => `${p.target} refuses tool ${quoted(p.tool)}, which is left out: it has ${p.problem}`,
    cause: "The target of the export refuses requests that contain such a tool.",
    fix: "Change the tool for this target; the other tools are not affected.",
  }),
  TP727: define<{ target: string; tools: readonly string[] }>({
    title: "result left out of the export",
    severity: "note",
    message: (p) =>
      `${p.target} describes results that are objects; the response of ${listed(p.tools)} is left out`,
    cause: "Clients of the target refuse a list with the schema of another result.",
    fix: "Nothing to do if the tools may answer in text there. Otherwise let them return an object.",
  }),
  TP731: define<{ function: string; problem: string }>({
    title: "function left out",
    severity: "error",
    message: (p) => `function ${quoted(p.function)} is left out: ${p.problem}`,
    cause: "Arguments are sent as JSON, and a type of this function has no JSON form.",
    fix: "Take plain data: strings, numbers, booleans, and lists and objects of them.",
  }),
  TP732: define<{ function: string }>({
    title: "argument without a type",
    severity: "warning",
    message: (p) => `function ${quoted(p.function)} takes any value here`,
    cause:
      "The types any and unknown do not describe the argument to the model, and its value is not checked.",
    fix: "Give it a type.",
  }),
  TP733: define<{ function: string; count: number }>({
    title: "overloaded function",
    severity: "warning",
    message: (p) => `the first of ${String(p.count)} signatures of function ${quoted(p.function)} is used`,
    cause: "A tool has one set of arguments.",
    fix: "Export one function for each signature.",
  }),
  TP734: define<{ function: string; problem: string }>({
    title: "result not described",
    severity: "note",
    message: (p) => `the result of function ${quoted(p.function)} is not described: ${p.problem}`,
    cause: "The type of the result has no JSON form.",
    fix: "Return plain data. If the result has a useful JSON form, nothing has to be done.",
  }),
  TP740: define<{ tool: string; parameter: string; problem: string }>({
    title: "incomplete description of a function",
    severity: "warning",
    message: (p) =>
      `${p.tool}${p.parameter === "" ? "" : `, parameter ${JSON.stringify(p.parameter)}`}: ${p.problem}`,
    cause: "The signature lacks information that a declaration needs.",
    fix: "Annotate the parameter, or correct the imported spec by hand.",
  }),
  TP741: define<{ remote: string; problem: string }>({
    title: "remote without a list of tools",
    severity: "error",
    message: (p) => `${p.remote} did not list its tools: ${p.problem}`,
    cause: "The process or server that runs the tools could not be started, reached or understood.",
    fix: "Run it by hand and read its output.",
  }),
} as const;
