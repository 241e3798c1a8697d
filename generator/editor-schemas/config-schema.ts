import { choices, switches } from "../cli/config.js";
import type { ConfigFile } from "../cli/config-file.js";
import { definitions } from "../diagnostics/definitions.js";
import { dialects } from "../dialects/index.js";
import type { SettingName } from "../dialects/spec-settings.js";
import { type Budgets, defaultOptions } from "../options.js";
import { defaultLimits, type Limits } from "../read/read.js";
import { closedMapping, type EditorSchema } from "../tool-fields/field.js";
import { policyFields } from "../tool-fields/policy-fields.js";
import { searchSchema } from "../tool-fields/search-options.js";

/** Makes `schema/config.schema.json`, the schema of `toolpress.config.yaml` and `toolpress.config.json`. */
export function configSchema(): EditorSchema {
  const options = Object.entries(optionDocs).map(([name, description]) => {
    const value = defaults[name];
    return [name, { description, ...valueOf[name], ...(value !== undefined && { default: value }) }] as const;
  });
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "toolpress config",
    description: "Options of `toolpress`.",
    ...closedMapping({ $schema: text, ...Object.fromEntries(options) }),
    $defs: { settings: { ...closedMapping(settingSchemas), type: ["object", "null"] }, selector },
  };
}

const text: EditorSchema = { type: "string" };
const texts: EditorSchema = { type: "array", items: text };
const flag: EditorSchema = { type: "boolean" };
const atLeastOne: EditorSchema = { type: "integer", minimum: 1 };

const optionDocs: Readonly<Record<keyof ConfigFile, string>> = {
  specs: "A file or folder, a list of them, or settings by the path of a spec.",
  out: "Folder of the generated code, with a folder for each set.",
  stubs: "Folder for handler stubs. A stub is written once and never changed again.",
  imports:
    "The ending of relative imports in generated files. Without it, the nearest tsconfig.json decides.",
  target: "The field of a declaration that holds the arguments. A tool can set its own `target`.",
  emptyParameters: "The arguments that a tool without arguments declares: none, or an empty object.",
  maps: "How an object with free names travels: as a list of `{key, value}`, or as JSON in a string.",
  int64: "The type that handlers get for a 64-bit integer. A tool can set its own `int64`.",
  unrollDepth: "How often a schema that contains itself is written out in a declaration.",
  propertyOrdering:
    "Whether declarations list the order of properties. `auto` lists it for specs in our YAML only.",
  dashes: "Whether names of tools keep their dashes. `auto` keeps them in names that you write yourself.",
  model:
    "The model that the tools are for, such as `gemini-2.5-flash`. Tools that it would refuse are reported as warnings.",
  declareResponses: "Also declare the results of tools to the model. This costs tokens in every request.",
  jsonSchemas: "Also write the JSON Schemas of the tools, for other systems. `entry.schemas()` loads them.",
  relax: "Leave bounds and formats out of declarations that exceed a budget. Validators stay strict.",
  unknownArguments: "Whether arguments that a spec does not know are refused, removed or passed on.",
  coerce: 'Repair arguments if nothing is lost, such as `"3"` for 3.',
  checkResults: "Whether a result that does not match the spec's `response` is reported or fails the call.",
  allowUnsafePatterns: "Accept patterns that take very long on a short hostile text.",
  strict: "Treat every warning as an error.",
  severity: "The severity of diagnostics, by code. The severity of an error cannot be lowered.",
  budgets: "Sizes above which a warning is reported.",
  limits: "Sizes above which a document is not read.",
};

const defaults: Readonly<Record<string, unknown>> = {
  ...defaultOptions,
  specs: "specs",
  out: "generated",
  severity: undefined,
  budgets: undefined,
};

