import { nameWithDashes } from "../base/words.js";
import type { Tool } from "../ir.js";
import { closedMapping, type ToolField } from "./field.js";
import { policiesIn, type PolicyName } from "./policy.js";
import { policyFields } from "./policy-fields.js";

export const declarationTargets = ["parameters", "parametersJsonSchema"] as const;
export const int64Types = ["number", "string", "bigint"] as const;

/**
 * The fields of a tool in our YAML, in the order of the documentation. Each part of the compiler that knows
 * these fields uses this table: the reader, the generated policy, the YAML of `import`, the reports of
 * `export`, the types of `defineTools`, `schema/tools.schema.json` and the table in README.md.
 */
export const toolFields = {
  name: {
    doc: "The tool's name. Only if `tools` is a list.",
    example: "get_weather",
    schema: { type: "string" },
  },
  description: {
    doc: "Describes what the tool does and when to use it. The model chooses tools by this text.",
    example: "Gets the weather of a city.",
    schema: { type: "string" },
  },
  parameters: {
    doc: "A JSON Schema of an object, a list of parameters, or Gemini's Schema (`type: OBJECT`).",
    example: [{ name: "city", type: "string", description: "The city", required: true }],
    schema: {
      anyOf: [
        { $ref: "#/$defs/arguments" },
        { $ref: "#/$defs/geminiArguments" },
        { type: "array", items: { $ref: "#/$defs/parameter" } },
      ],
    },
  },
  response: {
    doc: "The schema of the result. It is the type that the handler returns, and results are checked against it.",
    example: { type: "object", properties: { degrees: { type: "number" } } },
    schema: { $ref: "#/$defs/schema" },
    isUsed: ({ output }) => output !== undefined,
  },
  examples: {
    doc: "Examples of calls. `toolpress gen` reports invalid ones.",
    example: [{ args: { city: "Rome" }, result: { degrees: 21 }, description: "A capital" }],
    schema: {
      type: "array",
      items: closedMapping({
        args: { type: "object", description: "The arguments of the call." },
        result: { description: "A result, checked against `response`." },
        description: { type: "string", description: "For readers of the spec." },
      }),
    },
    isUsed: ({ examples }) => examples.length > 0,
  },
  ...policyFields,
  keywords: {
    doc: "Words by which `search_tools` finds the tool, beside those of its description and arguments.",
    example: ["climate", "forecast"],
    schema: { type: "array", items: { type: "string" } },
    isUsed: ({ search }) => search?.keywords !== undefined,
  },
  needs: {
    doc: "Names of tools that find values for the arguments of this one. `search_tools` returns them with it. The default is derived; `[]` means none.",
    example: ["weather"],
    schema: { type: "array", items: { type: "string" } },
    isUsed: ({ search }) => search?.needs !== undefined,
  },
  rename: {
    doc: "The name that Gemini sees, if it differs from the key.",
    example: "weather_of",
    schema: { type: "string", pattern: nameWithDashes.source },
  },
  binding: {
    doc: "Names what runs the tool. The default is `handler`: a function that the application passes to `create<Set>`.",
    example: { mcp: "weather" },
    schema: { $ref: "#/$defs/binding" },
  },
  declaration: {
    doc: "A FunctionDeclaration that is sent unchanged after the strict check. It replaces `parameters`, `description`, `target` and `bind`.",
    example: { description: "Gets the weather.", parametersJsonSchema: { type: "object" } },
    schema: { $ref: "#/$defs/declaration" },
  },
  target: {
    doc: "The field of the declaration that carries the arguments. The default is `target` of the config.",
    example: "parametersJsonSchema",
    schema: { enum: declarationTargets },
  },
  int64: {
    doc: "The type that the handler gets for a 64-bit integer. With `number`, values beyond 2^53 are refused. The default is `int64` of the config.",
    example: "bigint",
    schema: { enum: int64Types },
  },
} satisfies Readonly<Record<string, ToolField>>;

export type ToolFieldName = keyof typeof toolFields;

/** All fields except policies. The row of a policy has its own functions for reading and writing. */
export type OtherFieldName = Exclude<ToolFieldName, PolicyName>;

export const toolFieldNames: readonly string[] = Object.keys(toolFields);

const rows: readonly (readonly [string, ToolField])[] = Object.entries(toolFields);

/** The names of the fields that an export target must carry or report. */
export function fieldsToCarry(tool: Tool): readonly string[] {
  const others = rows.flatMap(([name, { isUsed }]) => (isUsed?.(tool) === true ? [name] : []));
  return [...others, ...policiesIn(tool.policy)];
}
