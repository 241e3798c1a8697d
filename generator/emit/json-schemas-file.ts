import { type EmitContext, runtimeModule } from "./context.js";
import { createImports } from "./imports.js";
import { keyOf } from "./key.js";
import type { PlannedFile } from "./planned-file.js";
import { render } from "./render.js";

/** The JSON Schemas of a tool for the application. They are not lowered. Bound arguments are removed. */
export interface PlainSchemas {
  readonly input: unknown;
  readonly output?: unknown;
}

/** Returns the name of the constant in `json-schemas.ts` that contains the schemas of a tool. */
export function schemasName({ names }: { readonly names: { readonly value: string } }): string {
  return `${names.value}Schemas`;
}

/**
 * Plans `json-schemas.ts`, with the JSON Schemas of the tools for other systems. Returns no file if the project does
 * not enable this output.
 */
export function planJsonSchemasFile(
  tools: readonly { readonly name: string; readonly names: { readonly value: string } }[],
  plain: ReadonlyMap<string, PlainSchemas>,
  context: EmitContext,
): readonly PlannedFile[] {
  const views = tools.flatMap((tool) => {
    const schemas = plain.get(tool.name);
    const schemasDoc = `JSON Schemas of \`${tool.name}\`: its arguments without the bound ones, and its result.`;
    return schemas ? [{ schemasDoc, schemasName: schemasName(tool), schemas }] : [];
  });
  if (views.length === 0) return [];
  const imports = createImports();
  imports.type(runtimeModule, "ToolSchemas");
  const declares = views.map((view) => view.schemasName);
  const view = { header: context.header, imports: imports.code(), tools: views };
  return [
    {
      path: "json-schemas.ts",
      key: keyOf(context.header, views),
      render: async () => ({
        text: render("json-schemas.ts", view),
        outline: { declares, imports: imports.modules },
      }),
    },
  ];
}
