import { define } from "./definition.js";

// The codes TP5xx report limits of Gemini's schema.

export const lowering = {
  TP501: define<{ keyword: string }>({
    title: "exclusive bound in the description only",
    severity: "note",
    message: (p) => `${p.keyword} is stated in the description only; the validator enforces it`,
    cause: "Gemini has no exclusive bounds.",
    fix: "Nothing to do; use minimum or maximum to have it in the declaration.",
  }),
  TP502: define<{ about: string; detail: string }>({
    title: "stated in the description only",
    severity: "note",
    message: (p) => `${p.about}: ${JSON.stringify(p.detail)}`,
    cause: "Gemini's schema has no keyword for it. The validator still enforces it.",
    fix: "Nothing to do. Use a keyword that Gemini supports to have it in the declaration.",
  }),
  TP503: define<{ about: string; detail: string }>({
    title: "the declaration allows less than the spec",
    severity: "warning",
    message: (p) => `${p.about}: ${JSON.stringify(p.detail)}`,
    cause: "Gemini requires information that the spec does not contain.",
    fix: "Add the intended type, items or format to the spec.",
  }),
  TP504: define<{ tool: string; argument: string | undefined }>({
    title: "no valid arguments",
    severity: "error",
    message: (p) =>
      `no arguments can be valid for tool ${JSON.stringify(p.tool)}${
        p.argument === undefined ? "" : `: no value can be valid for ${JSON.stringify(p.argument)}`
      }`,
    cause: "A required argument has a schema that no value satisfies.",
    fix: "Correct the schema that is `false`, an empty enum, or a contradiction.",
  }),
  TP505: define<{ tool: string; limit: number; arguments: number }>({
    title: "declaration too large",
    severity: "error",
    message: (p) =>
      `the arguments of tool ${JSON.stringify(p.tool)} expand to more than ${p.limit} schemas, although nested objects are sent as JSON text; the tool has ${p.arguments} arguments`,
    cause: "The arguments, or the unions in them, are too large for any model.",
    fix: "Split the tool, or leave out arguments that the model does not need: bind them (`bind`), or write a `declaration`.",
  }),
  TP506: define<{ tool: string; problem: string }>({
    title: "verbatim declaration that Gemini refuses",
    severity: "error",
    message: (p) => `Gemini would refuse the declaration of ${JSON.stringify(p.tool)}: ${p.problem}`,
    cause: "A verbatim declaration is sent unchanged, and this one breaks a rule of the API.",
    fix: "Correct the declaration, or describe the tool by `parameters` and let toolpress declare it.",
  }),
  TP507: define<{ tool: string; problem: string }>({
    title: "recursion through required properties",
    severity: "error",
    message: (p) => `Gemini would refuse the declaration of ${JSON.stringify(p.tool)}: ${p.problem}`,
    cause: "In JSON Schema declarations Gemini accepts recursion only through optional properties.",
    fix: "Make the property optional, or use the target `parameters`, which unrolls recursion.",
  }),
  TP508: define<{ tool: string; problem: string }>({
    title: "declaration that Gemini would refuse",
    severity: "error",
    message: (p) => `the declaration made for ${JSON.stringify(p.tool)} would be refused: ${p.problem}`,
    cause: "This is a bug in toolpress.",
    fix: "Please report it with the spec; a verbatim `declaration` is a workaround.",
  }),
  TP509: define<{ reasons: string }>({
    title: "bounds dropped to fit a budget",
    severity: "warning",
    message: (p) => `bounds and formats are left out of the declarations: over budget in ${p.reasons}`,
    cause: "`relax` is on and the set exceeds a budget. Validators stay strict.",
    fix: "Declare fewer tools at once, or raise the budget.",
  }),
  TP510: define<{ names: string }>({
    title: "fields that some variants leave open",
    severity: "note",
    message: (p) =>
      `fields are declared as some variants describe them, although other variants allow any value: ${JSON.stringify(p.names)}`,
    cause:
      "Variants of an object are declared as one object. A variant that does not describe a field allows any value for it; the declaration does not.",
    fix: "Nothing to do; describe the field beside the variants to declare it as intended.",
  }),
  TP511: define<{ tool: string; name: string }>({
    title: "bound argument in a declaration",
    severity: "error",
    message: (p) =>
      `the declaration of ${JSON.stringify(p.tool)} would show the bound argument ${JSON.stringify(p.name)}`,
    cause: "The model must not see or set bound arguments. This is a bug in toolpress, not in the spec.",
    fix: "Please report it with the spec.",
  }),
  TP512: define<{ tool: string; argument: string }>({
    title: "argument left out",
    severity: "error",
    message: (p) =>
      `argument ${JSON.stringify(p.argument)} of tool ${JSON.stringify(p.tool)} is left out: no value can be valid for it`,
    cause:
      "Its schemas contradict each other, or the object does not allow it. An argument without a valid value is not declared.",
    fix: "Correct the schemas of the argument, or remove it.",
    foreign: "The argument is not declared; the others are.",
  }),
  TP513: define<{ tool: string; name: string }>({
    title: "argument missing in a declaration",
    severity: "error",
    message: (p) =>
      `the declaration of ${JSON.stringify(p.tool)} would lack the argument ${JSON.stringify(p.name)}`,
    cause: "Every argument of the spec must be declared. This is a bug in toolpress, not in the spec.",
    fix: "Please report it with the spec; a verbatim `declaration` is a workaround.",
  }),
} as const;
