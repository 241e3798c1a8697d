import { describe, expect, it } from "vitest";
import { importDocument, plain, withoutPlaces } from "./import-document.js";

const tool = {
  name: "get-weather",
  title: "Weather",
  description: "Tells the weather.",
  icons: [{ src: "data:," }],
  inputSchema: {
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    properties: { city: { type: "string", "x-mcp-header": "City" } },
    required: ["city"],
  },
  outputSchema: { type: "object", properties: { t: { type: "number" } } },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  execution: { taskSupport: "optional" },
  _meta: {},
};

describe("importing MCP tools/list", () => {
  it("imports name, description, both schemas and their draft", () => {
    const [imported] = importDocument({ tools: [tool] }).tools;
    expect(imported).toMatchObject({
      sourceName: "get-weather",
      description: "Tells the weather.",
      input: { value: tool.inputSchema, dialect: "draft-07" },
      output: { value: tool.outputSchema, dialect: "2020-12" },
      binding: { kind: "handler" },
      policy: { approval: false },
    });
  });

  it("reports each ignored field once, with the number of tools", () => {
    const tools = ["a", "b", "c", "d"].map((name) => ({ ...tool, name }));
    expect(withoutPlaces(importDocument({ tools }).problems)).toEqual([
      'note TP704 MCP tools/list field "title" of 4 tools ("a", "b", "c", …) is left out',
      'note TP704 MCP tools/list field "icons" of 4 tools ("a", "b", "c", …) is left out',
      'note TP704 MCP tools/list field "readOnlyHint" of 4 tools ("a", "b", "c", …) is left out',
      'note TP704 MCP tools/list field "idempotentHint" of 4 tools ("a", "b", "c", …) is left out',
      'note TP704 MCP tools/list field "openWorldHint" of 4 tools ("a", "b", "c", …) is left out',
      'note TP704 MCP tools/list field "execution" of 4 tools ("a", "b", "c", …) is left out',
      'note TP704 MCP tools/list field "_meta" of 4 tools ("a", "b", "c", …) is left out',
    ]);
  });

  it("warns of a field that no version of MCP has", () => {
    const { problems } = importDocument({
      tools: [{ name: "f", inputSchema: { type: "object" }, rateLimit: 3 }],
    });
    expect(withoutPlaces(problems)).toEqual([
      'warning TP703 MCP tools/list field "rateLimit" of tool "f" is left out: it has no counterpart',
    ]);
  });

  it("requires approval for a tool with the destructive hint", () => {
    const annotated = (annotations: unknown): unknown => ({
      tools: [{ name: "f", description: "d", inputSchema: { type: "object" }, annotations }],
    });
    const { tools, problems } = importDocument(annotated({ destructiveHint: true }));
    expect(tools[0]?.policy.approval).toBe(true);
    expect(withoutPlaces(problems)).toEqual([
      'note TP706 destructiveHint: true of tool "f" is read as approval: true',
    ]);
    expect(
      importDocument(annotated({ destructiveHint: true, readOnlyHint: true })).tools[0]?.policy.approval,
    ).toBe(false);
    expect(importDocument(annotated({ destructiveHint: "yes" })).tools[0]?.policy.approval).toBe(false);
    expect(importDocument(annotated({})).tools[0]?.policy.approval).toBe(false);
  });

  it("uses the title if there is no description, the annotated title last", () => {
    const inputSchema = { type: "object" };
    const titled = importDocument({ tools: [{ name: "f", title: "Weather", inputSchema }] });
    const annotated = importDocument({
      tools: [{ name: "f", inputSchema, annotations: { title: "Weather" } }],
    });
    expect(titled.tools[0]?.description).toBe("Weather");
    expect(annotated.tools[0]?.description).toBe("Weather");
    expect(titled.problems).toEqual([]);
  });

  it("warns that the page is not the complete list", () => {
    const { problems } = importDocument({ tools: [{ name: "f", inputSchema: {} }], nextCursor: "2" });
    expect(withoutPlaces(problems)).toEqual([
      "warning TP716 this MCP tools/list response is one page of several",
    ]);
  });

  it("binds the tools to the server that the settings name", () => {
    const { tools } = importDocument({ tools: [tool] }, { settings: { remote: "weather" } });
    expect(tools[0]?.binding).toEqual({ kind: "mcp", remote: "weather" });
  });

  it("leaves invalid tools out, with their location, and keeps the others", () => {
    const text = `{ "tools": [
  { "name": "good", "description": "d", "inputSchema": { "type": "object" } },
  { "name": "", "inputSchema": { "type": "object" } },
  { "inputSchema": { "type": "object" } },
  { "name": "bare" },
  { "name": "text", "inputSchema": "object" },
  { "name": "worded", "description": 7, "inputSchema": {} },
  null,
  { "name": "last", "description": "d", "inputSchema": { "type": "object" } }
] }`;
    const { tools, problems } = importDocument(text);
    expect(tools.map(({ sourceName }) => sourceName)).toEqual(["good", "last"]);
    expect(problems).toEqual([
      '3:13 error TP702 tool "#1" is left out: expected a name, found ""',
      '4:3 error TP702 tool "#2" is left out: expected a name, found nothing',
      '5:3 error TP702 tool "bare" is left out: expected an inputSchema, found nothing',
      '6:36 error TP702 tool "text" is left out: expected an inputSchema, found "object"',
      '7:38 error TP702 tool "worded" is left out: expected a text as description, found 7',
      '8:3 error TP702 tool "#6" is left out: expected a mapping, found null',
    ]);
  });

  it("reports that no tool is left", () => {
    const { problems } = importDocument({ tools: [] }, { from: "mcp" });
    expect(withoutPlaces(problems)).toEqual(["warning TP708 no tools found in this MCP tools/list document"]);
  });

  it("sets the only possible type for a schema without a type", () => {
    const { tools } = importDocument({ tools: [{ name: "f", inputSchema: { properties: { a: {} } } }] });
    expect(plain(tools[0]?.input.value)).toEqual({ type: "object", properties: { a: {} } });
  });
});
