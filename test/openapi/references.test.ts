import { describe, expect, it } from "vitest";
import {
  api,
  compile,
  declarations,
  type Files,
  getThing,
  ok,
  problems,
  textOf,
  tools,
} from "./compile-files.js";

describe("an operation behind a reference", () => {
  it("is read with all its fields", async () => {
    const found = await compile({
      "api.yaml": api({ "/things/{id}": { get: { $ref: "resources/get.yml" } } }),
      "resources/get.yml": getThing,
    });
    expect(problems(found)).toEqual([]);
    expect(declarations(found)).toMatchObject([
      { name: "get_thing", description: "Gets a thing of the shop", parameters: { properties: { id: {} } } },
    ]);
  });

  it("is read through several references, inside of a file and between files", async () => {
    const found = await compile({
      "api.yaml": api({ "/things/{id}": { get: { $ref: "a.yml#/x" } } }),
      "a.yml": { x: { $ref: "#/y" }, y: { $ref: "b/b.yml" } },
      "b/b.yml": getThing,
    });
    expect(tools(found)).toEqual(["get_thing: id"]);
  });

  it("has the fields beside the reference", async () => {
    const found = await compile({
      "api.yaml": api({
        "/things/{id}": {
          get: { $ref: "get.yml", summary: "Fetches one thing", "x-toolpress": { confirm: true } },
        },
      }),
      "get.yml": getThing,
    });
    expect(declarations(found)[0]?.description).toBe("Fetches one thing");
    expect(textOf(found, "entries.ts")).toContain("approval: true");
  });

  it("decides with its extensions whether it is a tool", async () => {
    const files = (hint: object): Files => ({
      "api.yaml": api({
        "/things/{id}": { get: { $ref: "get.yml" } },
        "/other": { get: { operationId: "other", responses: ok } },
      }),
      "get.yml": { ...getThing, ...hint },
    });
    expect(tools(await compile(files({ "x-internal": true })))).toEqual(["other: "]);
    expect(tools(await compile(files({ "x-toolpress": { enabled: true, name: "thing" } }), {}))).toEqual([
      "thing: id",
    ]);
  });

  it("has its texts, also behind a reference", async () => {
    const found = await compile({
      "api.yaml": api({ "/things/{id}": { get: { $ref: "get.yml" } } }),
      "get.yml": { ...getThing, summary: undefined, description: { $ref: "texts.yml#/get" } },
      "texts.yml": { get: "Looks a thing up by its number." },
    });
    expect(declarations(found)[0]?.description).toBe("Looks a thing up by its number.");
  });

  it.each([
    ["a file that is not there", "none.yml", {}, "there is no such file"],
    ["nothing in a file", "parts.yml#/b", { "parts.yml": { a: 1 } }, 'there is no "b"'],
    ["itself", "#/paths/~1things~1{id}/get", {}, "it refers to itself"],
    [
      "each other",
      "a.yml",
      { "a.yml": { $ref: "b.yml" }, "b.yml": { $ref: "a.yml" } },
      "it refers to itself",
    ],
    ["a pointer through itself", "#/x/y", {}, "it refers to itself"],
    ["the network", "https://example.com/get.yml", {}, "nothing is fetched from the network"],
    ["a file outside", "../../get.yml", {}, "the file is outside the project"],
  ])(
    "is an error, not an empty tool, if the reference leads to %s",
    async (_, $ref, files: Files, problem) => {
      const found = await compile({
        "api.yaml": api(
          { "/things/{id}": { get: { $ref } }, "/other": { get: { operationId: "other", responses: ok } } },
          { x: { $ref: "#/x/y" } },
        ),
        ...files,
      });
      expect(tools(found)).toEqual(["other: "]);
      expect(problems(found)).toEqual([
        expect.stringMatching(/^TP605 specs\/[ab]\w*\.ya?ml:\d+:\d+ cannot follow /),
      ]);
      expect(problems(found)[0]).toContain(problem);
    },
  );

  it("is an error with its location if the target is not an operation", async () => {
    const found = await compile({
      "api.yaml": api({
        "/things": { get: { $ref: "get.yml#/thing" }, post: { operationId: "post", responses: ok } },
      }),
      "get.yml": "# things\nthing: a text\n",
    });
    expect(problems(found)).toEqual([
      'TP606 specs/get.yml:2:8 operation: expected a mapping, found "a text"',
    ]);
    expect(tools(found)).toEqual(["post: "]);
  });

  it("may lead through 64 references, and not through more", async () => {
    const chain = (length: number): Files => ({
      "api.yaml": api({ "/things/{id}": { get: { $ref: "chain.yml#/a0" } } }),
      "chain.yml": Object.fromEntries(
        Array.from({ length }, (_, i) => [`a${i}`, i === length - 1 ? getThing : { $ref: `#/a${i + 1}` }]),
      ),
    });
    expect(tools(await compile(chain(64)))).toEqual(["get_thing: id"]);
    const found = await compile(chain(20_000));
    expect(tools(found)).toEqual([]);
    expect(problems(found)[0]).toContain("it leads through more than 64 references");
  });
});