const valueOf: Readonly<Record<string, EditorSchema>> = {
  ...Object.fromEntries(Object.entries(choices).map(([name, values]) => [name, { enum: values }])),
  ...Object.fromEntries(switches.map((name) => [name, flag])),
  specs: {
    anyOf: [text, texts, { type: "object", additionalProperties: { $ref: "#/$defs/settings" } }],
  },
  out: text,
  stubs: text,
  model: text,
  unrollDepth: { type: "integer", minimum: 0 },
  checkResults: { enum: ["warn", "error", "off", true, false] },
  severity: severitySchema(),
  budgets: counts<Budgets>(defaultOptions.budgets, {
    tools: "Tools of a set. An OpenAPI document with more operations needs a selection.",
    depth: "Levels of a declaration.",
    enumText: "Characters of enum values in a set.",
    arrayItems: "Sum of `maxItems` in a set.",
    bytes: "Bytes of all declarations of a set.",
    tokens: "Tokens of all declarations of a set.",
    descriptionChars: "Characters of one description.",
    toolTokens:
      "Tokens of one declaration. In a larger one, nested objects of foreign documents are sent as JSON text.",
  }),
  limits: counts<Limits>(defaultLimits, {
    yamlBytes: "Bytes of a YAML file.",
    yamlTokens: "Tokens of a YAML file.",
    jsonBytes: "Bytes of a JSON file.",
    depth: "Levels of a document.",
    aliasedNodes: "Nodes that aliases and merge keys of YAML may add.",
  }),
};

function counts<T extends Readonly<Record<keyof T, number>>>(
  values: T,
  docs: Readonly<Record<keyof T & string, string>>,
): EditorSchema {
  const fields = Object.entries<string>(docs).map(
    ([name, description]) =>
      [name, { description, ...atLeastOne, default: values[name as keyof T] }] as const,
  );
  return closedMapping(Object.fromEntries(fields));
}

/** Lists every code with its title. The severity of an error cannot be changed. */
function severitySchema(): EditorSchema {
  const fields = [...definitions].map(([code, { title, severity }]) => {
    const allowed = severity === "error" ? ["error"] : ["error", "warning", "note", "off"];
    return [code, { description: title, enum: allowed }] as const;
  });
  return closedMapping(Object.fromEntries(fields));
}

const selector: EditorSchema = {
  anyOf: [
    { type: "string", minLength: 1 },
    {
      type: "object",
      properties: { operationId: text, tag: text, path: text, method: text },
      additionalProperties: false,
      minProperties: 1,
    },
  ],
};

const selectors: EditorSchema = {
  anyOf: [{ $ref: "#/$defs/selector" }, { type: "array", items: { $ref: "#/$defs/selector" } }],
};

const settingSchemas: Readonly<Record<SettingName, EditorSchema>> = {
  from: {
    enum: dialects.map(({ name }) => name),
    description: "The dialect of the spec. Without it, the dialect is recognised by the content.",
  },
  remote: { type: "string", description: "MCP and snakepit: the remote that runs the tools." },
  signatures: {
    type: "object",
    additionalProperties: text,
    description:
      "MCP and snakepit: the signatures of the tools at the time of import. A remote that offers something else is refused.",
  },
  include: {
    ...selectors,
    description:
      "OpenAPI: operations that become tools, such as `getPet`, `get*`, `tag:orders`, `GET /pets/*`, `/pets/{id}`.",
  },
  exclude: { ...selectors, description: "OpenAPI: operations to leave out." },
  all: { type: "boolean", description: "OpenAPI: every operation that the document does not hide." },
  split: { const: "tag", description: "OpenAPI: one set for each first tag." },
  overlays: {
    anyOf: [text, texts],
    description: "OpenAPI: Overlay documents, applied in order before anything is read.",
  },
  rename: {
    type: "object",
    additionalProperties: text,
    description: "OpenAPI: wire names by operationId or `METHOD /path`.",
  },
  bind: {
    ...policyFields.bind.schema,
    description:
      "OpenAPI: parameters and body properties that the model never sees, by their name in the document.",
  },
  cookies: {
    anyOf: [text, texts],
    description: "OpenAPI: names of the cookies in `context.cookies` that the API may receive.",
  },
  prune: {
    description: "OpenAPI: rules that leave out what a model need not see.",
    anyOf: [
      flag,
      closedMapping({
        deprecated: flag,
        internal: flag,
        descriptions: { anyOf: [{ const: false }, { type: "number", minimum: 1 }] },
      }),
    ],
  },
  approval: {
    enum: ["declared", "writes"],
    description: "OpenAPI: `writes` requires approval for every method except GET, HEAD and OPTIONS.",
  },
  pages: {
    description: "OpenAPI: a limit for page sizes, or `false` to leave paging unchanged.",
    anyOf: [flag, { ...closedMapping({ limit: atLeastOne }), required: ["limit"] }],
  },
  origin: {
    type: "string",
    pattern: "^https?://[^/]+/?$",
    description: "OpenAPI: the origin of the API, such as `https://api.example.com`.",
  },
  search: {
    description: "The model finds the tools with a search, instead of reading every declaration.",
    ...searchSchema(),
  },
};
