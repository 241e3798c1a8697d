import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { generate } from "../../generator/generate.js";
import type { HttpOperation } from "../../generator/ir.js";
import { defaultOptions } from "../../generator/options.js";
import { type Compiled, compileDocument } from "./compile-document.js";

const ok = { responses: { "200": { description: "ok" } } };

function compile(document: object, settings: object = { all: true }): Compiled {
  return compileDocument(JSON.stringify(document), "/nowhere/api.json", { ...settings });
}

function operationOf(compiled: Compiled, index = 0): HttpOperation {
  const binding = compiled.tools[index]?.tool.binding;
  if (binding?.kind !== "http") throw new Error(`no HTTP tool; ${JSON.stringify(compiled.diagnostics)}`);
  return binding.operation;
}

function problems(compiled: Compiled): readonly string[] {
  return compiled.diagnostics
    .filter(({ severity }) => severity !== "note")
    .map(({ code, message }) => `${code} ${message}`);
}

describe("a request body", () => {
  it("whose description is a number has no description", () => {
    const requestBody = { description: 5, content: { "text/plain": { schema: { type: "string" } } } };
    const compiled = compile({
      openapi: "3.0.3",
      paths: { "/notes": { post: { operationId: "addNote", requestBody, ...ok } } },
    });
    expect(compiled.tools[0]?.declaration.parameters?.properties?.["body"]?.description).toBe(
      "The request body, as text/plain",
    );
  });
});

describe("Swagger 2.0", () => {
  const swagger = (operation: object, root: object = {}): object => ({
    swagger: "2.0",
    host: "api.example.com",
    basePath: "/v1",
    schemes: ["http", "https"],
    ...root,
    paths: { "/things/{id}": { post: { operationId: "act", ...ok, ...operation } } },
  });
  const id = { name: "id", in: "path", required: true, type: "string" };

  it("turns collectionFormat into style and explode", () => {
    const list = (name: string, collectionFormat?: string): object => ({
      name,
      in: "query",
      type: "array",
      items: { type: "string" },
      ...(collectionFormat !== undefined && { collectionFormat }),
    });
    const parameters = [
      id,
      list("a"),
      list("b", "csv"),
      list("c", "ssv"),
      list("d", "tsv"),
      list("e", "pipes"),
      list("f", "multi"),
    ];
    const { parameters: compiled } = operationOf(compile(swagger({ parameters })));
    expect(compiled.slice(1).map(({ name, style, explode }) => `${name} ${style} ${explode}`)).toEqual([
      "a form false",
      "b form false",
      "c spaceDelimited false",
      "d tabDelimited false",
      "e pipeDelimited false",
      "f form true",
    ]);
  });

  it("flattens the body parameter", () => {
    const schema = { type: "object", required: ["n"], properties: { n: { type: "integer" } } };
    const operation = operationOf(
      compile(swagger({ parameters: [id, { name: "thing", in: "body", required: true, schema }] })),
    );
    expect(operation.body).toEqual({ contentType: "application/json", required: true, form: "flat" });
    expect(operation.parameters.map(({ argument, in: place }) => `${argument} ${place}`)).toEqual([
      "id path",
      "n body",
    ]);
  });

  it("sends files by multipart and other form fields as a form", () => {
    const field = { name: "f", in: "formData", type: "string", required: true };
    const file = { name: "f", in: "formData", type: "file" };
    expect(operationOf(compile(swagger({ parameters: [id, field] }))).body?.contentType).toBe(
      "application/x-www-form-urlencoded",
    );
    const upload = operationOf(compile(swagger({ parameters: [id, file] })));
    expect([upload.body?.contentType, upload.parameters[1]?.file]).toEqual(["multipart/form-data", "one"]);
  });

  it("reads security definitions and `basic`", () => {
    const root = { securityDefinitions: { b: { type: "basic" } }, security: [{ b: [] }] };
    expect(operationOf(compile(swagger({ parameters: [id] }, root))).security).toEqual([["b"]]);
  });

  it.each([
    ["header", []],
    ["body", ["TP635"]],
  ])("reads an API key in the %s with the errors %j", (place, codes) => {
    const key = { type: "apiKey", in: place, name: "X-Key" };
    const root = { securityDefinitions: { key }, security: [{ key: [] }] };
    const { diagnostics } = compile(swagger({ parameters: [id] }, root));
    expect(diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code)).toEqual(codes);
  });

  it("reads a version that YAML parses as a number", () => {
    const text = "swagger: 2.0\npaths:\n  /a:\n    get: { operationId: a, responses: {} }\n";
    expect(compileDocument(text, "/nowhere/a.yaml").tools).toHaveLength(1);
  });
});

