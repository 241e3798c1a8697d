import { describe, expect, it } from "vitest";
import { generate } from "../../generator/generate.js";
import { defaultOptions } from "../../generator/options.js";

// Another process applies its own defaults. Defaults are filled in only for handlers in the user's process.

const shared = `
schemas:
  Window:
    type: object
    properties: { open: { type: boolean, default: false }, side: { type: string } }
`;

async function filesOf(binding: string): Promise<ReadonlyMap<string, string>> {
  const text = `
tools:
  set_window:
    description: Sets how far a window is open.
    ${binding}
    parameters:
      type: object
      properties:
        percent: { type: integer, default: 50, description: How far }
        window: { $ref: "#/schemas/Window" }
${shared}`;
  const specs = [{ path: "specs/house.tools.yaml", text }];
  const inputs = { specs, load: () => undefined, out: "generated" };
  const { sets, diagnostics } = await generate(inputs, { file: () => undefined }, defaultOptions);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return new Map(sets[0]!.files.map(({ path, text: content }) => [path, content]));
}

describe("defaults", () => {
  it.each(["mcp", "python", "snakepit"])("are not sent to a tool of %s", async (kind) => {
    const files = await filesOf(`binding: { ${kind}: house }`);
    expect(files.get("tools/set-window.ts")).toContain("percent?: number;");
    expect([...files.values()].join("\n")).not.toContain("complete");
  });

  it("are filled in for a handler", async () => {
    const files = await filesOf("");
    expect(files.get("tools/set-window.ts")).toContain("percent: number;");
    expect(files.get("tools/set-window.ts")).toContain("complete: completeSetWindowArgs");
    expect(files.get("schemas.ts")).toContain("completeWindow");
  });
});
