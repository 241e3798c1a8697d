import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { run } from "../../generator/cli/run.js";
import { createProject, type Project, specOf } from "./project.js";

const operation = (operationId: string, tag: string, summary: string, more = ""): string =>
  `{ operationId: ${operationId}, tags: [${tag}], summary: ${summary}, responses: { "200": { description: OK } }${more} }`;

const shop = `openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example }]
paths:
  /items:
    get: ${operation("listItems", "items", "Lists the items of the shop.")}
    post: ${operation("addItem", "items", "Adds an item to the shop.")}
  /items/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { tags: [items], summary: Gives one item., responses: { "200": { description: OK } } }
  /orders:
    get: ${operation("listOrders", "orders", "Lists the orders.", ", x-internal: true")}
    put: ${operation("replaceOrders", "orders", "Replaces all orders.", ", parameters: [{ name: x, in: nowhere }]")}
`;

let project: Project;
beforeEach(() => {
  project = createProject();
  project.put("shop.yaml", shop);
});
afterEach(() => project.remove());

const lines = (text: string): string[] => text.trimEnd().split("\n");

describe("toolpress operations", () => {
  test("lists every operation with its selector for include; only the list is printed to stdout", async () => {
    const { code, stdout, stderr } = await project.toolpress("operations", "shop.yaml");
    expect(code).toBe(0);
    expect(lines(stdout)).toEqual([
      "listItems            17          items   GET /items   Lists the items of the shop.",
      "addItem              16          items   POST /items  Adds an item to the shop.",
      "GET /items/{id}      37          items                Gives one item.",
      "listOrders           14  hidden  orders  GET /orders  Lists the orders.",
      "replaceOrders         -  TP606   orders  PUT /orders  Replaces all orders.",
    ]);
    expect(lines(stderr)).toEqual([
      "operation        tokens  state   tag     call         summary",
      "",
      "5 operations, about 70 tokens.",
      "1 cannot become a tool. For the reason: toolpress lint shop.yaml --include replaceOrders",
      "",
      "All of them fit the budget, so no selection is needed:",
      "  toolpress gen shop.yaml",
    ]);
    expect(project.files(".")).toEqual([expect.stringContaining("shop.yaml")]);
  });

  test("searches, and shows the command that selects the results", async () => {
    const { stdout, stderr } = await project.toolpress("operations", "shop.yaml", "item", "shop");
    expect(lines(stdout).map((line) => line.split(" ")[0])).toEqual(["listItems", "addItem"]);
    const command = /^ {2}toolpress (.*)$/m.exec(stderr)?.[1] ?? "";
    expect(command).toBe("gen shop.yaml --include listItems --include addItem");
    expect((await project.toolpress(...command.split(" "))).code).toBe(0);
    expect(project.files().filter((path) => path.includes("/tools/"))).toHaveLength(2);
  });

  test("lists tags with --tags", async () => {
    const { stdout, stderr } = await project.toolpress("operations", "shop.yaml", "--tags");
    expect(lines(stdout)).toEqual(["tag:items            3      70", "tag:orders           0       0"]);
    expect(lines(stderr)[0]).toBe("include     operations  tokens");
  });

  test("prints JSON for scripts", async () => {
    const all = await project.toolpress("operations", "shop.yaml", "order", "--format", "json");
    expect(JSON.parse(all.stdout)).toEqual([
      expect.objectContaining({ include: "listOrders", hidden: true, code: null }),
      {
        include: "replaceOrders",
        operationId: "replaceOrders",
        method: "PUT",
        path: "/orders",
        tag: "orders",
        tags: ["orders"],
        summary: "Replaces all orders.",
        tokens: null,
        included: false,
        hidden: false,
        code: "TP606",
      },
    ]);
    expect(all.stderr).toBe("");
    const tags = await project.toolpress("operations", "shop.yaml", "--tags", "--format", "json");
    expect(JSON.parse(tags.stdout)[0]).toEqual({
      include: "tag:items",
      tag: "items",
      operations: 3,
      tokens: 70,
      included: 0,
    });
  });

  test("marks what the config includes, and shows the line to add", async () => {
    project.put(
      "toolpress.config.yaml",
      "specs: { shop.yaml: { include: [listItems, listOrders], overlays: [shop.overlay.yaml] } }\n",
    );
    project.put(
      "shop.overlay.yaml",
      `overlay: 1.0.0\nactions: [{ target: "$.paths['/items'].get", update: { summary: Lists everything. } }]\n`,
    );
    const { stdout, stderr } = await project.toolpress("operations", "./shop.yaml", "list*", "item*", "list");
    expect([stdout, stderr]).toEqual(["", expect.stringContaining('"item*": in no operation')]);
    const found = await project.toolpress("operations", "./shop.yaml");
    expect(lines(found.stdout)[0]).toMatch(/^listItems +\d+ {2}included .* Lists everything\.$/);
    expect(lines(found.stdout)[3]).toMatch(/^listOrders +\d+ {2}included /);
    expect(found.stderr).toContain("2 of them are included.");
    expect(found.stderr).toContain('\n  include: [addItem, "GET /items/{id}"]\n');
  });

  test("reports an error in the settings, and still lists the operations", async () => {
    project.put("toolpress.config.yaml", "specs: { shop.yaml: { overlays: [missing.yaml] } }\n");
    const { code, stdout, stderr } = await project.toolpress("operations", "shop.yaml", "order");
    expect([code, lines(stdout).length]).toEqual([0, 2]);
    expect(stderr).toContain("toolpress.config.yaml:1:");
  });

  test("fits a terminal", async () => {
    let stdout = "";
    const terminal = {
      cwd: project.path,
      env: { NO_COLOR: "1" },
      stdout: { write: (text: string) => (stdout += text), isTTY: true, columns: 50 },
      stderr: { write: () => true },
    };
    expect(await run(["operations", "shop.yaml"], terminal)).toBe(0);
    for (const line of lines(stdout)) expect(line.length).toBeLessThanOrEqual(50);
    expect(stdout).toContain("…");
  });
});

