import { describe, expect, it } from "vitest";
import { createReport } from "../../generator/diagnostics/report.js";
import { openapi } from "../../generator/dialects/openapi/openapi.js";
import { openSettings } from "../../generator/dialects/spec-settings.js";
import { compileDocument } from "./compile-document.js";
import { documentOf } from "./document-of.js";

const operation = (operationId: string | undefined, tags: string[] = [], more: object = {}): object => ({
  ...(operationId !== undefined && { operationId }),
  tags,
  responses: {},
  ...more,
});

const shop = {
  openapi: "3.0.0",
  paths: {
    "/pets": { get: operation("listPets", ["pets"]), post: operation("addPet", ["pets", "admin"]) },
    "/pets/{id}": { get: operation("getPet", ["pets"]), delete: operation(undefined, ["admin"]) },
    "/orders": { get: operation("listOrders", ["orders"]) },
    "/secret": { get: operation("getSecret", ["orders"], { "x-internal": true }) },
  },
};

function select(settings: object, document: object = shop): { names: string[]; problems: string[] } {
  const { tools, diagnostics } = compileDocument(JSON.stringify(document), "/nowhere/shop.json", {
    ...settings,
  });
  const problems = diagnostics.filter(({ severity, code }) => severity !== "note" && code !== "TP611");
  return {
    names: tools.map(({ tool }) => tool.name),
    problems: problems.map(({ code, message }) => `${code} ${message}`),
  };
}

describe("selecting operations", () => {
  it("is optional if the document fits the tool budget", () => {
    const all = ["list_pets", "add_pet", "get_pet", "delete_pets_by_id", "list_orders"];
    expect(select({})).toEqual({ names: all, problems: [] });
    expect(select({ exclude: ["tag:admin"] })).toEqual({
      names: ["list_pets", "get_pet", "list_orders"],
      problems: [],
    });
  });

  const long = (count: number, more: object = {}): object => ({
    openapi: "3.0.0",
    paths: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `/things${index}`,
        { get: operation(`get${index}`, index < 5 ? ["few"] : [], more) },
      ]),
    ),
  });

  it("is required if it does not fit", () => {
    expect(select({}, long(20)).names).toHaveLength(20);
    expect(select({}, long(21))).toEqual({
      names: [],
      problems: [
        "TP603 expected a selection of operations, found none; the document has 21, more than budgets.tools (20)",
      ],
    });
    expect(select({ exclude: ["get20"] }, long(21)).names).toHaveLength(20);
  });

  it("is required if no tool may be chosen by default", () => {
    expect(select({}, long(3, { "x-internal": true }))).toEqual({
      names: [],
      problems: ["TP603 expected a selection of operations, found none; all 3 are excluded or hidden"],
    });
  });

  it("is left to a document that offers operations", () => {
    const offering = long(30);
    const first = (offering as { paths: Record<string, { get: object }> }).paths["/things0"]!;
    first.get = { ...first.get, "x-toolpress": { enabled: true } };
    expect(select({}, offering)).toEqual({ names: ["get0"], problems: [] });
  });

  it("includes everything with `all`, except hidden operations", () => {
    expect(select({ all: true }).names).toEqual([
      "list_pets",
      "add_pet",
      "get_pet",
      "delete_pets_by_id",
      "list_orders",
    ]);
  });

  it.each([
    [["getPet"], ["get_pet"]],
    [["list*"], ["list_pets", "list_orders"]],
    [["tag:admin"], ["add_pet", "delete_pets_by_id"]],
    [["GET /pets*"], ["list_pets", "get_pet"]],
    [["get /orders"], ["list_orders"]],
    [["/pets/{id}"], ["get_pet", "delete_pets_by_id"]],
    [["* /orders"], ["list_orders"]],
    [[{ tag: "pets", method: "get" }], ["list_pets", "get_pet"]],
    [
      [{ path: "/pets", method: "POST" }, "listOrders"],
      ["add_pet", "list_orders"],
    ],
    [["getSecret"], ["get_secret"]],
    [["tag:orders"], ["list_orders"]],
  ])("includes %j", (include, names) => {
    expect(select({ include })).toEqual({ names, problems: [] });
  });

  it("excludes included operations", () => {
    expect(select({ include: ["tag:pets"], exclude: ["POST /*"] }).names).toEqual(["list_pets", "get_pet"]);
    expect(select({ all: true, exclude: ["tag:pets", "tag:admin"] }).names).toEqual(["list_orders"]);
  });

  it("reports selectors that match nothing", () => {
    expect(select({ include: ["getPet", "getDog"], exclude: ["tag:none"] }).problems).toEqual([
      'TP604 no operation matches "tag:none"',
      'TP633 include: no operation matches "getDog"',
    ]);
  });

  it.each([[[5]], [[{ operation: "x" }]], [[{}]], [[""]], [[{ tag: 5 }]]])(
    "refuses the selector %j",
    (include) => {
      expect(select({ include }).problems.join()).toContain("TP617");
    },
  );

  it.each([
    { split: "path" },
    { rename: [] },
    { prune: 5 },
    { prune: { depth: 0 } },
    { bind: { a: 1 } },
    { overlays: [1] },
    { approval: "maybe" },
  ])("refuses the settings %j", (settings) => {
    expect(select({ ...settings, all: true }).problems.join()).toContain("TP617");
  });

  it("renames by operationId and by method and path", () => {
    const rename = { getPet: "find_pet", "DELETE /pets/{id}": "remove_pet" };
    expect(select({ include: ["/pets/{id}"], rename }).names).toEqual(["find_pet", "remove_pet"]);
  });
});

