import { describe, expect, it } from "vitest";
import { createReport } from "../../generator/diagnostics/report.js";
import { toolpressYaml } from "../../generator/export/toolpress-yaml.js";
import { meaning, prepareText } from "./prepare-text.js";
import { samples } from "./samples.js";

function yamlOf(source: unknown): { yaml: string; intended: unknown } {
  const { set, diagnostics } = prepareText(source);
  return { yaml: toolpressYaml(set, "tools.json", diagnostics, createReport()), intended: meaning(set) };
}

describe("writing any dialect as toolpress YAML", () => {
  it.each(Object.keys(samples))(
    "%s: the YAML has the meaning of the document, without diagnostics",
    (dialect) => {
      const { yaml, intended } = yamlOf(samples[dialect]);
      const again = prepareText(yaml, "tools.tools.yaml");
      expect(
        again.diagnostics
          .filter(({ severity }) => severity !== "note")
          .map(({ code, message }) => `${code} ${message}`),
      ).toEqual([]);
      expect(withoutSourceNames(meaning(again.set))).toEqual(withoutSourceNames(intended));
    },
  );

  it.each(Object.keys(samples))("%s: writing the YAML again gives the same text", (dialect) => {
    const { yaml } = yamlOf(samples[dialect]);
    const again = prepareText(yaml, "tools.tools.yaml");
    expect(bodyOf(toolpressYaml(again.set, "tools.json", [], createReport()))).toBe(bodyOf(yaml));
  });

  it("is idiomatic YAML", () => {
    expect(yamlOf(samples["mcp"]).yaml)
      .toBe(`# Imported from tools.json. Edit freely: nothing overwrites this file.

# Diagnostics of the import:
# TP217 line 3: "get-sum" is declared as "get_sum"; its handler has that name, too
# TP706 line 28: destructiveHint: true of tool "get-sum" is read as approval: true

name: spec

tools:
  get_sum:
    description: Adds a positive number to the running sum.
    parameters:
      type: object
      properties:
        a:
          type: number
          exclusiveMinimum: 0
      required: [a]
    response:
      type: object
      properties:
        sum:
          type: number
    approval: true

  map:
    description: Stores a number under each of the given names.
    parameters:
      type: object
      additionalProperties:
        type: integer

  nothing: {}
`);
  });

  it("keeps the original name of a remote tool, and both its names", () => {
    expect(yamlOf(samples["toolpress"]).yaml).toContain(`  speak-up:
    rename: speak_up
    description: Says a text aloud.
    binding:
      mcp: voice
`);
  });

  it("writes shared schemas once and a tool's own inside it", () => {
    const { yaml } = yamlOf(samples["toolpress"]);
    expect(yaml).toContain('at:\n          $ref: "#/schemas/Point"\n');
    expect(yaml).toContain('root:\n          $ref: "#/$defs/Tree"\n');
  });

  it("keeps the sibling schemas that a discriminator names", () => {
    const branch = (kind: string): object => ({
      type: "object",
      properties: { kind: { const: kind } },
      required: ["kind"],
    });
    const { yaml } = yamlOf({
      tools: [
        {
          name: "pay",
          description: "Pays a bill in full.",
          inputSchema: {
            type: "object",
            properties: {
              by: {
                description: "How.",
                discriminator: {
                  propertyName: "kind",
                  mapping: { card: "#/$defs/Card", bank: "#/$defs/Bank" },
                },
                oneOf: [{ $ref: "#/$defs/Card" }, { $ref: "#/$defs/Bank" }],
              },
            },
            $defs: { Card: branch("card"), Bank: branch("bank") },
          },
        },
      ],
    });
    expect(yaml).toContain('card: "#/$defs/Card"');
    expect(prepareText(yaml, "tools.tools.yaml").diagnostics).toEqual([]);
  });

  it("escapes every text of the source", () => {
    const hostile = [
      "# x",
      "a: b",
      "- a",
      "{{x}}",
      "%YAML",
      "---",
      "x\n---\ny",
      "*a",
      "&a b",
      "!!js/function x",
      "\u2028",
      " a\n b \n",
      "\t",
      "~",
      "yes",
      "0x1",
      "1e3",
      "\u0000",
      "'",
      '"',
    ];
    const document = hostile.map((text, index) => ({
      name: `t${String(index)}`,
      input_schema: {
        type: "object",
        properties: { [text]: { type: "string", description: text, enum: [text], default: text } },
      },
      description: text,
    }));
    const { yaml, intended } = yamlOf(document);
    const again = prepareText(yaml, "tools.tools.yaml");
    expect(withoutSourceNames(meaning(again.set))).toEqual(withoutSourceNames(intended));
    expect(again.set.tools).toHaveLength(hostile.length);
  });
});

/** A handler only has its wire name. The other names of its tool are not exported. */
function withoutSourceNames(intended: unknown): unknown {
  const { tools, ...set } = intended as {
    tools: { name: string; sourceName: string; binding: { kind: string } }[];
  };
  return {
    ...set,
    tools: tools.map((tool) => (tool.binding.kind === "handler" ? { ...tool, sourceName: tool.name } : tool)),
  };
}

function bodyOf(yaml: string): string {
  return yaml.replace(/^(#.*\n|\n)+/, "");
}
