import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generate, type Generation } from "../../generator/generate.js";
import { defaultOptions } from "../../generator/options.js";
import { checkDeclarations } from "../../gemini-rules/check-declarations.js";
import { compileStrictly } from "../helpers/compile.js";
import { hostileTexts } from "../helpers/hostile-texts.js";
import { importEveryFile } from "../helpers/import-generated.js";

// An OpenAPI document is hostile input. Every payload is put into every text of a document, which is then
// generated, compiled by tsc and imported.

/**
 * Returns a document with the payload in every text of OpenAPI. A text that may cost its operation is in an
 * operation of its own.
 */
function documentWith(text: string): string {
  const described = {
    type: "string",
    description: text,
    title: text,
    example: text,
    "x-enum-varnames": [text],
  };
  const ok = {
    [text]: { description: text },
    "200": {
      description: text,
      content: {
        "application/json": { schema: { $ref: "#/components/schemas/Named" } },
        [text]: { schema: described },
      },
    },
  };
  const body = (mediaType: string, schema: object): object => ({
    description: text,
    required: true,
    content: {
      [mediaType]: {
        schema,
        encoding: { [text]: { contentType: text, style: text, headers: { [text]: described } } },
      },
    },
  });
  const fields = {
    type: "object",
    required: [text],
    properties: { [text]: described, file: { type: "string", format: "binary", description: text } },
  };
  const key = text
    .replace(/[\ud800-\udfff]/g, "")
    .replace(/~/g, "~0")
    .replace(/\//g, "~1");
  const reference = `#/components/schemas/${encodeURIComponent(key)}`;
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: text, version: text, description: text, contact: { name: text }, "x-logo": { url: text } },
    servers: [
      {
        url: `https://api.example.com/{v}`,
        description: text,
        variables: { v: { default: text, enum: [text], description: text } },
      },
      { url: text },
    ],
    tags: [{ name: text, description: text }],
    security: [{ [text]: [text] }],
    paths: {
      [`/${text}`]: { get: { operationId: "in_path", responses: ok } },
      [`/a/{${text.replace(/[{}]/g, "")}}`]: {
        get: {
          operationId: "parameters",
          parameters: [
            ...["query", "header", "cookie"].map((place) => ({
              name: text,
              in: place,
              description: text,
              schema: described,
            })),
            {
              name: "choice",
              in: "query",
              schema: { type: "string", enum: [text, "other"], default: text, examples: [text] },
            },
            { name: "constant", in: "query", required: true, schema: { const: text } },
            { name: "format", in: "query", schema: { type: "string", format: text } },
            { name: "content", in: "query", content: { [text]: { schema: described } } },
            {
              name: "deep",
              in: "query",
              style: "deepObject",
              schema: { type: "object", properties: { [text]: described } },
            },
          ],
          responses: ok,
        },
      },
      "/form": {
        post: {
          operationId: text,
          summary: text,
          description: text,
          tags: [text],
          externalDocs: { url: text },
          requestBody: body("application/x-www-form-urlencoded", fields),
          responses: ok,
        },
      },
      "/multipart": {
        post: {
          operationId: "multipart",
          "x-toolpress": { name: text, description: text, hide: [text], bind: { [text]: { context: text } } },
          security: [{ key: [], [text]: [] }],
          requestBody: body("multipart/form-data", fields),
          responses: ok,
        },
      },
      "/pattern": {
        get: {
          operationId: "pattern",
          parameters: [{ name: "p", in: "query", schema: { type: "string", pattern: text } }],
          responses: ok,
        },
      },
      "/media": { post: { operationId: "media", requestBody: body(text, described), responses: ok } },
      "/reference": {
        post: {
          operationId: "reference",
          requestBody: body("application/json", { $ref: reference }),
          responses: ok,
        },
      },
      "/variants": {
        post: {
          operationId: "variants",
          requestBody: body("application/json", { $ref: "#/components/schemas/Union" }),
          responses: ok,
        },
      },
    },
    components: {
      securitySchemes: {
        [text]: { type: "http", scheme: text, description: text },
        key: { type: "apiKey", in: "header", name: text },
      },
      schemas: {
        Named: {
          type: "object",
          title: text,
          description: text,
          properties: { [text]: described, listed: { enum: [text, 1] } },
        },
        [text]: {
          type: "object",
          description: text,
          properties: { inside: described, again: { $ref: "#/components/schemas/Named" } },
        },
        Union: {
          oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
          discriminator: { propertyName: "kind", mapping: { [text]: "#/components/schemas/Cat" } },
        },
        Cat: {
          type: "object",
          required: ["kind"],
          properties: { kind: { type: "string" }, [text]: described },
        },
        Dog: { type: "object", required: ["kind"], properties: { kind: { type: "string" } } },
      },
    },
  });
}

const generated = new Map<string, Generation>();
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hostile-openapi-"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const [index, text] of hostileTexts.entries()) {
    const spec = {
      path: `specs/case-${index}.openapi.json`,
      text: documentWith(text),
      settings: { all: true },
    };
    const generation = await generate(
      { specs: [spec], load: () => undefined, out: "generated" },
      { file: () => undefined },
      defaultOptions,
    );
    generated.set(text, generation);
    for (const set of generation.sets) {
      for (const file of set.files) {
        const path = join(folder, set.name, file.path);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, file.text);
      }
    }
  }
}, 180_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("hostile OpenAPI documents", () => {
  it.each(hostileTexts)("with %j become tools that Gemini accepts, or are reported", (text) => {
    const { sets, diagnostics } = generated.get(text)!;
    expect(sets).toHaveLength(1);
    const [set] = sets;
    const refused = diagnostics.filter(({ severity }) => severity === "error");
    expect((set?.lock.tools.length ?? 0) + refused.length).toBeGreaterThanOrEqual(8);
    expect(set?.lock.tools.length).toBeGreaterThanOrEqual(5);
    const declarations = set?.files.find((file) => file.path === "declarations.json");
    expect(checkDeclarations([JSON.parse(declarations!.text)])).toEqual([]);
  });

  it("keep every generated file inside the set's folder", () => {
    const paths = [...generated.values()].flatMap(({ sets }) =>
      sets.flatMap((set) => set.files.map((file) => file.path)),
    );
    expect(paths.filter((path) => !/^(tools\/|http\/)?[a-z0-9.-]+$/.test(path))).toEqual([]);
  });

  it("generate code that compiles under the strictest flags", () => {
    const files = [...generated.values()].flatMap(({ sets }) =>
      sets.flatMap((set) =>
        set.files
          .filter((file) => file.path.endsWith(".ts"))
          .map((file) => join(folder, set.name, file.path)),
      ),
    );
    expect(compileStrictly(files)).toEqual([]);
  });

  it("execute nothing when their output is imported", async () => {
    let imported = 0;
    for (const { sets } of generated.values()) {
      for (const set of sets) imported += await importEveryFile(set, join(folder, "run"));
    }
    expect(imported).toBeGreaterThan(generated.size);
    expect(Reflect.get(globalThis, "PWN")).toBeUndefined();
  });
});