describe("other versions", () => {
  it("3.2 is read as 3.1, with a note", () => {
    const { tools, diagnostics } = compile({
      openapi: "3.2.0",
      paths: { "/a": { get: { operationId: "a", ...ok } } },
    });
    expect(tools).toHaveLength(1);
    expect(diagnostics.map(({ code }) => code)).toContain("TP602");
  });

  it("the methods that 3.2 added are refused by name", () => {
    const item = {
      query: { operationId: "q", ...ok },
      additionalOperations: { COPY: { operationId: "c", ...ok } },
    };
    const { diagnostics } = compile({
      openapi: "3.2.0",
      paths: { "/a": { get: { operationId: "a", ...ok }, ...item } },
    });
    expect(diagnostics.filter(({ code }) => code === "TP607").map(({ message }) => message)).toEqual([
      "QUERY /a cannot become a tool: handlers do not send QUERY",
      "COPY /a cannot become a tool: handlers do not send COPY",
    ]);
  });

  it.each([{ openapi: "4.0.0" }, { openapi: "1.2" }, { swagger: "1.2" }, { openapi: {} }])(
    "%j is refused",
    (version) => {
      expect(problems(compile({ ...version, paths: {} })).join()).toContain("TP601");
    },
  );
});

describe("documents in several files", () => {
  const folder = mkdtempSync(join(tmpdir(), "openapi-files-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const files: Readonly<Record<string, string>> = {
    "api/paths/pets.yaml": `
get:
  operationId: listPets
  parameters:
    - $ref: ../parameters.yaml#/limit
    - $ref: ../parameters.yaml#/by%20kind
  responses:
    "200": { description: ok, content: { application/json: { schema: { $ref: ../schemas/pet.yaml } } } }
post:
  operationId: addPet
  requestBody: { required: true, content: { application/json: { schema: { $ref: ../schemas/pet.yaml } } } }
  responses: {}
`,
    "api/parameters.yaml": `
limit: { name: limit, in: query, schema: { $ref: "#/types/limit" } }
by kind: { name: kind, in: query, schema: { type: string } }
types: { limit: { type: integer, maximum: 50 } }
`,
    "api/schemas/pet.yaml": `
type: object
required: [id, name]
properties:
  id: { type: string, readOnly: true }
  name: { type: string }
  friend: { $ref: pet.yaml }
  home: { $ref: "place.yaml#/definitions/a~1b" }
`,
    "api/schemas/place.yaml": `definitions: { a/b: { type: object, properties: { city: { type: string } } } }`,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const main = 'openapi: 3.0.0\npaths:\n  /pets: { $ref: "paths/pets.yaml" }\n';
  const compiled = compileDocument(main, join(folder, "api/main.yaml"), { all: true, prune: false }, folder);

  it("are one document: references to path items, parameters and schemas are resolved", () => {
    expect(problems(compiled)).toEqual([]);
    const [list, add] = compiled.tools.map(({ declaration }) => declaration.parameters?.properties ?? {});
    expect(list).toMatchObject({ limit: { type: "INTEGER", maximum: 50 }, kind: { type: "STRING" } });
    expect(Object.keys(add ?? {})).toEqual(["name", "friend", "home"]);
    expect(add?.["home"]?.properties).toEqual({ city: { type: "STRING" } });
    expect(Object.keys(add?.["friend"]?.properties ?? {})).not.toContain("id");
  });

  it.each([
    ["https://evil.example/schema.json", "nothing is fetched from the network"],
    ["//evil.example/schema.json", "nothing is fetched from the network"],
    ["file:///etc/passwd", "the file is outside the project"],
    ["/etc/passwd", "the file is outside the project"],
    ["../../../etc/passwd", "the file is outside the project"],
    ["..%2f..%2f..%2fetc/passwd", "the file is outside the project"],
    ["missing.yaml", "there is no such file"],
    ["#/components/schemas/Missing", 'there is no "components"'],
    ["#anchor", "the fragment is not a JSON pointer"],
  ])("never reach %s", (reference, problem) => {
    const parameters = [{ name: "a", in: "query", schema: { $ref: reference } }];
    const document = { openapi: "3.0.0", paths: { "/a": { get: { operationId: "a", parameters, ...ok } } } };
    const { tools, diagnostics } = compileDocument(
      JSON.stringify(document),
      join(folder, "api/main.json"),
      { all: true },
      folder,
    );
    expect(tools[0]?.declaration.parameters?.properties).toEqual({
      a: { type: "STRING", description: "JSON text." },
    });
    expect(diagnostics.map(({ code, severity, message }) => `${severity} ${code} ${message}`)).toContain(
      `warning TP641 cannot follow ${JSON.stringify(reference)}: ${problem}; any value is accepted here`,
    );
  });

  it("that refer to each other end", () => {
    const schemas = { A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } };
    const parameters = [{ name: "a", in: "query", schema: { $ref: "#/components/schemas/A" } }];
    const round = compile({
      openapi: "3.0.0",
      components: { schemas },
      paths: { "/a": { get: { operationId: "a", parameters, ...ok } } },
    });
    expect(round.tools).toHaveLength(1);
    expect(round.diagnostics.map(({ code, message }) => `${code} ${message}`).join()).toContain(
      'TP641 cannot follow "#/components/schemas/A": it refers to itself',
    );
  });
});

describe("bound values", () => {
  const parameters = [
    { name: "X-Tenant", in: "header", required: true, schema: { type: "string" } },
    { name: "q", in: "query", schema: { type: "string" } },
  ];
  const document = { openapi: "3.0.0", paths: { "/a": { get: { operationId: "a", parameters, ...ok } } } };

  it("of the config are not declared but are sent", () => {
    const [tool] = compile(document, { all: true, bind: { "X-Tenant": { env: "TENANT" } } }).tools;
    expect(Object.keys(tool?.declaration.parameters?.properties ?? {})).toEqual(["q"]);
    expect(tool?.tool.policy.bind.get("X_Tenant")).toEqual({ from: "env", name: "TENANT" });
  });
});

describe("a body without a value for `required", () => {
  const body = (required: boolean | undefined, needed: string[]): object => ({
    openapi: "3.0.0",
    paths: {
      "/a": {
        post: {
          operationId: "a",
          ...ok,
          requestBody: {
            ...(required !== undefined && { required }),
            content: {
              "application/json": {
                schema: { type: "object", required: needed, properties: { n: { type: "integer" } } },
              },
            },
          },
        },
      },
    },
  });

  it.each([
    [undefined, ["n"], "flat", true],
    [undefined, [], "flat", false],
    [true, [], "flat", true],
    [false, ["n"], "whole", false],
    [false, [], "flat", false],
  ])("required: %s with required properties %j is sent %s", (required, needed, form, sent) => {
    expect(operationOf(compile(body(required, needed))).body).toMatchObject({ form, required: sent });
  });
});

describe("names in the lock", () => {
  const document = (paths: object): string =>
    JSON.stringify({ openapi: "3.0.0", info: { title: "t", version: "1" }, paths });
  const get = (operationId: string): object => ({
    get: { operationId, summary: "Gets what is asked for.", ...ok },
  });

  async function namesOf(
    text: string,
    previous?: ReadonlyMap<string, string>,
  ): Promise<[readonly string[], Map<string, string>]> {
    const { sets } = await generate(
      {
        specs: [{ path: "specs/api.openapi.json", text, settings: { all: true } }],
        load: () => undefined,
        out: "generated",
      },
      { file: (_, path) => previous?.get(path) },
      { ...defaultOptions, severity: { TP412: "error" } },
    );
    const files = new Map(sets[0]?.files.map((file) => [file.path, file.text]));
    return [sets[0]?.lock.tools.map((tool) => `${tool.source} ${tool.name}`) ?? [], files];
  }

  it("are kept when a new operation matches the same name", async () => {
    const [before, files] = await namesOf(document({ "/a": get("things.list") }));
    expect(before).toEqual(["things.list things_list"]);
    const [after] = await namesOf(document({ "/b": get("things_list"), "/a": get("things.list") }), files);
    expect(after).toEqual(
      ["things_list things_list_0a1e0a7c", "things.list things_list"].map((line) =>
        expect.stringMatching(line.replace(/_[0-9a-f]{8}$/, "_[0-9a-f]{8}")),
      ),
    );
  });

  it("and files are kept when the operation becomes invalid; the others continue", async () => {
    const healthy = { "/a": get("listThings"), "/b": get("listOthers") };
    const [, files] = await namesOf(document(healthy));
    const parameters = [{ name: "x", in: "nowhere" }];
    const broken = { ...healthy, "/a": { get: { operationId: "listThings", parameters, ...ok } } };
    const [names, after] = await namesOf(document(broken), files);
    expect(names).toEqual(["listThings list_things", "listOthers list_others"]);
    for (const path of ["tools/list-things.ts", "http/list-things.ts"])
      expect(after.get(path)).toBe(files.get(path));
    expect(after.get("index.ts")).toContain("sendListThings");
  });

  it("are removed by an error in a parameter that two operations share", async () => {
    const sort = { name: "sort", in: "query", schema: { type: "string", enum: [] } };
    const sorted = (operationId: string): object => ({
      get: { operationId, parameters: [{ $ref: "#/components/parameters/sort" }], ...ok },
    });
    const text = JSON.stringify({
      openapi: "3.0.3",
      info: { title: "Things", version: "1" },
      components: { parameters: { sort } },
      paths: { "/a": sorted("listThings"), "/b": sorted("listOthers"), "/c": get("listMore") },
    });
    expect((await namesOf(text))[0]).toEqual(["listMore list_more"]);
  });
});
