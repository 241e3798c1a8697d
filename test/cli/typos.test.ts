import { afterEach, describe, expect, it } from "vitest";
import { createProject, type Project, type Result } from "./project.js";

// A typo must never delete committed code. In each case, the code is generated, the spec is damaged, and
// `gen` runs again.

let project: Project | undefined;
afterEach(() => project?.remove());

interface Edit {
  readonly file: string;
  readonly text: string;
  readonly typo: string;
  /** Other files of the project. */
  readonly beside?: Readonly<Record<string, string>>;
}

async function afterTypo(
  { file, text, typo, beside = {} }: Edit,
  added: Readonly<Record<string, string>> = {},
): Promise<Result & { lost: string[] }> {
  project = createProject();
  project.put(file, text);
  for (const [path, content] of Object.entries(beside)) project.put(path, content);
  const first = await project.toolpress("gen");
  expect(first).toMatchObject({ code: 0 });
  // The key of a file in the lock may change, because its inputs changed. The text of the file must not
  // change.
  const read = (path: string): string => project!.get(path).replace(/"key":"[^"]*"/g, "");
  const before = new Map(project.files().map((path) => [path, read(path)]));
  expect(typo).not.toBe(text);
  project.put(file, typo);
  for (const [path, content] of Object.entries(added)) project.put(path, content);
  const result = await project.toolpress("gen");
  const now = new Set(project.files());
  const lost = [...before].filter(([path, content]) => !now.has(path) || read(path) !== content);
  return { ...result, lost: lost.map(([path]) => path) };
}

const input = { type: "object", properties: { city: { type: "string", description: "A city." } } };
const about = (name: string): string => `Tells of a place what ${name} says.`;
const described = (name: string): object => ({ name, description: about(name) });

const listings: Readonly<Record<string, (name: string) => object>> = {
  mcp: (name) => ({ ...described(name), inputSchema: input }),
  anthropic: (name) => ({ ...described(name), input_schema: input }),
  openai: (name) => ({ type: "function", function: { ...described(name), parameters: input } }),
  bedrock: (name) => ({ toolSpec: { ...described(name), inputSchema: { json: input } } }),
  "amazon-q": (name) => ({ toolSpecification: { ...described(name), inputSchema: { json: input } } }),
  gemini: (name) => ({ functionDeclarations: [{ ...described(name), parameters: input }] }),
};
const listed = (tool: (name: string) => object): string =>
  JSON.stringify({ tools: [tool("weather"), tool("forecast")] }, null, 1);

