import { describe, expect, it } from "vitest";
import { createReport } from "../../generator/diagnostics/report.js";
import { loadedTargets, targetsWithDialect } from "../helpers/export-targets.js";
import type { ToolSet } from "../../generator/ir.js";
import { defaultOptions } from "../../generator/options.js";
import { declare } from "../../generator/pipeline/prepare.js";
import { prepareText } from "./prepare-text.js";
import { samples } from "./samples.js";

function write(to: string, set: ToolSet): { json: unknown; problems: readonly string[] } {
  const target = loadedTargets.find(({ name }) => name === to);
  if (target === undefined) throw new Error(`no target ${to}`);
  const report = createReport();
  const json = target.write(set, { report, declarations: () => declare(set, defaultOptions, report) });
  return {
    json,
    problems: report.sorted().map(({ severity, code, message }) => `${severity} ${code} ${message}`),
  };
}

const kitchen = {
  tools: {
    cook: {
      description: "Cooks a dish.",
      parameters: {
        type: "object",
        properties: { dish: { type: "string" }, at: { $ref: "#/schemas/Point" }, tenant: { type: "string" } },
        required: ["dish", "tenant"],
      },
      response: { type: "string" },
      examples: [{ args: { dish: "soup", tenant: "t" } }],
      approval: true,
      timeout: "5s",
      bind: { tenant: { env: "TENANT" } },
    },
    idle: {},
  },
  schemas: { Point: { type: "object", properties: { near: { $ref: "#/schemas/Point" } } } },
  toolConfig: { mode: "ANY", allowedFunctionNames: ["cook"] },
  builtins: ["googleSearch"],
};

const cookArguments = {
  type: "object",
  properties: { dish: { type: "string" }, at: { $ref: "#/$defs/Point" } },
  required: ["dish"],
  $defs: { Point: { type: "object", properties: { near: { $ref: "#/$defs/Point" } } } },
};

