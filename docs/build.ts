import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { documents } from "./documents.js";

// `npm run docs`: writes what is made from the source.

const made = await documents();
rmSync(new URL("api/", import.meta.url), { recursive: true, force: true });
mkdirSync(new URL("api/", import.meta.url));
for (const [path, text] of made) writeFileSync(new URL(path, import.meta.url), text);