describe("a typo in one entry of a list of tools keeps the output of that tool", () => {
  const typos: readonly (readonly [string, (text: string) => string])[] = [
    ["the key of its name", (text) => text.replace('"name"', '"nmae"')],
    ["a number as its name", (text) => text.replace('"weather"', "5")],
    ["a number as its description", (text) => text.replace(JSON.stringify(about("weather")), "5")],
    ["a list as its arguments", (text) => text.replace('"object"', '"array"')],
  ];
  const cases = Object.entries(listings).flatMap(([dialect, tool]) =>
    typos.map(([what, damage]) => [dialect, what, tool, damage] as const),
  );

  it.each(cases)("%s: %s", async (_dialect, _what, tool, damage) => {
    const text = listed(tool);
    const result = await afterTypo({ file: "specs/places.json", text, typo: damage(text) });
    expect(result).toMatchObject({ code: 1, lost: [] });
    expect(result.stderr).toContain('TP220  "weather" has errors now');
    expect(result.stderr).not.toContain('TP220  "forecast"');
  });

  it.each([
    ["openai", "nested", '"function",', '"functoin",'],
    ["openai", "body", '"function":', '"functoin":'],
    ["anthropic", "schema", '"input_schema"', '"input_shcema"'],
    ["mcp", "schema", '"inputSchema"', '"inputSchem"'],
    ["gemini", "declarations", '"functionDeclarations"', '"functionDeclaration"'],
    ["bedrock", "spec", '"toolSpec"', '"toolSepc"'],
  ])("%s: a misspelt %s", async (dialect, _what, word, typo) => {
    const text = listed(listings[dialect]!);
    const result = await afterTypo({ file: "specs/places.json", text, typo: text.replace(word, typo) });
    expect(result).toMatchObject({ code: 1, lost: [] });
  });

  it("a misspelt type is not read as a tool of the provider", async () => {
    const flat = (name: string): object => ({ type: "function", ...described(name), parameters: input });
    const text = listed(flat);
    const result = await afterTypo({
      file: "specs/places.json",
      text,
      typo: text.replace('"function"', '"functon"'),
    });
    expect(result).toMatchObject({ code: 1, lost: [] });
    expect(result.stderr).toContain('expected the type "function" or "custom", found "functon"');
  });

  it("a contract of a manifest is kept completely, and the others continue", async () => {
    const contract = (name: string): object => ({
      name: `${name}-tools`,
      function_declarations: [{ ...described(name), parameters: input }],
    });
    const text = JSON.stringify({ contracts: [contract("weather"), contract("forecast")] }, null, 1);
    const typo = text.replace("function_declarations", "function_declaration");
    const result = await afterTypo({ file: "specs/places.json", text, typo });
    expect(result).toMatchObject({ code: 1, lost: [] });
  });

  it("a tool that was deleted from the document is still removed", async () => {
    const text = listed(listings["mcp"]!);
    const { tools } = JSON.parse(text) as { tools: object[] };
    project = createProject();
    project.put("specs/places.json", text);
    await project.toolpress("gen");
    project.put("specs/places.json", JSON.stringify({ tools: tools.slice(1) }));
    expect(await project.toolpress("gen")).toMatchObject({ code: 0 });
    expect(project.files()).not.toContain("generated/places/tools/weather.ts");
  });
});

const call = (id: string, tag: string): string => `    get:
      operationId: ${id}
      tags: [${tag}]
      summary: Gives one of the ${tag} by its number.
      parameters: [{ name: id, in: path, required: true, schema: { type: string }, description: A number. }]
      responses: { "200": { description: ok } }
`;
const api = `openapi: 3.0.3
info: { title: Shelter, version: "1" }
servers: [{ url: https://shelter.example }]
paths:
  /pets/{id}:
${call("getPet", "pets")}  /owners/{id}:
${call("getOwner", "owners")}`;
const config = (settings: string): Readonly<Record<string, string>> => ({
  "toolpress.config.yaml": `specs:\n  specs/api.yaml: ${settings}\n`,
});