describe("toolpress operations refuses", () => {
  test("a search without results, and suggests similar words", async () => {
    const { code, stdout, stderr } = await project.toolpress("operations", "shop.yaml", "item", "ordrs");
    expect([code, stdout]).toEqual([1, ""]);
    expect(lines(stderr)).toEqual([
      'toolpress: none of the 5 operations of shop.yaml matches "item ordrs"',
      '  "item": in 3 operations',
      '  "ordrs": in no operation; did you mean "orders"?',
    ]);
    const json = await project.toolpress("operations", "shop.yaml", "ordrs", "--format", "json");
    expect([json.code, JSON.parse(json.stdout)]).toEqual([1, []]);
  });

  test.each([
    ["math.tools.yaml", specOf(), "found toolpress YAML", "toolpress stats math.tools.yaml lists its tools."],
    ["mcp.json", '{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}', "found MCP", "toolpress stats"],
  ])("another dialect: %s", async (file, text, message, help) => {
    project.put(file, text);
    const { code, stdout, stderr } = await project.toolpress("operations", file);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("expected an OpenAPI document");
    expect(stderr).toContain(message);
    expect(stderr).toContain(help);
  });

  test.each([
    ["nothing.yaml", "a: 1\n", 1, "TP701"],
    ["old.json", '{"openapi":"4.0.0","paths":{}}', 1, "TP601"],
    ["empty.json", '{"openapi":"3.1.0"}', 1, "TP626"],
    ["cut.json", '{"openapi":', 1, "TP101"],
  ])("a document that cannot be read: %s", async (file, text, expected, message) => {
    project.put(file, text);
    const { code, stdout, stderr } = await project.toolpress("operations", file);
    expect([code, stdout]).toEqual([expected, ""]);
    expect(stderr).toContain(message);
  });

  test("a missing document, a folder, a file that does not exist", async () => {
    project.put("specs/a.tools.yaml", specOf());
    const usage = "Usage: toolpress operations <document> [words...]";
    for (const [words, message] of [
      [[], usage],
      [["specs"], 'found the folder "specs"'],
      [["shp.yaml"], 'Did you mean "shop.yaml"?'],
    ] as const) {
      const { code, stderr } = await project.toolpress("operations", ...words);
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
  });
});
