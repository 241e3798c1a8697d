import { describe, expect, it } from "vitest";
import { importDocument, plain, withoutPlaces } from "./import-document.js";

const json = { type: "object", properties: { a: { type: "string" } } };
const toolSpec = { name: "f", description: "d", inputSchema: { json }, strict: true };

describe("importing Bedrock tools", () => {
  it("reads Converse, ignores cache points, reports system tools", () => {
    const { tools, problems, sets } = importDocument({
      tools: [{ toolSpec }, { cachePoint: { type: "default" } }, { systemTool: { name: "nova_grounding" } }],
      toolChoice: { any: {} },
    });
    expect(tools).toHaveLength(1);
    expect(tools[0]).toMatchObject({ sourceName: "f", description: "d", input: { value: json } });
    expect(sets[0]?.toolConfig).toMatchObject({ mode: "ANY" });
    expect(withoutPlaces(problems)).toEqual([
      'note TP704 Bedrock Converse field "strict" of tool "f" is left out',
      'warning TP705 Bedrock Converse runs "nova_grounding" itself, so it is left out',
    ]);
  });

  it("reads the tool configuration of a request, including its choice", () => {
    const { sets } = importDocument({
      messages: [],
      toolConfig: { tools: [{ toolSpec }], toolChoice: { tool: { name: "f" } } },
    });
    expect(sets[0]?.tools).toHaveLength(1);
    expect(sets[0]?.toolConfig).toMatchObject({ mode: "ANY", allowedFunctionNames: ["f"] });
  });

  it("leaves a broken toolSpec out and keeps the others", () => {
    const { tools, problems } = importDocument({
      tools: [{ toolSpec: 3 }, { toolSpec: { description: "d" } }, { toolSpec }],
    });
    expect(tools).toHaveLength(1);
    expect(withoutPlaces(problems).filter((line) => line.startsWith("error"))).toEqual([
      'error TP702 tool "#0" is left out: expected a mapping, found 3',
      'error TP702 tool "#1" is left out: expected a name, found nothing',
    ]);
  });

  it("reads the flat parameters of Bedrock Agents, and confirmation as approval", () => {
    const { dialect, tools, problems } = importDocument({
      functions: [
        {
          name: "book",
          description: "Books.",
          parameters: {
            room: { type: "string", description: "Which.", required: true },
            nights: { type: "integer", required: false },
          },
          requireConfirmation: "ENABLED",
        },
        { name: "list", description: "Lists.", requireConfirmation: "DISABLED" },
        { name: "odd", description: "Odd.", requireConfirmation: "MAYBE" },
      ],
    });
    expect(dialect).toBe("bedrock-agents");
    expect(
      plain(tools.map(({ sourceName, input, policy }) => [sourceName, input.value, policy.approval])),
    ).toEqual([
      [
        "book",
        {
          type: "object",
          properties: { room: { type: "string", description: "Which." }, nights: { type: "integer" } },
          required: ["room"],
        },
        true,
      ],
      ["list", { type: "object", properties: {} }, false],
      ["odd", { type: "object", properties: {} }, false],
    ]);
    expect(withoutPlaces(problems)).toEqual([
      'note TP706 requireConfirmation: ENABLED of tool "book" is read as approval: true',
      'warning TP717 Bedrock Agents setting "requireConfirmation" is left out: expected ENABLED or DISABLED, found "MAYBE"',
    ]);
  });

  it("leaves out a function whose parameter type is unknown to Bedrock Agents", () => {
    const { tools, problems } = importDocument({
      functions: [
        { name: "bad", parameters: { p: { type: "object", required: true } } },
        { name: "good", parameters: { p: { type: "array", required: true } } },
      ],
    });
    expect(tools.map(({ sourceName }) => sourceName)).toEqual(["good"]);
    expect(withoutPlaces(problems)).toEqual([
      'error TP702 tool "bad" is left out: expected one of string, number, integer, boolean, array as type of "p", found "object"',
    ]);
  });
});
