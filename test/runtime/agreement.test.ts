import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkNode, oldestNode } from "../../runtime/base/agreement.js";
import { createToolset } from "../../runtime/index.js";
import type { BoundTool, ToolPolicy } from "../../runtime/tool.js";

describe("the runtime compares its version of Node with the oldest that it supports", () => {
  test.each(["18.20.4", "20.18.3", "16.0.0"])("%s is an error of one sentence", (version) => {
    expect(() => checkNode(version)).toThrow(
      `@toolpress/runtime needs Node 20.19 or newer, found ${version}`,
    );
  });

  test.each(["20.19.0", "20.20.2", "22.0.0", "24.21.0"])("%s passes", (version) => {
    expect(() => checkNode(version)).not.toThrow();
  });

  test("a platform without a version of Node passes", () => {
    expect(() => checkNode(undefined)).not.toThrow();
  });

  test.each(["package.json", "runtime/package.json"])("%s names the same version", (file) => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
    expect((JSON.parse(text) as { engines: { node: string } }).engines.node).toBe(`>=${oldestNode}`);
  });
});

test("a policy that this runtime does not know is an error at start, not a policy without effect", () => {
  const policy = { approval: true, approvers: ["ann"] } as ToolPolicy;
  const entry = {
    name: "pay",
    declaration: { name: "pay", description: "Pays." },
    policy,
    checks: () => ({ parse: () => null! }),
  };
  const tool: BoundTool = { entry, run: () => "done" };
  expect(() => createToolset({ name: "shop", tools: [tool] })).toThrow(
    'policy "approvers" of "pay" needs a newer @toolpress/runtime',
  );
});
