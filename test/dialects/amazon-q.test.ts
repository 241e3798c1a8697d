import { describe, expect, it } from "vitest";
import { importDocument, plain, withoutPlaces } from "./import-document.js";

// Everything that is unusual in the CLI's own index: a placeholder, a key that differs from the name,
// references with siblings, unions of constants and objects, nullable types, a null default, a closed object,
// negative defaults, and an object without properties.
const index = {
  dummy: {
    name: "dummy",
    description: "Stands in.",
    input_schema: { type: "object", properties: {}, required: [] },
  },
  gh_issue: {
    name: "report_issue",
    description: "Opens an issue.",
    input_schema: { type: "object", properties: { title: { type: "string" } }, required: ["title"] },
  },
  delegate: {
    name: "delegate",
    description: "Starts a task.",
    input_schema: {
      type: "object",
      properties: {
        operation: { description: "What to do.", $ref: "#/$defs/Operation" },
        agent: { type: ["string", "null"], default: null },
      },
      required: ["operation"],
      $defs: {
        Operation: {
          oneOf: [
            { type: "string", const: "launch" },
            {
              type: "object",
              properties: { status: { type: ["string", "null"] } },
              required: ["status"],
              additionalProperties: false,
            },
          ],
        },
      },
    },
  },
  fs_read: {
    name: "fs_read",
    description: "Reads files.",
    inputSchema: {
      type: "object",
      properties: {
        operations: {
          type: "array",
          minItems: 1,
          items: { type: "object", properties: { end_line: { type: "integer", default: -1 } } },
        },
      },
    },
  },
  use_aws: {
    name: "use_aws",
    description: "Calls AWS.",
    input_schema: { type: "object", properties: { parameters: { type: "object" } } },
  },
};

describe("importing Amazon Q tools", () => {
  it("reads the index file by names, without the placeholder tool", () => {
    const { dialect, tools, problems } = importDocument(index);
    expect(dialect).toBe("amazon-q");
    expect(tools.map(({ sourceName }) => sourceName)).toEqual([
      "report_issue",
      "delegate",
      "fs_read",
      "use_aws",
    ]);
    expect(tools[1]?.input.value).toEqual(index.delegate.input_schema);
    expect(tools[2]?.input.value).toEqual(index.fs_read.inputSchema);
    expect(withoutPlaces(problems)).toEqual([
      'note TP714 "dummy" is left out: it is a placeholder for tools that were removed',
      'note TP715 entry "gh_issue" is the tool "report_issue"',
    ]);
  });

  it("reads the wire form, the older spelling of its schema, and ignores cache points", () => {
    const schema = { type: "object", properties: { a: { type: "string" } } };
    const { tools, problems } = importDocument([
      { toolSpecification: { name: "f", description: "d", inputSchema: { json: schema } } },
      { toolSpecification: { name: "g", description: "d", input_schema: { schema } } },
      { cachePoint: { type: "default" } },
    ]);
    expect(tools.map(({ sourceName, input }) => [sourceName, input.value])).toEqual([
      ["f", schema],
      ["g", schema],
    ]);
    expect(problems).toEqual([]);
  });

  it("removes the purpose argument that the agent adds to every tool", () => {
    const { dialect, tools, problems } = importDocument([
      {
        name: "f",
        description: "d",
        inputSchema: {
          type: "object",
          properties: { a: { type: "string" }, __tool_use_purpose: { type: "string" } },
          required: ["a", "__tool_use_purpose"],
        },
      },
    ]);
    expect(dialect).toBe("amazon-q");
    expect(plain(tools[0]?.input.value)).toEqual({
      type: "object",
      properties: { a: { type: "string" } },
      required: ["a"],
    });
    expect(withoutPlaces(problems)).toEqual([
      'note TP713 parameter "__tool_use_purpose" of tool "f" is left out: the agent adds it to every tool and removes it before the call',
    ]);
  });

  it("reports a broken entry and keeps the others", () => {
    const { tools, problems } = importDocument(`{
  "a": { "name": "a", "description": "d", "input_schema": { "type": "object" } },
  "b": { "name": "b", "description": "d" },
  "c": "c",
  "d": { "name": "d", "input_schema": [] }
}`);
    expect(tools.map(({ sourceName }) => sourceName)).toEqual(["a"]);
    expect(problems).toEqual([
      '3:8 error TP702 tool "b" is left out: expected an input schema, found nothing',
      '4:8 error TP702 tool "#c" is left out: expected a mapping, found "c"',
      '5:39 error TP702 tool "d" is left out: expected an input schema, found a list',
    ]);
  });
});
