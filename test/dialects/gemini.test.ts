import { describe, expect, it } from "vitest";
import { importDocument, plain, withoutPlaces } from "./import-document.js";

const parameters = {
  type: "OBJECT",
  properties: { location: { type: "STRING" }, unit: { type: "STRING", enum: ["celsius", "fahrenheit"] } },
  required: ["location"],
};
const declaration = { name: "get_weather", description: "Tells the weather.", parameters };

describe("importing Gemini declarations", () => {
  it("keeps the schema field of a verbatim declaration, and applies the rules of each field", () => {
    const parametersJsonSchema = {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: { a: {} },
    };
    const { tools, problems } = importDocument([
      declaration,
      { name: "g", description: "d", parametersJsonSchema },
      { name: "h", description: "d" },
    ]);
    expect(tools.map(({ sourceName, target, input }) => [sourceName, target, input.dialect])).toEqual([
      ["get_weather", "parameters", "gemini"],
      ["g", "parametersJsonSchema", "draft-07"],
      ["h", undefined, "gemini"],
    ]);
    expect(plain(tools[0]?.input.value)).toEqual({
      ...parameters,
      type: "object",
      properties: { location: { type: "string" }, unit: { type: "string", enum: ["celsius", "fahrenheit"] } },
    });
    expect(problems).toEqual([]);
  });

  it("imports built-in tools and toolConfig of a request, and reports fields that only a request has", () => {
    const { sets, problems } = importDocument({
      contents: [{ role: "user", parts: [{ text: "hi" }] }],
      tools: [
        { functionDeclarations: [declaration] },
        { googleSearch: {} },
        { codeExecution: {}, urlContext: {} },
      ],
      toolConfig: {
        functionCallingConfig: { mode: "any", allowedFunctionNames: ["get_weather"] },
        includeServerSideToolInvocations: true,
      },
      generationConfig: { temperature: 1 },
    });
    expect(sets[0]).toMatchObject({
      builtins: [{ googleSearch: {} }, { codeExecution: {} }, { urlContext: {} }],
      toolConfig: {
        mode: "ANY",
        allowedFunctionNames: ["get_weather"],
        includeServerSideToolInvocations: true,
      },
    });
    expect(withoutPlaces(problems)).toEqual([
      'warning TP717 Gemini setting "contents" is left out: it belongs to the request, not to its tools',
      'warning TP717 Gemini setting "generationConfig" is left out: it belongs to the request, not to its tools',
    ]);
  });

  it("reads the built-in tools if the document is a single Tool", () => {
    const [set] = importDocument({ functionDeclarations: [declaration], google_search: {} }).sets;
    expect(set?.builtins.map((tool) => Object.entries(tool))).toEqual([[["googleSearch", {}]]]);
  });

  it("reads the snake_case of Python and ALTAR, for keywords only, and ref and defs of Vertex", () => {
    const { sets, problems } = importDocument({
      tools: [
        {
          function_declarations: [
            {
              name: "f",
              description: "d",
              parameters: {
                type: "OBJECT",
                properties: {
                  min_items: { type: "ARRAY", min_items: "1", items: { type: "STRING", max_length: 3 } },
                  any_of: { any_of: [{ type: "STRING" }, { type: "INTEGER" }] },
                  point: { ref: "#/defs/Point" },
                },
                property_ordering: ["point", "any_of", "min_items"],
                defs: { Point: { type: "OBJECT", properties: { x: { type: "NUMBER" } } } },
              },
            },
            {
              name: "g",
              description: "d",
              parameters_json_schema: { type: "object" },
              response_json_schema: { type: "string" },
            },
          ],
        },
      ],
      tool_config: { function_calling_config: { mode: "ANY", allowed_function_names: ["f"] } },
    });
    const [f, g] = sets[0]?.tools ?? [];
    expect(plain(f?.input.value)).toEqual({
      type: "object",
      properties: {
        min_items: { type: "array", minItems: "1", items: { type: "string", maxLength: 3 } },
        any_of: { anyOf: [{ type: "string" }, { type: "integer" }] },
        point: { $ref: "#/$defs/Point" },
      },
      propertyOrdering: ["point", "any_of", "min_items"],
      $defs: { Point: { type: "object", properties: { x: { type: "number" } } } },
    });
    expect(g).toMatchObject({
      target: "parametersJsonSchema",
      output: { value: { type: "string" }, dialect: "2020-12" },
    });
    expect(sets[0]?.toolConfig).toMatchObject({ mode: "ANY", allowedFunctionNames: ["f"] });
    expect(problems).toEqual([]);
  });

  it("reads NON_BLOCKING and a response schema", () => {
    const [tool] = importDocument([
      { ...declaration, behavior: "NON_BLOCKING", response: { type: "STRING" } },
    ]).tools;
    expect(tool).toMatchObject({ policy: { nonBlocking: true }, output: { dialect: "gemini" } });
  });

  it("refuses a declaration with both kinds of parameters, and keeps the others", () => {
    const { tools, problems } = importDocument([
      { ...declaration, parametersJsonSchema: {} },
      { ...declaration, name: "g" },
    ]);
    expect(tools.map(({ sourceName }) => sourceName)).toEqual(["g"]);
    expect(withoutPlaces(problems)).toEqual([
      'error TP702 tool "get_weather" is left out: expected either parameters or parametersJsonSchema, found "both"',
    ]);
  });

  it("reports an unknown mode and settings that only a run can have", () => {
    const { sets, problems } = importDocument({
      tools: [{ functionDeclarations: [declaration] }],
      toolConfig: {
        functionCallingConfig: { mode: "FORCE", streamFunctionCallArguments: true },
        retrievalConfig: {},
      },
    });
    expect(sets[0]?.toolConfig).toMatchObject({ mode: "AUTO" });
    expect(withoutPlaces(problems)).toEqual([
      'warning TP717 Gemini setting "mode" is left out: expected AUTO, ANY, NONE or VALIDATED, found "FORCE"',
      'warning TP717 Gemini setting "streamFunctionCallArguments" is left out: a default of toolConfig cannot have this field; set it for each run',
      'warning TP717 Gemini setting "retrievalConfig" is left out: a default of toolConfig cannot have this field; set it for each run',
    ]);
  });
});

