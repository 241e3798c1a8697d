import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { format, resolveConfig } from "prettier";
import { editorSchemas } from "../generator/editor-schemas/index.js";
import { documentToolFields } from "../generator/tool-fields/document.js";
import { documents } from "./documents.js";

// Writes the generated documents. The command is `npm run docs`.

// The editor schemas are written first, because the tables of fields are made from them.
for (const [name, schema] of Object.entries(editorSchemas))
  await writeFormatted(`schema/${name}`, JSON.stringify(schema()));

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const table = /(?<=<!-- tool-fields: npm run docs -->\n).*?(?=<!-- \/tool-fields -->)/s;
await writeFormatted(
  "README.md",
  readme.replace(table, () => `\n${documentToolFields()}\n`),
);

const made = await documents();
rmSync(new URL("api/", import.meta.url), { recursive: true, force: true });
mkdirSync(new URL("api/", import.meta.url));
for (const [path, text] of made) writeFileSync(new URL(path, import.meta.url), text);

async function writeFormatted(path: string, text: string): Promise<void> {
  const file = new URL(`../${path}`, import.meta.url);
  const options = await resolveConfig(file);
  writeFileSync(file, await format(text, { ...options, filepath: path }));
}