describe("exporting to", () => {
  it("MCP: names, descriptions, both schemas, approval as a hint; bound arguments stay hidden", () => {
    const { json, problems } = write("mcp", prepareText(kitchen).set);
    expect(json).toEqual({
      tools: [
        {
          name: "cook",
          description: "Cooks a dish.",
          inputSchema: cookArguments,
          annotations: { destructiveHint: true },
        },
        { name: "idle", inputSchema: { type: "object", properties: {} } },
      ],
    });
    expect(problems).toEqual([
      "warning TP722 MCP tools/list cannot express built-in tools (googleSearch)",
      'note TP721 MCP tools/list cannot express "bind" of tool "cook"',
      'note TP721 MCP tools/list cannot express "examples" of tool "cook"',
      'note TP721 MCP tools/list cannot express "timeout" of tool "cook"',
      'note TP727 MCP tools/list describes results that are objects; the response of tool "cook" is left out',
      "warning TP722 MCP tools/list cannot express toolConfig",
    ]);
  });

  it("OpenAI: chat completions with a choice", () => {
    expect(write("openai", prepareText(kitchen).set).json).toEqual({
      tools: [
        {
          type: "function",
          function: { name: "cook", description: "Cooks a dish.", parameters: cookArguments, strict: false },
        },
        {
          type: "function",
          function: { name: "idle", parameters: { type: "object", properties: {} }, strict: false },
        },
      ],
      tool_choice: { type: "function", function: { name: "cook" } },
    });
  });

  it("Anthropic: with examples and a choice", () => {
    expect(write("anthropic", prepareText(kitchen).set).json).toEqual({
      tools: [
        {
          name: "cook",
          description: "Cooks a dish.",
          input_schema: cookArguments,
          input_examples: [{ dish: "soup" }],
        },
        { name: "idle", input_schema: { type: "object", properties: {} } },
      ],
      tool_choice: { type: "tool", name: "cook" },
    });
  });

  it("Bedrock: a tool configuration", () => {
    expect(write("bedrock", prepareText(kitchen).set).json).toEqual({
      tools: [
        { toolSpec: { name: "cook", description: "Cooks a dish.", inputSchema: { json: cookArguments } } },
        { toolSpec: { name: "idle", inputSchema: { json: { type: "object", properties: {} } } } },
      ],
      toolChoice: { tool: { name: "cook" } },
    });
  });

  it("Amazon Q: the wire form, where a description may not be empty", () => {
    expect(write("amazon-q", prepareText(kitchen).set).json).toEqual([
      {
        toolSpecification: {
          name: "cook",
          description: "Cooks a dish.",
          inputSchema: { json: cookArguments },
        },
      },
      {
        toolSpecification: {
          name: "idle",
          description: "idle",
          inputSchema: { json: { type: "object", properties: {} } },
        },
      },
    ]);
  });

  it("Amazon Q: leaves out a tool whose name it refuses, and warns of a description that it cuts", () => {
    const { set } = prepareText({
      tools: { _hidden: { description: "d" }, long: { description: "ä".repeat(6000) } },
    });
    const { json, problems } = write("amazon-q", set);
    expect(json).toMatchObject([{ toolSpecification: { name: "long" } }]);
    expect(problems).toEqual([
      'error TP723 Amazon Q accepts names of a letter, then at most 63 letters, digits or _, found "_hidden"',
      'warning TP724 Amazon Q does not accept tool "long": it has a description of 12000 bytes',
    ]);
  });

  it("Anthropic: leaves out a tool whose arguments are a union at the root", () => {
    const union = {
      type: "object",
      anyOf: [{ required: ["a"] }, { required: ["b"] }],
      properties: { a: {}, b: {} },
    };
    const { set } = prepareText({
      tools: { either: { description: "d", parameters: union }, idle: { description: "d" } },
    });
    const { json, problems } = write("anthropic", set);
    expect(json).toMatchObject({ tools: [{ name: "idle" }] });
    expect(problems).toEqual([
      'error TP726 Anthropic refuses tool "either", which is left out: it has anyOf at the root of the arguments',
    ]);
  });

  it.each([
    ["openai", "AUTO", undefined, { tool_choice: "auto" }, []],
    ["openai", "NONE", undefined, { tool_choice: "none" }, []],
    ["openai", "VALIDATED", undefined, { tool_choice: "auto" }, ["mode VALIDATED"]],
    ["openai", "ANY", ["a", "b"], { tool_choice: "required" }, ["a list of allowed functions"]],
    ["anthropic", "ANY", undefined, { tool_choice: { type: "any" } }, []],
    ["bedrock", "ANY", undefined, { toolChoice: { any: {} } }, []],
    ["bedrock", "NONE", undefined, {}, ["mode NONE"]],
  ])("%s: mode %s with %j", (to, mode, allowedFunctionNames, expected, lost) => {
    const toolConfig = { mode, ...(allowedFunctionNames === undefined ? {} : { allowedFunctionNames }) };
    const { json, problems } = write(
      to,
      prepareText({ tools: { a: { description: "d" }, b: { description: "d" } }, toolConfig }).set,
    );
    const { tools: _tools, ...rest } = json as { tools: unknown };
    expect(rest).toEqual(expected);
    expect(problems.map((line) => line.replace(/^.* cannot express /, ""))).toEqual(lost);
  });
});

const pairs = Object.keys(samples).flatMap((dialect) =>
  targetsWithDialect.map((target) => [dialect, target.name] as const),
);

describe("import, export, import", () => {
  it.each(pairs)("%s written for %s and read again is the same set of tools", (dialect, to) => {
    const { set } = prepareText(samples[dialect]);
    const first = write(to, set).json;
    const again = prepareText(first).set;
    expect(again.tools.map(({ name, description }) => [name, description])).toEqual(
      set.tools.map(({ name, description }) => [
        name,
        description === "" && ["amazon-q", "gemini"].includes(to) ? name : description,
      ]),
    );
    expect(unfolded(write(to, again).json)).toEqual(unfolded(first));
  });

  it.each(pairs)("%s written for %s is recognised as that", (dialect, to) => {
    expect(prepareText(write(to, prepareText(samples[dialect]).set).json).dialect).toBe(to);
  });
});

/**
 * Exports may inline small definitions. This function inlines all definitions, so that two schemas can be
 * compared.
 */
function unfolded(
  value: unknown,
  definitions: Readonly<Record<string, unknown>> = {},
  above: readonly string[] = [],
): unknown {
  if (Array.isArray(value)) return value.map((item) => unfolded(item, definitions, above));
  if (typeof value !== "object" || value === null) return value;
  const { $defs, $ref, ...rest } = value as Record<string, unknown>;
  const known = ($defs as Record<string, unknown> | undefined) ?? definitions;
  const entries = Object.entries(rest).map(([key, inner]) => [key, unfolded(inner, known, above)] as const);
  if (typeof $ref !== "string") return Object.fromEntries(entries);
  const name = $ref.replace("#/$defs/", "");
  if (above.includes(name)) return { ...Object.fromEntries(entries), again: name };
  const target = unfolded(known[name], known, [...above, name]) as object;
  return { ...target, ...Object.fromEntries(entries) };
}
