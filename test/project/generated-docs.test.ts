import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { documents } from "../../docs/documents.js";

it("has the text that `npm run docs` writes in every generated page", async () => {
  const made = await documents();
  const docs = new URL("../../docs/", import.meta.url);
  const stale = [...made].filter(([path, text]) => readFileSync(new URL(path, docs), "utf8") !== text);
  expect(stale.map(([path]) => path)).toEqual([]);
  const pages = readdirSync(new URL("api/", docs)).map((file) => `api/${file}`);
  expect(pages.filter((path) => !made.has(path))).toEqual([]);
}, 120_000);
