import { readFileSync, writeFileSync } from "node:fs";
import { format, resolveConfig } from "prettier";
import { documentDiagnostics } from "../generator/diagnostics/document.js";
import { editorSchemas } from "../generator/editor-schemas/index.js";
import { documentToolFields } from "../generator/tool-fields/document.js";

// Writes the files that are made from the source: docs/diagnostics.md, schema/*.json and the table of fields in README.md.

const root = new URL("../", import.meta.url);

writeFileSync(new URL("docs/diagnostics.md", root), documentDiagnostics());
for (const [name, schema] of Object.entries(editorSchemas))
  await writeFormatted(`schema/${name}`, JSON.stringify(schema()));

const readme = readFileSync(new URL("README.md", root), "utf8");
const table = /(?<=<!-- tool-fields: npm run docs -->\n).*?(?=\n<!-- \/tool-fields -->)/s;
await writeFormatted(
  "README.md",
  readme.replace(table, () => `\n${documentToolFields()}\n`),
);

async function writeFormatted(path: string, text: string): Promise<void> {
  const file = new URL(path, root);
  const options = await resolveConfig(file);
  writeFileSync(file, await format(text, { ...options, filepath: path }));
}
