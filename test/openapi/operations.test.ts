import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { matches, parseSelector } from "../../generator/dialects/openapi/selector.js";
import { generate } from "../../generator/generate.js";
import { fits, groupOperations } from "../../generator/operations/group-operations.js";
import {
  type Listed,
  type ListedOperation,
  listOperations,
} from "../../generator/operations/list-operations.js";
import { searchOperations } from "../../generator/operations/search-operations.js";
import { defaultOptions } from "../../generator/options.js";
import { defaultLimits } from "../../generator/read/read.js";
import { searchWords, shellWord, yamlWord } from "../../generator/base/words.js";

const ok = { responses: { "200": { description: "ok" } } };

function listText(
  text: string,
  settings: object = {},
  path = "api.json",
  load: (path: string) => string | undefined = () => undefined,
): Listed {
  const spec = { path, text, settings: { ...settings } };
  return listOperations(spec, { load, limits: defaultLimits, options: defaultOptions });
}

function list(document: object, settings: object = {}): readonly ListedOperation[] {
  return listText(JSON.stringify(document), settings).list?.operations ?? [];
}

const broken = { name: "sort", in: "query", schema: { $ref: "#/components/schemas/Sort" } };
const shop = {
  openapi: "3.0.3",
  components: { schemas: { Sort: { type: "string", pattern: "(?<=a" } } },
  paths: {
    "/pets": {
      get: { operationId: "listPets", tags: ["pets", "reads"], summary: "Lists the pets.", ...ok },
      post: { operationId: "addPet", tags: ["pets"], description: "Adds a pet. It must be new.", ...ok },
      trace: { operationId: "tracePets", ...ok },
    },
    "/pets/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { summary: "Gives one pet.", ...ok },
      delete: { operationId: "twice", ...ok },
    },
    "/toys": {
      get: { operationId: "twice", parameters: [broken], ...ok },
      put: { operationId: "sortToys", parameters: [broken], ...ok },
    },
    "/odd": { get: { operationId: "get*", ...ok }, put: { operationId: "tag:x", ...ok } },
    "/secret": { get: { operationId: "getSecret", "x-internal": true, ...ok } },
    "/wrong": { get: { operationId: 5, ...ok } },
    "/nowhere": { $ref: "#/components/nothing" },
  },
};

describe("the list of operations", () => {
  const operations = list(shop, { include: ["listPets"] });
  const row = (include: string): ListedOperation | undefined =>
    operations.find((operation) => operation.include === include);

  it("starts each line with the selector for include, which is the operationId if it is unique", () => {
    expect(operations.map(({ include }) => include)).toEqual([
      ...["listPets", "addPet", "GET /pets/{id}", "DELETE /pets/{id}", "GET /toys", "sortToys", "GET /odd"],
      ...["PUT /odd", "getSecret", "tracePets", "GET /wrong", "* /nowhere"],
    ]);
  });

  it("contains method, path, tags, summary and cost of each", () => {
    expect(row("listPets")).toEqual({
      include: "listPets",
      operationId: "listPets",
      method: "GET",
      path: "/pets",
      tags: ["pets", "reads"],
      summary: "Lists the pets.",
      description: "",
      tokens: 13,
      code: undefined,
      included: true,
      hidden: false,
    });
    expect(row("addPet")).toMatchObject({ summary: "Adds a pet. It must be new.", included: false });
    expect(row("getSecret")).toMatchObject({ hidden: true, included: false, tokens: expect.any(Number) });
  });

  it("reports the error of an operation that cannot become a tool", () => {
    const codes = operations.flatMap(({ include, code }) => (code === undefined ? [] : [[include, code]]));
    expect(codes).toEqual([
      ["tracePets", "TP607"],
      ["GET /wrong", "TP606"],
      ["* /nowhere", "TP605"],
    ]);
    for (const { code, tokens } of operations) expect(tokens === undefined).toBe(code !== undefined);
  });

  it("applies the settings: overlays, bindings, selection", () => {
    const overlay = {
      overlay: "1.0.0",
      actions: [{ target: "$.paths['/pets'].get", update: { summary: "Says which pets there are." } }],
    };
    const settings = { overlays: ["better.overlay.json"], include: ["tag:pets"], exclude: ["addPet"] };
    const { list: found } = listText(JSON.stringify(shop), settings, "api.json", (path) =>
      path === "better.overlay.json" ? JSON.stringify(overlay) : undefined,
    );
    expect(found?.basis).toBe("include");
    expect(found?.operations.filter(({ included }) => included)).toEqual([
      expect.objectContaining({ include: "listPets", summary: "Says which pets there are." }),
    ]);
  });

  it("names the dialect of a document in another dialect", () => {
    const { list: found, dialect } = listText('{"tools": {"a": {"description": "Does it."}}}');
    expect([found, dialect?.name]).toEqual([undefined, "toolpress"]);
  });
});

const examples = fileURLToPath(new URL("../../node_modules/@readme/oas-examples", import.meta.url));

