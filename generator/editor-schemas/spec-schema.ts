import { legalSetName, nameWithDashes } from "../base/words.js";
import { builtinNames, modes } from "../dialects/toolpress-set.js";
import type { SpecField } from "../dialects/toolpress.js";
import { closedMapping, type EditorSchema } from "../tool-fields/field.js";
import { searchSchema } from "../tool-fields/search-options.js";
import { toolFields } from "../tool-fields/tool-fields.js";
import { keywordSchemas, schemaDefinitions, schemaWith } from "./json-schema.js";

const text: EditorSchema = { type: "string" };
const texts: EditorSchema = { type: "array", items: text };

/** Makes `schema/tools.schema.json`, the schema of our YAML. */
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
  $schema: {
    ...text,
    description: "The address of this schema; editors read it, toolpress does not.",
  },
  name: {
    type: "string",
    pattern: legalSetName.source,
    description:
      "Folder of the generated code and stem of its identifiers. The default is the name of the file.",
  },
  description: { ...text, description: "For readers of the spec. It is not sent to Gemini." },
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
    description: "Gemini's tool configuration. It applies to every run that does not set its own.",
    ...closedMapping({
      mode: {
        enum: modes,
        description:
          "Whether the model may, must or must not call tools. The default is ANY with allowed names, VALIDATED with `includeServerSideToolInvocations`, AUTO otherwise.",
      },
      allowedFunctionNames: {
        ...texts,
        description: "Names of tools that the model may call. Needs mode ANY or VALIDATED.",
      },
      includeServerSideToolInvocations: {
        type: "boolean",
        description:
          "The Gemini API requires this field if a request has both built-in tools and functions. It is then set automatically, except if it is false here.",
      },
    }),
  },
  groups: {
    type: "object",
    description: "Named subsets of the tools, for `activeTools` and allowed names of a run.",
    additionalProperties: texts,
  },
  search: {
    description: "The model finds the tools with a search, instead of reading every declaration.",
    ...searchSchema(),
  },
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

/**
 * Returns the schema of a mapping with a required field. `properties` must contain the field, because Ajv
 * demands this in strict mode.
 */
function having(field: string): EditorSchema {
  return { type: "object", properties: { [field]: true }, required: [field] };
}

/** The schema of an entry of `tools`, built from the table of fields. */
function toolSchema(): EditorSchema {
  const fields = Object.entries(toolFields).map(
    ([name, { doc, schema }]) => [name, { description: doc, ...schema }] as const,
  );
  return { ...closedMapping(Object.fromEntries(fields)), type: ["object", "null"] };
}

/** The three forms of `parameters`. The first two are schemas of an object, and the third is a list. */
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
        name: { type: "string", description: "The name of the argument." },
        ...keywords,
        required: {
          type: "boolean",
          default: false,
          description: "Whether the model must give the argument.",
        },
      },
      {
        description: "One argument: its name, whether it is required, and its JSON Schema.",
        required: ["name"],
      },
    ),
  };
}

const remotes = Object.entries({ python: "a Python", mcp: "an MCP", snakepit: "a snakepit" }).map(
  ([kind, title]) => ({
    ...closedMapping({
      [kind]: { type: "string", description: `The key under \`remotes\` of ${title} remote.` },
      signature: {
        type: "string",
        description:
          "The signature of the tool when it was imported. A remote that offers something else is refused.",
      },
    }),
    required: [kind],
  }),
);

const binding: EditorSchema = {
  anyOf: [
    { const: "handler" },
    {
      ...closedMapping({
        module: { type: "string", description: "A TypeScript module, relative to this file." },
        export: {
          type: "string",
          pattern: "^[A-Za-z_$][\\w$]*$",
          description: "The exported function of the module. The default is the name of the tool.",
        },
        call: {
          enum: ["object", "positional"],
          description:
            "Whether the function takes one object of arguments or each argument by position. The default is `object`.",
        },
        parameters: { ...texts, description: "The order of the arguments, with `call: positional`." },
        cast: {
          type: "boolean",
          description: "The function takes TypeScript enums, so the arguments are cast to them.",
        },
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
