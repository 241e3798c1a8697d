import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { format, resolveConfig } from "prettier";
import { editorSchemas } from "../generator/editor-schemas/index.js";
import { documents } from "./documents.js";

// `npm run docs`: writes the generated documents.

// First, because tables of fields are made of them.
for (const [name, schema] of Object.entries(editorSchemas)) {
  const file = new URL(`../schema/${name}`, import.meta.url);
  const options = await resolveConfig(file);
  writeFileSync(file, await format(JSON.stringify(schema()), { ...options, filepath: name }));
}

const made = await documents();
rmSync(new URL("api/", import.meta.url), { recursive: true, force: true });
mkdirSync(new URL("api/", import.meta.url));
for (const [path, text] of made) writeFileSync(new URL(path, import.meta.url), text);