describe("the list of real documents", () => {
  const documents = ["2.0", "3.0", "3.1"].flatMap((version) =>
    readdirSync(`${examples}/${version}/json`)
      .filter((file) => file.endsWith(".json"))
      .map((file) => `${examples}/${version}/json/${file}`),
  );

  it("has the costs of the output of gen, and selects each operation alone", async () => {
    let count = 0;
    for (const path of documents) {
      const text = readFileSync(path, "utf8");
      const { list: found } = listText(text);
      if (found === undefined) continue;
      const specs = [{ path: "api.json", text, settings: { all: true } }];
      const inputs = { specs, load: () => undefined, out: "generated", dry: true };
      const { sets } = await generate(inputs, { file: () => undefined }, defaultOptions);
      const costs = sets.flatMap(({ lock }) => lock.tools).map(({ tokens }) => tokens);
      const listed = found.operations.filter(({ hidden }) => !hidden).flatMap(({ tokens }) => tokens ?? []);
      expect(listed.sort(), path).toEqual(costs.sort());
      for (const operation of found.operations.filter(({ code }) => code === undefined)) {
        const selector = parseSelector(operation.include)!;
        expect(found.operations.filter((other) => matches(selector, other))).toEqual([operation]);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(300);
  });
});

describe("a search", () => {
  const get = (operationId: string, summary = "", more: object = {}): object => ({
    get: { operationId, summary, ...ok, ...more },
  });
  const operations = list({
    openapi: "3.0.3",
    paths: {
      "/issues/comments": get("issues/create-comment", "Create an issue comment"),
      "/issues": get("issues/create", "Create an issue"),
      "/repositories": get("listRepositories", "Says which there are", { tags: ["code"] }),
      "/statuses": get("get_pull_request_statuses", "Statuses of a request"),
      "/cafe": get("visit", "Öffnet das Café", { description: "Mentions an issue in passing." }),
      "/weather": get("weather", "天气预报"),
    },
  });
  const found = (...words: string[]): readonly string[] =>
    searchOperations(operations, words).found.map(({ include }) => include);

  it.each([
    [
      ["create", "issue"],
      ["issues/create", "issues/create-comment"],
    ],
    [["ISSUES"], ["issues/create", "issues/create-comment", "visit"]],
    [["repository"], ["listRepositories"]],
    [["repo"], ["listRepositories"]],
    [["listRepository"], ["listRepositories"]],
    [["pullRequest", "status"], ["get_pull_request_statuses"]],
    [["pullrequest"], ["get_pull_request_statuses"]],
    [["the", "comment", "of", "an", "issue"], ["issues/create-comment"]],
    [["cafe", "offnet"], ["visit"]],
    [["café"], ["visit"]],
    [["天气"], ["weather"]],
    [["tag:code"], ["listRepositories"]],
    [["GET /issues*", "comment"], ["issues/create-comment"]],
    [["issues/create*"], ["issues/create-comment", "issues/create"]],
    [["code", "which"], ["listRepositories"]],
  ])("for %j finds %j", (words, expected) => {
    expect(found(...words)).toEqual(expected);
  });

  it("without words finds everything, in the order of the document", () => {
    expect(found()).toEqual(operations.map(({ include }) => include));
  });

  it("without results reports the word that matches nothing, with suggestions", () => {
    expect(searchOperations(operations, ["creat", "isue"])).toEqual({
      found: [],
      words: [
        { word: "creat", operations: 2, near: undefined },
        { word: "isue", operations: 0, near: "issue" },
      ],
    });
  });
});

describe("words", () => {
  it.each([
    ["getHTTPStatuses_v2", ["get", "http", "status", "v2"]],
    ["categories boxes addresses", ["category", "box", "address"]],
    ["bus analysis class", ["bus", "analysis", "class"]],
    ["/pets/{petId}", ["pet", "pet", "id"]],
  ])("of %j", (text, expected) => {
    expect(searchWords(text)).toEqual(expected);
  });

  it("are quoted for shells and for YAML if necessary", () => {
    expect(["tag:pets", "GET /a/{id}", "a$b", "it's $5"].map(shellWord)).toEqual([
      "tag:pets",
      '"GET /a/{id}"',
      "'a$b'",
      "'it'\\''s $5'",
    ]);
    expect(["listPets", "issues/list", "GET /a/{id}", "tag:pets", "yes", "1.5"].map(yamlWord)).toEqual([
      "listPets",
      "issues/list",
      '"GET /a/{id}"',
      '"tag:pets"',
      '"yes"',
      '"1.5"',
    ]);
  });
});

describe("groups", () => {
  it("are tags, the largest first, each operation under all of its tags", () => {
    const { by, groups, others } = groupOperations(list(shop, { include: ["listPets"] }));
    expect([by, others]).toEqual(["tag", 10]);
    expect(groups.map(({ include, operations, included }) => [include, operations, included])).toEqual([
      ["tag:pets", 2, 1],
      ["tag:reads", 1, 1],
    ]);
  });

  it("are first segments of paths if there are no tags", () => {
    const paths = { "/a/x": { get: ok }, "/a": { get: ok }, "/b/{id}": { get: ok }, "/{id}": { get: ok } };
    const { by, groups, others } = groupOperations(list({ openapi: "3.0.3", paths }));
    expect([by, groups.map(({ include, operations }) => [include, operations]), others]).toEqual([
      "path",
      [
        ["/a*", 2],
        ["/b*", 1],
      ],
      1,
    ]);
  });

  it("fit the budget, or do not", () => {
    const { budgets } = defaultOptions;
    expect(fits({ operations: 20, tokens: 12_000 }, budgets)).toBe(true);
    for (const [operations, tokens] of [
      [21, 10],
      [2, 12_001],
      [0, 0],
    ] as const)
      expect(fits({ operations, tokens }, budgets)).toBe(false);
  });
});
