import { describe, expect, it } from "vitest";
import { createReport } from "../../generator/diagnostics.js";
import { toolpressYaml } from "../../generator/export/toolpress-yaml.js";
import { meaning, prepareText } from "./prepare-text.js";
import { samples } from "./samples.js";

function yamlOf(source: unknown): { yaml: string; meant: unknown } {
  const { set, diagnostics } = prepareText(source);
  return { yaml: toolpressYaml(set, "tools.json", diagnostics, createReport()), meant: meaning(set) };
}

describe("writing any dialect as toolpress YAML", () => {
  it.each(Object.keys(samples))("%s: the YAML means what the document meant, without a complaint", (dialect) => {
    const { yaml, meant } = yamlOf(samples[dialect]);
    const again = prepareText(yaml, "tools.tools.yaml");
    expect(again.diagnostics.filter(({ severity }) => severity !== "note").map(({ code, message }) => `${code} ${message}`)).toEqual([]);
    expect(withoutSourceNames(meaning(again.set))).toEqual(withoutSourceNames(meant));
  });

  it.each(Object.keys(samples))("%s: writing the YAML again gives the same text", (dialect) => {
    const { yaml } = yamlOf(samples[dialect]);
    const again = prepareText(yaml, "tools.tools.yaml");
    expect(bodyOf(toolpressYaml(again.set, "tools.json", [], createReport()))).toBe(bodyOf(yaml));
  });

  it("is YAML that a person would write", () => {
    expect(yamlOf(samples["mcp"]).yaml).toBe("");
  });
});

/** A handler is known by its wire name only. */
function withoutSourceNames(meant: unknown): unknown {
  const { tools, ...set } = meant as { tools: { name: string; sourceName: string; binding: { kind: string } }[] };
  return { ...set, tools: tools.map((tool) => (tool.binding.kind === "handler" ? { ...tool, sourceName: tool.name } : tool)) };
}

function bodyOf(yaml: string): string {
  return yaml.replace(/^(#.*\n|\n)+/, "");
}
