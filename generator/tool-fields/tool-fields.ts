import { nameWithDashes } from "../base/words.js";
import type { Tool } from "../ir.js";
import { closedMapping, type ToolField } from "./field.js";
import { policiesIn, type PolicyName } from "./policy.js";
import { policyFields } from "./policy-fields.js";

export const declarationTargets = ["parameters", "parametersJsonSchema"] as const;
export const int64Types = ["number", "string", "bigint"] as const;

/**
 * The fields of a tool in our YAML, in the order of the documents. The table drives the reader, the generated policy, the YAML that
 * `import` writes, the reports of `export`, the types of `defineTools`, `schema/tools.schema.json` and the table in README.md.
 */
export const toolFields = {
  name: {
    doc: "The name of the tool, where `tools` is a list.",
    example: "get_weather",
    schema: { type: "string" },
  },
  description: {
    doc: "The text by which the model chooses the tool: its purpose, and when to use it.",
    example: "Gets the weather of a city.",
    schema: { type: "string" },
  },
  parameters: {
    doc: "A JSON Schema of an object, a list of arguments, or Gemini's Schema (`type: OBJECT`).",
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
    doc: "A JSON Schema of the result: the type that the handler returns, checked before it is sent.",
    example: { type: "object", properties: { degrees: { type: "number" } } },
    schema: { $ref: "#/$defs/schema" },
    isUsed: ({ output }) => output !== undefined,
  },
  examples: {
    doc: "Calls that must validate, checked by every `gen`.",
    example: [{ args: { city: "Rome" }, result: { degrees: 21 }, description: "A capital" }],
    schema: {
      type: "array",
      items: closedMapping({
        args: { type: "object" },
        result: { description: "The result of the call." },
        description: { type: "string" },
      }),
    },
    isUsed: ({ examples }) => examples.length > 0,
  },
  ...policyFields,
  rename: {
    doc: "The name that the model sees, where it is not the key.",
    example: "weather_of",
    schema: { type: "string", pattern: nameWithDashes.source },
  },
  binding: {
    doc: "The code that runs the tool: your handler (`handler`), a TypeScript `module`, or a remote (`python`, `mcp`, `snakepit`).",
    example: { mcp: "weather" },
    schema: { $ref: "#/$defs/binding" },
  },
  declaration: {
    doc: "A FunctionDeclaration of your own, sent unchanged after the strict check; its name and description may be left out.",
    example: { description: "Gets the weather.", parametersJsonSchema: { type: "object" } },
    schema: { $ref: "#/$defs/declaration" },
  },
  target: {
    doc: "The field of the declaration that holds the arguments.",
    example: "parametersJsonSchema",
    schema: { enum: declarationTargets },
  },
  int64: {
    doc: "The type that the handler gets for a 64-bit integer; a number refuses values beyond 2^53.",
    example: "bigint",
    schema: { enum: int64Types },
  },
} satisfies Readonly<Record<string, ToolField>>;

export type ToolFieldName = keyof typeof toolFields;

/** All but the policies, whose rows hold their own reading and writing. */
export type OtherFieldName = Exclude<ToolFieldName, PolicyName>;

export const toolFieldNames: readonly string[] = Object.keys(toolFields);

const rows: readonly (readonly [string, ToolField])[] = Object.entries(toolFields);

/** The fields of a tool that an export target must carry, or else report. */
export function fieldsToCarry(tool: Tool): readonly string[] {
  const others = rows.flatMap(([name, { isUsed }]) => (isUsed?.(tool) === true ? [name] : []));
  return [...others, ...policiesIn(tool.policy)];
}
