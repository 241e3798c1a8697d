import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { editorSchemas } from "../../generator/editor-schemas/index.js";
import { documentToolFields } from "../../generator/tool-fields/document.js";
import { compileSchema } from "./compile-schema.js";

const root = new URL("../../", import.meta.url);
const textOf = (path: string): string => readFileSync(new URL(path, root), "utf8");
const names = Object.keys(editorSchemas);

describe.each(names)("schema/%s", (name) => {
  it("is up to date (npm run docs)", () => {
    expect(JSON.parse(textOf(`schema/${name}`))).toEqual(JSON.parse(JSON.stringify(editorSchemas[name]!())));
  });

  it("compiles under the strictest rules of Ajv", () => {
    expect(compileSchema(JSON.parse(textOf(`schema/${name}`)) as object)).toBeTypeOf("function");
  });

  it("is an export of the package", () => {
    const { exports } = JSON.parse(textOf("package.json")) as { exports: Record<string, unknown> };
    expect(exports[`./schema/${name}`]).toBe(`./dist/schema/${name}`);
  });
});

it("schema/ contains only generated files", () => {
  expect(existsSync(new URL("schema", root))).toBe(true);
  expect(readdirSync(new URL("schema", root)).sort()).toEqual([...names].sort());
});

it("README.md has the table of fields (npm run docs)", () => {
  const [, table = ""] =
    /<!-- tool-fields: npm run docs -->\n(.*?)<!-- \/tool-fields -->/s.exec(textOf("README.md")) ?? [];
  expect(cellsOf(table)).toEqual(cellsOf(documentToolFields()));
});

/** Removes the spaces and dashes that align the columns of a table. */
function cellsOf(table: string): readonly string[] {
  return table
    .trim()
    .split("\n")
    .map((line) => line.replace(/\s*\|\s*/g, "|").replace(/-{3,}/g, "---"));
}