describe("a typo in an OpenAPI document keeps the output of the operation", () => {
  const typos = [
    ["a method", "    get:", "    gte:"],
    ["a method in upper case", "    get:", "    GET:"],
    ["a path", "  /pets/{id}:", "  pets/{id}:"],
    ["an operationId", "operationId: getPet", "operationId: 5"],
    ["an operationId that is gone", "operationId: getPet", "operationId:"],
    ["tags", "tags: [pets]", "tags: pets"],
    ["an operation", /get:\n(?: {6}.*\n)*/, "get: 5\n"],
    ["a path item", /\n {4}get:\n(?: {6}.*\n)*/, " 5\n"],
    ["a reference", /\n {4}get:\n(?: {6}.*\n)*/, " { $ref: nowhere.yaml }\n"],
    ["parameters of a path", "    get:", "    parameters: { a: b }\n    get:"],
    ["parameters of an operation", "in: path", "in: paht"],
  ] as const;
  const secured = api
    .replace(
      "paths:",
      `components: { securitySchemes: { apiKey: { type: apiKey, in: header, name: X-Key } } }
security: [{ apiKey: [] }]
paths:`,
    )
    .replace("tags: [pets]", "tags: [pets]\n      security: [{ apiKey: [] }]");
  it.each([
    ["a requirement of an operation", "      security: [{ apiKey: [] }]", "      security: [{ apikey: [] }]"],
    ["a requirement that is a text", "      security: [{ apiKey: [] }]", "      security: [apiKey]"],
    ["requirements that are no list", "      security: [{ apiKey: [] }]", "      security: { apiKey: [] }"],
    ["a requirement of all operations", "\nsecurity: [{ apiKey: [] }]", "\nsecurity: [{ apikey: [] }]"],
    ["the type of a scheme", "type: apiKey", "type: apikey"],
  ])("%s is not read as a call without credentials", async (_what, word, typo) => {
    const edit = { file: "specs/api.yaml", text: secured, typo: secured.replace(word, typo) };
    const result = await afterTypo({ ...edit, beside: config("{ all: true }") });
    expect(result).toMatchObject({ code: 1, lost: [] });
  });

  const settings = ["{ all: true }", "{ include: [getPet, getOwner] }", "{ all: true, split: tag }"];

  it.each(settings.flatMap((setting) => typos.map((typo) => [setting, ...typo] as const)))(
    "%s: %s",
    async (setting, _what, word, typo) => {
      const edit = { file: "specs/api.yaml", text: api, typo: api.replace(word, typo) };
      const result = await afterTypo({ ...edit, beside: config(setting) });
      expect(result).toMatchObject({ code: 1, lost: [] });
    },
  );

  const shared = `${api.replace(
    "paths:",
    `components:
  schemas:
    Node: { type: object, description: A node., properties: { next: { $ref: "#/components/schemas/Node" } } }
paths:`,
  )}  /nodes:
    post:
      operationId: addNode
      summary: Adds a node to the others.
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { node: { $ref: "#/components/schemas/Node" } } } } } }
      responses: { "200": { description: ok } }
`;
  it("including the schemas that it shared", async () => {
    const second = shared
      .slice(shared.indexOf("    post:"))
      .replace("post:", "put:")
      .replace("addNode", "putNode");
    const text = `${shared}${second}`;
    const beside = config("{ all: true, prune: false }");
    const typo = text.replace("  /nodes:", "  nodes:");
    const result = await afterTypo({ file: "specs/api.yaml", text, typo, beside });
    expect(project!.files()).toContain("generated/api/schemas.ts");
    expect(result).toMatchObject({ code: 1, lost: [] });
  });

  it("the other operations continue", async () => {
    const typo = api.replace("/pets/{id}:", "pets/{id}:").replace("one of the owners", "an owner");
    const edit = { file: "specs/api.yaml", text: api, typo, beside: config("{ all: true }") };
    const { stderr, lost } = await afterTypo(edit);
    expect(stderr).toContain('TP220  "get_pet" has errors now');
    expect(lost).toContain("generated/api/declarations.json");
    expect(lost).not.toContain("generated/api/tools/get-pet.ts");
  });
});

describe("a typo in the settings of a spec keeps the existing output", () => {
  it.each([
    ["{ include: [getPet, getOwnr] }", "toolpress.config.yaml:2:39", 'Did you mean "getOwner"?'],
    ['{ include: [getPet, "tag:owner"] }', "toolpress.config.yaml:2:39", 'Did you mean "tag:owners"?'],
    ["{ include: [getPet, getOwner], rename: { getOwnr: who } }", "toolpress.config.yaml:2:60", "TP634"],
    ["{ include: [getPet, getOwner], bind: { idd: { env: ID } } }", "toolpress.config.yaml:2:58", "TP634"],
    ["{ include: [getPet, getOwner], remote: shelter }", "toolpress.config.yaml:2:50", "TP718"],
    [
      "{ include: [getPet, getOwner], overlays: [shelter.overlay.yaml] }",
      "specs/shelter.overlay.yaml:1:1",
      "TP618",
    ],
  ])("%s", async (typo, place, message) => {
    const file = "toolpress.config.yaml";
    const text = config("{ include: [getPet, getOwner] }")[file]!;
    const edit = { file, text, typo: config(typo)[file]!, beside: { "specs/api.yaml": api } };
    const result = await afterTypo(edit, { "specs/shelter.overlay.yaml": "overlay: 7.0.0\n" });
    expect(result).toMatchObject({ code: 1, lost: [] });
    expect(result.stderr).toContain(place);
    expect(result.stderr).toContain(message);
  });
});
