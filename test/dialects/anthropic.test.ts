import { describe, expect, it } from "vitest";
import { importDocument, withoutPlaces } from "./import-document.js";

const input_schema = { type: "object", properties: { a: { type: "integer" } }, required: ["a"] };

describe("importing Anthropic tools", () => {
  it("imports examples and leaves out fields for the provider", () => {
    const { tools, problems } = importDocument([
      {
        name: "f",
        description: "d",
        type: "custom",
        input_schema,
        strict: true,
        input_examples: [{ a: 1 }, "not an object"],
        cache_control: { type: "ephemeral" },
        defer_loading: false,
        eager_input_streaming: true,
        allowed_callers: ["direct"],
      },
    ]);
    expect(tools[0]).toMatchObject({
      sourceName: "f",
      input: { value: input_schema },
      examples: [{ args: { a: 1 } }],
    });
    expect(withoutPlaces(problems)).toEqual([
      'note TP704 Anthropic field "strict" of tool "f" is left out',
      'warning TP703 Anthropic field "input_examples" of tool "f" is left out: it has no counterpart',
      'note TP704 Anthropic field "cache_control" of tool "f" is left out',
      'note TP704 Anthropic field "eager_input_streaming" of tool "f" is left out',
      'note TP704 Anthropic field "allowed_callers" of tool "f" is left out',
    ]);
  });

  it("leaves out typed server tools, with a diagnostic for each", () => {
    const { tools, problems } = importDocument({
      tools: [
        { type: "bash_20250124", name: "bash" },
        { type: "web_search_20250305", name: "web_search" },
        { name: "f", input_schema },
      ],
      tool_choice: { type: "tool", name: "f" },
    });
    expect(tools.map(({ sourceName }) => sourceName)).toEqual(["f"]);
    expect(withoutPlaces(problems)).toEqual([
      'warning TP705 Anthropic runs "bash_20250124" itself, so it is left out',
      'warning TP705 Anthropic runs "web_search_20250305" itself, so it is left out',
    ]);
  });

  it.each([
    [{ type: "auto" }, { mode: "AUTO" }],
    [{ type: "any", disable_parallel_tool_use: true }, { mode: "ANY" }],
    [{ type: "none" }, { mode: "NONE" }],
    [
      { type: "tool", name: "f" },
      { mode: "ANY", allowedFunctionNames: ["f"] },
    ],
  ])("reads tool_choice %j", (tool_choice, expected) => {
    expect(
      importDocument({ tools: [{ name: "f", input_schema }], tool_choice }).sets[0]?.toolConfig,
    ).toMatchObject(expected);
  });

  it("leaves a tool without a schema out and keeps the others", () => {
    const { tools, problems } = importDocument([{ name: "bad" }, { name: "f", input_schema }]);
    expect(tools.map(({ sourceName }) => sourceName)).toEqual(["f"]);
    expect(withoutPlaces(problems)).toEqual([
      'error TP702 tool "bad" is left out: expected an input_schema, found nothing',
    ]);
  });
});