describe("a fault behind a reference", () => {
  it("is shown in its file", async () => {
    const found = await compile({
      "api.yaml": api({ "/things/{id}": { get: { $ref: "resources/get.yml" } } }),
      "resources/get.yml": [
        "operationId: getThing",
        "parameters:",
        "  - $ref: ../parameters.yml#/id",
        "  - $ref: ../parameters.yml#/nothing",
        "responses: { '200': { description: ok } }",
        "",
      ].join("\n"),
      "parameters.yml": "id:\n  name: id\n  in: nowhere\n",
    });
    expect(problems(found)).toEqual([
      expect.stringMatching(/^TP606 specs\/resources\/get\.yml:3:5 /),
      expect.stringMatching(/^TP605 specs\/resources\/get\.yml:4:5 .*there is no "nothing"$/),
    ]);
  });

  it("is shown beside the reference, if it is there", async () => {
    const found = await compile({
      "api.yaml": "openapi: 3.0.3\npaths:\n  /things:\n    get:\n      $ref: get.yml\n      tags: 5\n",
      "get.yml": { operationId: "get", responses: ok },
    });
    expect(problems(found)).toEqual(["TP606 specs/api.yaml:6:13 tags: expected a list of texts, found 5"]);
  });
});

describe("a path item behind a reference", () => {
  const item = {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
    servers: [{ url: "https://items.example" }],
    get: { $ref: "get.yml" },
    delete: { operationId: "deleteThing", responses: ok },
  };
  const get = { operationId: "getThing", responses: ok };

  it("has its operations, parameters and servers, including their references", async () => {
    const found = await compile({
      "api.yaml": api({ "/things/{id}": { $ref: "paths/thing.yml" } }),
      "paths/thing.yml": item,
      "paths/get.yml": get,
    });
    expect(problems(found)).toEqual([]);
    expect(tools(found)).toEqual(["get_thing: id", "delete_thing: id"]);
    expect(textOf(found, "get-thing.ts")).toContain("https://items.example");
  });

  it("prefers the fields beside the reference to its own", async () => {
    const found = await compile({
      "api.yaml": api({
        "/things/{id}": {
          $ref: "paths/thing.yml",
          post: { operationId: "postThing", responses: ok },
          delete: { operationId: "removeThing", responses: ok },
          servers: [{ url: "https://main.example" }],
        },
      }),
      "paths/thing.yml": item,
      "paths/get.yml": get,
    });
    expect(problems(found)).toEqual([]);
    expect(tools(found)).toEqual(["get_thing: id", "post_thing: id", "remove_thing: id"]);
    expect(textOf(found, "get-thing.ts")).toContain("https://main.example");
  });

  it("may stand under components", async () => {
    const found = await compile({
      "api.yaml": {
        ...api({ "/things/{id}": { $ref: "#/components/pathItems/thing" } }),
        openapi: "3.1.0",
        components: { pathItems: { $ref: "items.yml" } },
      },
      "items.yml": { thing: { get: { ...getThing } } },
    });
    expect(tools(found)).toEqual(["get_thing: id"]);
  });

  it("reports methods that cannot be sent, in every file", async () => {
    const found = await compile({
      "api.yaml": {
        ...api({
          "/things": {
            get: { operationId: "list", responses: ok },
            trace: { $ref: "o.yml#/t" },
            additionalOperations: { $ref: "o.yml#/more" },
          },
        }),
        openapi: "3.2.0",
      },
      "o.yml": { t: { responses: ok }, more: { COPY: { responses: ok } } },
    });
    expect(problems(found, "TP607").map((line) => line.slice(6))).toEqual([
      expect.stringMatching(/^specs\/api\.yaml:.* TRACE /),
      expect.stringMatching(/^specs\/o\.yml:.* COPY /),
    ]);
  });
});