describe("splitting by tag", () => {
  it("makes a set of each first tag", () => {
    const report = createReport();
    const context = {
      setName: "shop",
      documents: { open: () => ({ refused: "missing" as const, reference: "" }) },
      report,
      settings: openSettings({ settings: { all: true, split: "tag" } }, report),
    };
    const sets = openapi.import(documentOf(shop), context);
    expect(sets.map(({ name, tools }) => [name, tools.map(({ sourceName }) => sourceName)])).toEqual([
      ["shop-pets", ["listPets", "addPet", "getPet"]],
      ["shop-admin", ["delete_pets_by_id"]],
      ["shop-orders", ["listOrders"]],
    ]);
  });
});

describe("extensions for agents", () => {
  const one = (extensions: object, root: object = {}): object => ({
    openapi: "3.0.0",
    ...root,
    paths: { "/a": { post: { operationId: "doIt", summary: "Does it.", responses: {}, ...extensions } } },
  });

  function toolOf(extensions: object, settings: object = { all: true }, root: object = {}): unknown {
    const { tools } = compileDocument(JSON.stringify(one(extensions, root)), "/nowhere/a.json", {
      ...settings,
    });
    const [first] = tools;
    return (
      first && {
        name: first.tool.name,
        description: first.tool.description,
        approval: first.tool.policy.approval,
      }
    );
  }

  const plain = { name: "do_it", description: "Does it.", approval: false };

  it.each([
    [
      "x-toolpress",
      { "x-toolpress": { name: "act", description: "Acts.", confirm: true } },
      { name: "act", description: "Acts.", approval: true },
    ],
    [
      "x-google-mcp-tool",
      { "x-google-mcp-tool": { name: "g.act-now", description: "G." } },
      { ...plain, name: "g_act_now", description: "G." },
    ],
    [
      "x-speakeasy-mcp",
      { "x-speakeasy-mcp": { name: "s_act", description: "S." } },
      { ...plain, name: "s_act", description: "S." },
    ],
    ["x-speakeasy-name-override", { "x-speakeasy-name-override": "other" }, { ...plain, name: "other" }],
    ["x-mint", { "x-mint": { mcp: { enabled: true, name: "m_act" } } }, { ...plain, name: "m_act" }],
    ["x-mcp", { "x-mcp": { enabled: true, description: "M." } }, { ...plain, description: "M." }],
    ["x-openai-isConsequential", { "x-openai-isConsequential": true }, { ...plain, approval: true }],
    ["x-requireConfirmation", { "x-requireConfirmation": "ENABLED" }, { ...plain, approval: true }],
    [
      "x-ai-capabilities",
      { "x-ai-capabilities": { confirmation: { type: "AdaptiveCard" } } },
      { ...plain, approval: true },
    ],
  ])("%s is applied", (_, extensions, expected) => {
    expect(toolOf(extensions)).toEqual(expected);
  });

  it.each([
    { "x-toolpress": false },
    { "x-toolpress": { enabled: false } },
    { "x-google-mcp-tool": false },
    { "x-speakeasy-mcp": { disabled: true } },
    { "x-mint": { mcp: { enabled: false } } },
    { "x-mcp": { enabled: false } },
    { "x-sfdc/agent/action/publishAsAgentAction": false },
    { "x-speakeasy-ignore": true },
    { "x-internal": true },
  ])("%j hides the operation, unless it is included by name", (extensions) => {
    expect(toolOf(extensions)).toBeUndefined();
    expect(toolOf(extensions, { include: ["/a"] })).toBeUndefined();
    expect(toolOf(extensions, { include: ["doIt"] })).toEqual(plain);
  });

  it("toolpress extensions come first, tool extensions before confirmation, and the config before the document", () => {
    const extensions = {
      "x-toolpress": { name: "ours", enabled: true, confirm: false },
      "x-google-mcp-tool": { name: "theirs", description: "Theirs." },
      "x-openai-isConsequential": true,
      "x-internal": true,
    };
    expect(toolOf(extensions)).toEqual({ name: "ours", description: "Theirs.", approval: true });
    expect(toolOf(extensions, { all: true, rename: { doIt: "config" } })).toMatchObject({ name: "config" });
  });

  it("an offered operation needs no selection", () => {
    expect(toolOf({ "x-google-mcp-tool": {} }, {})).toEqual(plain);
  });

  it("the root applies if the operation has no extension", () => {
    const root = { "x-mint": { mcp: { enabled: false } } };
    expect(toolOf({}, { all: true }, root)).toBeUndefined();
    expect(toolOf({ "x-mint": { mcp: { enabled: true } } }, { all: true }, root)).toEqual(plain);
  });

  it("an x-mcp of another type at the root is ignored", () => {
    expect(toolOf({}, { all: true }, { "x-mcp": { enabled: false, servers: [] } })).toEqual(plain);
  });

  it("every write requires approval if the config sets it", () => {
    expect(toolOf({}, { all: true, approval: "writes" })).toEqual({ ...plain, approval: true });
    const extension = { "x-openai-isConsequential": false };
    expect(toolOf(extension, { all: true, approval: "writes" })).toEqual({ ...plain, approval: true });
  });
});