describe("importing an ALTAR manifest", () => {
  it("creates a set for each contract and reports fields that only a GRID runtime uses", () => {
    const { sets, problems } = importDocument({
      manifest_version: "1.0",
      contracts: [
        {
          name: "Home Lights.v2",
          version: "2",
          description: "d",
          runtime_requirements: { language: "python" },
          function_declarations: [declaration],
        },
        {
          name: "weather",
          function_declarations: [
            { name: "bad", parameters: 3 },
            { ...declaration, name: "g" },
          ],
        },
      ],
      global_metadata: {},
    });
    expect(sets.map(({ name, tools }) => [name, tools.map(({ sourceName }) => sourceName)])).toEqual([
      ["home-lights-v2", ["get_weather"]],
      ["weather", ["g"]],
    ]);
    expect(withoutPlaces(problems)).toEqual([
      'note TP704 ALTAR manifest field "manifest_version" of tool "contracts" is left out',
      'note TP704 ALTAR manifest field "version" of tool "Home Lights.v2" is left out',
      'note TP704 ALTAR manifest field "description" of tool "Home Lights.v2" is left out',
      'warning TP703 ALTAR manifest field "runtime_requirements" of tool "Home Lights.v2" is left out: it has no counterpart',
      'error TP702 tool "bad" is left out: expected a schema of its arguments, found 3',
      'note TP704 ALTAR manifest field "global_metadata" of tool "contracts" is left out',
    ]);
  });

  it("uses the file name as the set name of a single contract", () => {
    expect(
      importDocument({ contracts: [{ name: "x", function_declarations: [declaration] }] }).sets[0]?.name,
    ).toBe("tools");
  });
});
