import { describe, expect, it } from "vitest";
import { bearer, functions, refusalOf, user, vertexPath } from "./post.js";

const contents = [user("hi")];
const vertex = { path: vertexPath, headers: bearer };
const gemini2 = { path: "/v1beta/models/gemini-2.5-flash:generateContent" };
const vertex2 = { ...vertex, path: vertexPath.replace("3.5", "2.5") };
const at = "tools[0].function_declarations[0]";

function declaring(parameters: unknown) {
  return { contents, tools: [{ functionDeclarations: [{ name: "f", description: "F.", parameters }] }] };
}

describe("declarations that Gemini refuses", () => {
  it.each([
    [
      declaring({ type: "OBJECT", properties: { a: { type: "ARRAY" } } }),
      `* GenerateContentRequest.${at}.parameters.properties[a].items: missing field.`,
    ],
    [
      declaring({ type: "OBJECT", properties: { a: { type: "STRING" } }, required: ["b"] }),
      `* GenerateContentRequest.${at}.parameters.required[0]: property is not defined`,
    ],
    [
      declaring({ type: "OBJECT", properties: { a: { type: "STRING", enum: [], format: "enum" } } }),
      `* GenerateContentRequest.${at}.parameters.properties[a].enum: should be non-empty for STRING type with enum format`,
    ],
    [{ contents, tools: functions("f", "f") }, "Duplicate function declaration found: f"],
    [{ contents, tools: [...functions("f"), ...functions("f")] }, "Duplicate function declaration found: f"],
    [
      { contents, tools: functions("no spaces") },
      `* GenerateContentRequest.${at}.name: Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.`,
    ],
    [
      { contents, tools: functions(...Array.from({ length: 513 }, (_, i) => `f${i}`)) },
      "* GenerateContentRequest.tools[0].function_declarations: At most 512 function declarations can be specified.",
    ],
  ])("%#: %j", async (body, message) => {
    expect(await refusalOf(body)).toBe(message);
  });

  it("are those longer than the limit that applies", async () => {
    const body = { contents, tools: functions("f".repeat(100)) };
    expect(await refusalOf(body)).toMatch(/maximum length of 64\.$/);
    expect(await refusalOf(body, { limits: { nameLength: 128 } })).toBe("accepted");
  });

  it("have limited nesting, and a limited grammar", async () => {
    const deep = {
      type: "OBJECT",
      properties: { a: { type: "OBJECT", properties: { b: { type: "STRING" } } } },
    };
    expect(await refusalOf(declaring(deep), { limits: { depth: 2 } })).toBe(
      "FunctionDeclaration 'f' in the request exceeds the maximum allowed nesting depth.",
    );
    expect(await refusalOf(declaring(deep), { limits: { states: 1 } })).toMatch(
      /^The specified schema produces a constraint/,
    );
    expect(await refusalOf(declaring(deep))).toBe("accepted");
  });
});

describe("tool configuration that Gemini refuses", () => {
  const config = (functionCallingConfig: unknown, tools: unknown = functions("f", "g")) => ({
    contents,
    tools,
    toolConfig: { functionCallingConfig },
  });
  it.each([
    [config({ mode: "AUTO" }, []), "Function calling config is set without function_declarations."],
    [
      config({ mode: "ANY" }, [{ codeExecution: {} }]),
      "Function calling config is set without function_declarations.",
    ],
    [
      config({ allowedFunctionNames: ["f"] }),
      "Please set allowed_function_names only when function calling mode is ANY.",
    ],
    [
      config({ mode: "AUTO", allowedFunctionNames: ["f"] }),
      "Please set allowed_function_names only when function calling mode is ANY.",
    ],
    [
      config({ mode: "NONE", allowedFunctionNames: ["f"] }),
      "Please set allowed_function_names only when function calling mode is ANY.",
    ],
    [
      config({ mode: "ANY", allowedFunctionNames: ["f", "h"] }),
      "allowed_function_names should be a subset of the provided function_declarations",
    ],
    [
      { contents, tools: functions("f"), cachedContent: "cachedContents/1" },
      "CachedContent can not be used with GenerateContent request setting system_instruction, tools or tool_config.",
    ],
  ])("%j", async (body, message) => {
    expect(await refusalOf(body)).toBe(message);
  });

  it.each([
    { mode: "ANY" },
    { mode: "NONE" },
    { mode: "VALIDATED", allowedFunctionNames: ["g"] },
    { mode: "ANY", allowedFunctionNames: ["f"] },
    {},
  ])("is accepted: %j", async (functionCallingConfig) => {
    expect(await refusalOf(config(functionCallingConfig))).toBe("accepted");
  });
});

describe("built-in tools together with functions", () => {
  const mixed = [{ codeExecution: {} }, { googleSearch: {} }, ...functions("f")];
  const flag = { includeServerSideToolInvocations: true };

  it("need the flag on the Gemini API", async () => {
    expect(await refusalOf({ contents, tools: mixed })).toBe(
      "Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.",
    );
    expect(await refusalOf({ contents, tools: mixed, toolConfig: flag })).toBe("accepted");
    expect(
      await refusalOf({
        contents,
        tools: mixed,
        toolConfig: { ...flag, functionCallingConfig: { mode: "VALIDATED" } },
      }),
    ).toBe("accepted");
  });

  it("are refused in mode AUTO", async () => {
    const toolConfig = { ...flag, functionCallingConfig: { mode: "AUTO" } };
    expect(await refusalOf({ contents, tools: mixed, toolConfig })).toBe(
      "Function calling mode AUTO is not supported with tool_config.include_server_side_tool_invocations. Please use VALIDATED.",
    );
  });

  it("are refused for models before the third generation", async () => {
    expect(await refusalOf({ contents, tools: mixed, toolConfig: flag }, gemini2)).toBe(
      "Built-in tools ({google_search, code_execution}) and Custom tools (Function Calling) cannot be combined in the same request. Please choose one of the two.",
    );
    expect(await refusalOf({ contents, tools: mixed }, vertex2)).toBe(
      "Multiple tools are supported only when they are all search tools.",
    );
  });

  it("need no flag on Vertex, and none without functions", async () => {
    expect(await refusalOf({ contents, tools: mixed }, vertex)).toBe("accepted");
    expect(await refusalOf({ contents, tools: [{ codeExecution: {} }] })).toBe("accepted");
  });

  it("may have JSON output from the third generation on", async () => {
    const body = {
      contents,
      tools: functions("f"),
      generationConfig: { responseMimeType: "application/json" },
    };
    expect(await refusalOf(body)).toBe("accepted");
    expect(await refusalOf(body, gemini2)).toBe(
      "Function calling with a response mime type: 'application/json' is unsupported",
    );
  });
});
