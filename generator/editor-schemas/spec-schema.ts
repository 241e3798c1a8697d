import { legalSetName, nameWithDashes } from "../base/words.js";
import { builtinNames, modes } from "../dialects/toolpress-set.js";
import type { SpecField } from "../dialects/toolpress.js";
import { closedMapping, type EditorSchema } from "../tool-fields/field.js";
import { toolFields } from "../tool-fields/tool-fields.js";
import { keywordSchemas, schemaDefinitions, schemaWith } from "./json-schema.js";

const text: EditorSchema = { type: "string" };
const texts: EditorSchema = { type: "array", items: text };

/** `schema/tools.schema.json`: our YAML. */
export function specSchema(): EditorSchema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "toolpress spec",
    description: "Tools for Gemini, as `toolpress gen` reads them.",
    ...closedMapping(specFields),
    anyOf: [having("tools"), having("builtins")],
    $defs: {
      tool: toolSchema(),
      ...parameterForms(),
      binding,
      declaration,
      builtin: { enum: builtinNames },
      ...schemaDefinitions("jsonSchema"),
      ...schemaDefinitions("gemini"),
    },
  };
}

const specFields: Readonly<Record<SpecField, EditorSchema>> = {
  $schema: text,
  name: {
    type: "string",
    pattern: legalSetName.source,
    description: "Folder and stem of identifiers; the file name by default.",
  },
  description: text,
  tools: {
    description: "The tools, by name or as a list.",
    anyOf: [
      {
        type: "object",
        minProperties: 1,
        patternProperties: { [nameWithDashes.source]: { $ref: "#/$defs/tool" } },
        additionalProperties: {
          description: "A name that Gemini does not accept needs `rename`.",
          allOf: [{ $ref: "#/$defs/tool" }, having("rename")],
        },
      },
      {
        type: "array",
        minItems: 1,
        items: {
          allOf: [
            { $ref: "#/$defs/tool" },
            { type: "object", properties: { name: true }, required: ["name"] },
          ],
        },
      },
    ],
  },
  schemas: {
    type: "object",
    description: 'Shared schemas; refer to one with `$ref: "#/schemas/Name"`.',
    additionalProperties: { $ref: "#/$defs/schema" },
  },
  toolConfig: {
    description: "Defaults for every run.",
    ...closedMapping({
      mode: { enum: modes },
      allowedFunctionNames: { ...texts, description: "Needs mode ANY or VALIDATED." },
      includeServerSideToolInvocations: {
        type: "boolean",
        description: "Needed to use built-in tools beside functions on the Gemini API.",
      },
    }),
  },
  groups: { type: "object", description: "Named subsets of the tools.", additionalProperties: texts },
  builtins: {
    type: "array",
    description: "Gemini's own tools, sent beside the functions.",
    items: {
      anyOf: [
        { $ref: "#/$defs/builtin" },
        { type: "object", minProperties: 1, maxProperties: 1, propertyNames: { $ref: "#/$defs/builtin" } },
      ],
    },
  },
};

/** Under strict rules, a required field must be among the properties beside it. */
function having(field: string): EditorSchema {
  return { type: "object", properties: { [field]: true }, required: [field] };
}

/** An entry of `tools`, made of the rows of the table. */
function toolSchema(): EditorSchema {
  const fields = Object.entries(toolFields).map(
    ([name, { doc, schema }]) => [name, { description: doc, ...schema }] as const,
  );
  return { ...closedMapping(Object.fromEntries(fields)), type: ["object", "null"] };
}

/** The three forms of `parameters`; the first two describe an object. */
function parameterForms(): Readonly<Record<string, EditorSchema>> {
  const keywords = keywordSchemas("jsonSchema");
  const object = { const: "object" };
  return {
    arguments: schemaWith(
      { ...keywords, type: { anyOf: [object, { type: "array", contains: object }] } },
      { description: "JSON Schema 2020-12 of an object, whose properties are the arguments." },
    ),
    geminiArguments: schemaWith(
      { ...keywordSchemas("gemini"), type: { const: "OBJECT" } },
      {
        description: "Gemini's Schema of an object, whose properties are the arguments.",
        required: ["type"],
      },
    ),
    parameter: schemaWith(
      {
        name: { type: "string", description: "Name of the argument." },
        ...keywords,
        required: { type: "boolean", default: false, description: "Whether every call must have it." },
      },
      {
        description: "One argument: its name, whether it is required, and its JSON Schema.",
        required: ["name"],
      },
    ),
  };
}

const remotes = ["python", "mcp", "snakepit"].map((kind) => ({
  ...closedMapping({
    [kind]: { type: "string", description: "Name of the remote." },
    signature: { type: "string", description: "How the remote described the tool when it was imported." },
  }),
  required: [kind],
}));

const binding: EditorSchema = {
  anyOf: [
    { const: "handler" },
    {
      ...closedMapping({
        module: { type: "string", description: "A TypeScript module, relative to this file." },
        export: {
          type: "string",
          pattern: "^[A-Za-z_$][\\w$]*$",
          description: "Name of its function; that of the tool by default.",
        },
        call: { enum: ["object", "positional"] },
        parameters: { ...texts, description: "Order of the arguments of a positional call." },
        cast: { type: "boolean", description: "The function takes enums of TypeScript." },
      }),
      required: ["module"],
    },
    ...remotes,
  ],
};

const declaration: EditorSchema = {
  type: "object",
  properties: {
    name: text,
    description: text,
    behavior: { enum: ["UNSPECIFIED", "BLOCKING", "NON_BLOCKING"] },
    parameters: { $ref: "#/$defs/geminiSchema" },
    parametersJsonSchema: { $ref: "#/$defs/schema" },
    response: { $ref: "#/$defs/geminiSchema" },
    responseJsonSchema: { $ref: "#/$defs/schema" },
  },
};
