import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checkInteractionTools } from "../../gemini-rules/interactions/check-interaction-tools.js";
import { interactionRules } from "../../gemini-rules/interactions/interaction-rules.js";
import { createReport } from "../../generator/diagnostics/report.js";
import { interactions } from "../../generator/export/interactions.js";
import { writeFields } from "../../runtime/interactions/write-request.js";
import type { FunctionDeclaration, Tool } from "../../runtime/wire.js";
import { prepareText } from "../export/prepare-text.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Every declaration that the generator writes in this repository. */
const files = ["generated", "test/golden"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("declarations.json"))
    .map((file) => join(folder, file)),
);

const readTool = (file: string): Tool => JSON.parse(readFileSync(join(root, file), "utf8")) as Tool;

function translate(tools: readonly Tool[]): unknown {
  return writeFields({ contents: [], tools }, "gemini-3.8-flash").tools;
}

describe("the declarations for the Interactions API", () => {
  it("are accepted, for every declaration of the generator", () => {
    let functions = 0;
    for (const file of files) {
      const tool = readTool(file);
      functions += tool.functionDeclarations?.length ?? 0;
      const refusal = checkInteractionTools(
        translate([tool]),
        undefined,
        interactionRules("gemini-3.8-flash"),
      );
      expect({ file, refusal }).toEqual({ file, refusal: undefined });
    }
    console.log(`${functions} functions of ${files.length} files`);
    expect(functions).toBeGreaterThan(100);
  });

  it("are the same in the export and at run time", () => {
    for (const file of files) {
      const tool = readTool(file);
      const declarations = (tool.functionDeclarations ?? []) as readonly FunctionDeclaration[];
      const { set } = prepareText({ tools: Object.fromEntries(declarations.map(({ name }) => [name, {}])) });
      const byName = new Map(declarations.map((declaration) => [declaration.name, declaration]));
      const exported = interactions.write(set, { report: createReport(), declarations: () => byName });
      // The order of the names in a schema means nothing.
      expect((exported as { readonly tools: unknown }).tools).toEqual(translate([tool]));
    }
  });

  it("export the choice and built-in tools", () => {
    const { set } = prepareText({
      tools: { ping: { description: "Pings." } },
      toolConfig: { mode: "ANY", allowedFunctionNames: ["ping"] },
      builtins: ["googleSearch"],
    });
    const declarations = () => new Map([["ping", { name: "ping", description: "Pings." }]]);
    expect(interactions.write(set, { report: createReport(), declarations })).toEqual({
      tools: [
        {
          type: "function",
          name: "ping",
          description: "Pings.",
          parameters: { type: "object", properties: {} },
        },
        { type: "google_search" },
      ],
      generation_config: { tool_choice: { allowed_tools: { mode: "any", tools: ["ping"] } } },
    });
  });
});
