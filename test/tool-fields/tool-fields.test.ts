import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { createReport } from "../../generator/diagnostics/report.js";
import { reportUncarried } from "../../generator/export/carried.js";
import { toolpressYaml } from "../../generator/export/toolpress-yaml.js";
import { noPolicy, runtimePolicy, writePolicy } from "../../generator/tool-fields/policy.js";
import { policyFields } from "../../generator/tool-fields/policy-fields.js";
import { toolFields } from "../../generator/tool-fields/tool-fields.js";
import { meaning, prepareText } from "../export/prepare-text.js";
import { compileStrictly } from "../helpers/compile.js";

// The example of each row passes through every part of the compiler that must know the field.

const rows = Object.entries(toolFields);
const policies = Object.keys(policyFields);

const plain = {
  description: "Tells the weather.",
  parameters: {
    type: "object",
    properties: {
      city: { type: "string" },
      key: { type: "string" },
      user: { type: "string" },
      limit: { type: "integer" },
      large: { type: "integer", format: "int64" },
    },
  },
};

function toolWith(field: string): Readonly<Record<string, unknown>> {
  const [, { example }] = rows.find(([name]) => name === field)!;
  return field === "declaration" ? { [field]: example } : { ...plain, [field]: example };
}

function prepared(field: string): ReturnType<typeof prepareText> {
  const tool = toolWith(field);
  const tools = field === "name" ? [tool] : { weather: tool };
  return prepareText({ name: "spec", tools }, "spec.tools.json");
}

describe.each(rows.map(([name]) => name))("the field %s", (field) => {
  it("is read", () => {
    const { set, diagnostics } = prepared(field);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const { set: without } = prepareText({ name: "spec", tools: { weather: plain } }, "spec.tools.json");
    const same = JSON.stringify(toolWith(field)) === JSON.stringify(plain);
    expect(JSON.stringify(meaning(set)) === JSON.stringify(meaning(without))).toBe(same);
  });

  it("is written into YAML and read again", () => {
    const { set } = prepared(field);
    const yaml = toolpressYaml(set, "spec.json", [], createReport());
    // An exported handler has only one name, which is its key.
    if (field !== "name" && field !== "rename") expect(yaml).toMatch(new RegExp(`^ {4}${field}:`, "m"));
    const again = prepareText(yaml, "spec.tools.yaml");
    expect(meaning(again.set)).toEqual(withSourceNames(meaning(set)));
  });
});

/** A handler has only its wire name. */
function withSourceNames(intended: unknown): unknown {
  const { tools, ...set } = intended as {
    tools: { name: string; sourceName: string; binding: { kind: string } }[];
  };
  return {
    ...set,
    tools: tools.map((tool) => (tool.binding.kind === "handler" ? { ...tool, sourceName: tool.name } : tool)),
  };
}

describe.each(policies)("the policy %s", (field) => {
  const { policy } = prepared(field).set.tools[0]!;

  it("reaches the runtime", () => expect(Object.keys(runtimePolicy(policy))).toHaveLength(1));

  it("is reported if an export target does not have it", () => {
    const report = createReport();
    reportUncarried(prepared(field).set, "Nothing", {}, report);
    expect(report.sorted().map(({ message }) => message)).toContainEqual(
      expect.stringContaining(`cannot express ${JSON.stringify(field)}`),
    );
  });

  it("is not reported if a target has it", () => {
    const report = createReport();
    reportUncarried(prepared(field).set, "All", { [field]: true }, report);
    expect(report.sorted()).toEqual([]);
  });
});

it("writes nothing for a tool without policies", () => {
  expect([runtimePolicy(noPolicy), writePolicy(noPolicy)]).toEqual([{}, {}]);
});

describe("defineTools", () => {
  const cache = fileURLToPath(new URL("../../.cache/", import.meta.url));
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "tool-fields-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("has a type for every field, which its example has", () => {
    const tools = rows
      .filter(([name]) => name !== "name")
      .map(([name]) => `  ${name}_field: ${JSON.stringify(toolWith(name))},`);
    const file = join(folder, "spec.tools.ts");
    writeFileSync(
      file,
      `import { defineTools } from "toolpress/spec";\n\nexport default defineTools({ tools: {\n${tools.join("\n")}\n} });\n`,
    );
    expect(compileStrictly([file])).toEqual([]);
  });

  it("refuses a policy of another type", () => {
    const file = join(folder, "wrong.tools.ts");
    const tool = JSON.stringify({ description: "d", timeout: 30, approval: "yes", bind: { a: { of: 1 } } });
    writeFileSync(
      file,
      `import { defineTools } from "toolpress/spec";\n\nexport default defineTools({ tools: { a: ${tool} } });\n`,
    );
    expect(compileStrictly([file])).toHaveLength(3);
  });
});
