import { describe, expect, it } from "vitest";
import { createReport } from "../../generator/diagnostics/report.js";
import { defaultOptions } from "../../generator/options.js";
import { declare, prepare } from "../../generator/pipeline/prepare.js";

// The same tool in the format of every system. All formats must give the same declaration.

const name = "get_current_weather";
const description = "Gets the current weather for a given location.";
const location = { type: "string", description: "City and state, e.g. Boston, MA" };
const unit = { type: "string", description: "celsius or fahrenheit" };
const schema = { type: "object", properties: { location, unit }, required: ["location"] };
const upper = {
  type: "OBJECT",
  properties: { location: { ...location, type: "STRING" }, unit: { ...unit, type: "STRING" } },
  required: ["location"],
};
const closed = { ...schema, additionalProperties: false };

const dialects: Readonly<Record<string, unknown>> = {
  "our YAML": { tools: { [name]: { description, parameters: schema } } },
  "our short list": {
    tools: {
      [name]: {
        description,
        parameters: [
          { name: "location", required: true, ...location },
          { name: "unit", ...unit },
        ],
      },
    },
  },
  "a raw declaration": [{ name, description, parameters: upper }],
  "a raw declaration in lower case": [{ name, description, parameters: schema }],
  "a Tool": { functionDeclarations: [{ name, description, parameters: upper }] },
  "a request": {
    contents: [],
    tools: [{ functionDeclarations: [{ name, description, parameters: upper }] }],
  },
  "a snake_case request": { tools: [{ function_declarations: [{ name, description, parameters: upper }] }] },
  "an ALTAR manifest": {
    contracts: [{ name: "weather", function_declarations: [{ name, description, parameters: upper }] }],
  },
  MCP: {
    tools: [
      { name, description, inputSchema: { $schema: "http://json-schema.org/draft-07/schema#", ...closed } },
    ],
  },
  "OpenAI chat": [{ type: "function", function: { name, description, parameters: closed } }],
  "OpenAI responses": [{ type: "function", name, description, parameters: closed, strict: false }],
  "OpenAI legacy": { functions: [{ name, description, parameters: schema }] },
  Anthropic: [{ name, description, input_schema: schema }],
  "Bedrock Converse": { tools: [{ toolSpec: { name, description, inputSchema: { json: schema } } }] },
  "Bedrock Agents": {
    functions: [
      {
        name,
        description,
        parameters: { location: { ...location, required: true }, unit: { ...unit, required: false } },
      },
    ],
  },
  "Amazon Q's index": { weather: { name, description, input_schema: schema } },
  "Amazon Q's wire": [{ toolSpecification: { name, description, inputSchema: { json: schema } } }],
  snakepit: {
    session_id: "user_123",
    tools: [
      {
        name,
        description,
        parameters: [
          {
            name: "location",
            type: "str",
            description: location.description,
            required: true,
            validation_json: "",
          },
          { name: "unit", type: "str", description: unit.description, required: false, validation_json: "" },
        ],
        supports_streaming: false,
      },
    ],
  },
  "a JSON Schema with a title": { title: name, description, ...schema },
  "Pydantic's dump": {
    title: name,
    description,
    type: "object",
    properties: { location: { title: "Location", ...location }, unit: { title: "Unit", ...unit } },
    required: ["location"],
  },
};

describe("every source of tools results in the same FunctionDeclaration", () => {
  const expected = {
    name,
    description,
    parameters: {
      type: "OBJECT",
      properties: {
        location: { type: "STRING", description: "City and state, e.g. Boston, MA" },
        unit: { type: "STRING", description: "celsius or fahrenheit" },
      },
      required: ["location"],
      propertyOrdering: ["location", "unit"],
    },
  };

  it.each(Object.keys(dialects))("%s", (dialect) => {
    const report = createReport();
    const text = JSON.stringify(dialects[dialect]);
    const [set] = prepare({ path: "weather.json", text }, () => undefined, report)?.sets ?? [];
    const declaration =
      set && declare(set, { ...defaultOptions, propertyOrdering: "always" }, report).get(name);
    expect(withoutTitles(declaration)).toEqual(expected);
    expect(report.hasErrors).toBe(false);
  });
});

/** Titles are imported if the source has them. They do not change the meaning. */
function withoutTitles(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === "title" ? undefined : inner)));
}
