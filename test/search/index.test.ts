import { createToolset, type FunctionDeclaration } from "@toolpress/runtime";
import { withSearch } from "@toolpress/runtime/search";
import { describe, expect, it } from "vitest";
import { generate, type GeneratedSet } from "../../generator/generate.js";
import { defaultOptions } from "../../generator/options.js";
import { searchTokens } from "../../generator/search/search-cost.js";

interface Generated {
  readonly set: GeneratedSet | undefined;
  readonly problems: readonly string[];
}

async function compile(
  path: string,
  document: object,
  settings?: Readonly<Record<string, unknown>>,
): Promise<Generated> {
  const specs = [{ path, text: JSON.stringify(document), ...(settings && { settings }) }];
  const inputs = { specs, load: () => undefined, out: "generated" };
  const { sets, diagnostics } = await generate(inputs, { file: () => undefined }, defaultOptions);
  // The tools of these specs are described as briefly as possible.
  const problems = diagnostics.filter(({ severity, code }) => severity !== "note" && code !== "TP402");
  return { set: sets[0], problems: problems.map(({ code, message }) => `${code} ${message}`) };
}

const lists = {
  200: {
    description: "d",
    content: {
      "application/json": {
        schema: { type: "array", items: { type: "object", properties: { id: { type: "integer" } } } },
      },
    },
  },
};
const one = {
  200: {
    description: "d",
    content: { "application/json": { schema: { type: "object", properties: { id: { type: "integer" } } } } },
  },
};
const text = (name: string): object => ({
  name,
  in: "query",
  required: true,
  schema: { type: "string" },
  description: "A text.",
});
const id = (name: string): object => ({
  name,
  in: "path",
  required: true,
  schema: { type: "integer" },
  description: "A number.",
});

const operation = (
  operationId: string,
  summary: string,
  parameters: readonly object[],
  responses: object,
  more = {},
): object => ({
  ...{ operationId, summary, parameters, responses, ...more },
});

function api(paths: object): object {
  return {
    openapi: "3.0.3",
    info: { title: "t", version: "1" },
    servers: [{ url: "https://a.test" }],
    paths,
  };
}

const shop = api({
  "/orders": { get: operation("listOrders", "Lists orders", [], lists, { tags: ["orders"] }) },
  "/orders/{order_id}": {
    get: operation("getOrder", "Returns an order", [id("order_id")], one, { tags: ["orders"] }),
    delete: operation("cancelOrder", "Cancels an order", [id("order_id")], one, {
      "x-toolpress": { needs: ["searchPeople"], keywords: ["annul"] },
    }),
  },
  "/search/people": { get: operation("searchPeople", "Searches people", [text("query")], lists) },
  "/people/{person_id}/orders": {
    get: operation("ordersOf", "Lists the orders of a person", [id("person_id")], lists),
  },
  "/customers/{customer}": { get: operation("getCustomer", "Returns a customer", [id("customer")], one) },
  "/customers": { get: operation("listCustomers", "Lists customers", [], lists) },
  "/orgs/{org}": { get: operation("getOrg", "Returns an organization", [id("org")], one) },
});

async function lineOf(tool: string, document: object = shop): Promise<readonly string[]> {
  const { set } = await compile("shop.openapi.json", document, { search: true });
  return (set?.search?.lines.find((line) => line.startsWith(`${tool}\t`)) ?? "").split("\t");
}

describe("needs", () => {
  it.each([
    ["the collection of a path", "get_order", "list_orders"],
    ["a search for the noun of an argument", "orders_of", "search_people"],
    ["the collection, for an argument without an ending", "get_customer", "list_customers"],
    ["nothing for a name that a user knows", "get_org", ""],
    ["nothing for a tool without identifiers", "search_people", ""],
    ["the stated tools instead of derived ones", "cancel_order", "search_people"],
  ])("are %s", async (_what, tool, needs) => {
    expect((await lineOf(tool))[2]).toBe(needs);
  });

  it("follow links of OpenAPI", async () => {
    const linked = structuredClone(shop) as {
      paths: Record<string, { get: { responses: Record<string, object> } }>;
    };
    linked.paths["/search/people"]!.get.responses = {
      200: {
        ...lists[200],
        links: { org: { operationId: "getOrg", parameters: { "path.org": "$response.body#/0/id" } } },
      },
    };
    // A name without an ending is an identifier only if its collection is known.
    linked.paths["/orgs"] = { get: operation("listOrgs", "Lists organizations", [], lists) } as never;
    expect((await lineOf("get_org", linked))[2]).toMatch(/^search_people/);
  });

  it("can be switched off", async () => {
    const { set } = await compile("shop.openapi.json", shop, { search: { needs: false } });
    const needs = set?.search?.lines.map((line) => line.split("\t")[2]);
    expect(new Set(needs)).toEqual(new Set(["", "search_people"]));
  });
});

describe("search.txt", () => {
  it("has name, group, needs, signature, sentence and weighted terms of a tool", async () => {
    const [name, group, needs, signature, sentence, terms] = await lineOf("cancel_order");
    expect([name, group, needs]).toEqual(["cancel_order", "orders", "search_people"]);
    expect([signature, sentence]).toEqual(["{order_id: integer}", "Cancels an order"]);
    expect(terms).toMatch(/^(?:[\w]+:\d+ )*annul:\d+/);
  });

  it("changes one line for a change of one tool", async () => {
    const changed = structuredClone(shop) as { paths: Record<string, { get: { summary: string } }> };
    changed.paths["/orders"]!.get.summary = "Lists all purchases";
    const [before, after] = await Promise.all(
      [shop, changed].map(async (document) => compile("shop.openapi.json", document, { search: true })),
    );
    const lines = (generated: Generated | undefined): readonly string[] =>
      generated?.set?.search?.lines ?? [];
    expect(lines(after).filter((line, at) => line !== lines(before)[at])).toHaveLength(1);
  });

  it("is a file with a hash in the lock, and the same lines are in search.ts", async () => {
    const { set } = await compile("shop.openapi.json", shop, { search: true });
    const file = (path: string): string => set?.files.find((one) => one.path === path)?.text ?? "";
    expect(file("search.txt")).toBe(set?.search?.lines.map((line) => `${line}\n`).join(""));
    for (const line of set?.search?.lines ?? []) expect(file("search.ts")).toContain(JSON.stringify(line));
    expect(set?.lock.files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["search.txt", "search.ts"]),
    );
  });

  it("keeps a text of a document inside of its column", async () => {
    const hostile = structuredClone(shop) as { paths: Record<string, { get: { summary: string } }> };
    hostile.paths["/orders"]!.get.summary = "Lists\torders\nfake\t\t\t{}\u2028x\u202ey `${1}`";
    const { set } = await compile("shop.openapi.json", hostile, { search: true });
    expect(set?.search?.lines).toHaveLength(8);
    for (const line of set?.search?.lines ?? []) {
      expect(line.split("\t")).toHaveLength(6);
      expect(line).not.toMatch(/[\n\u2028\u202e]/);
    }
  });

  it("is not written without the option", async () => {
    const { set } = await compile("shop.openapi.json", shop);
    expect(set?.search).toBeUndefined();
    expect(set?.files.map(({ path }) => path).filter((path) => path.startsWith("search"))).toEqual([]);
    expect(JSON.stringify(set?.files)).not.toContain("runtime/search");
  });
});

function tools(count: number): object {
  const each = Array.from({ length: count }, (_, at) => [
    `tool_${at}`,
    { description: `Does the thing ${at}.` },
  ]);
  return Object.fromEntries(each) as object;
}

describe("diagnostics", () => {
  it("propose a search above 20 tools, and require one above 512", async () => {
    const many = await compile("a.tools.json", { tools: tools(21) });
    expect(many.problems).toEqual(["TP421 21 tools in one set, more than 20"]);
    const tooMany = await compile("a.tools.json", { tools: tools(513) });
    expect(tooMany.problems[0]).toBe("TP420 513 tools in one set; Gemini takes at most 512");
    expect(tooMany.set?.failed).toBe(true);
  });

  it("accept any number of tools with a search, as long as few of them are declared", async () => {
    const searched = await compile("a.tools.json", { search: true, tools: tools(600) });
    expect(searched.problems).toEqual([]);
    expect(searched.set?.search?.lines).toHaveLength(600);
    const always = Object.keys(tools(30));
    const declared = await compile("a.tools.json", { search: { always }, tools: tools(600) });
    expect(declared.problems).toEqual(["TP421 30 tools in one set, more than 20"]);
  });

  it.each([
    [{ always: ["tool_9"] }, 'TP204 search.always names "tool_9", which is not a tool of this spec'],
    [{ mode: "fast" }, 'TP202 "search.mode": expected call or activate, found "fast"'],
    [{ results: 0 }, 'TP202 "search.results": expected a whole number from 1 to 20, found 0'],
    [{ synonym: {} }, 'TP202 "search.synonym": expected the option "synonyms", found "synonym"'],
    ["yes", 'TP202 "search": expected true, false or a mapping of options, found "yes"'],
  ])("report the mistake in %j", async (search, message) => {
    const { problems } = await compile("a.tools.json", { search, tools: tools(2) });
    expect(problems.join("\n")).toContain(message);
  });

  it("report a need that is no tool", async () => {
    const each = {
      a: { description: "Does the first thing.", needs: ["c"] },
      b: { description: "Does the second thing." },
    };
    const { problems } = await compile("a.tools.json", { tools: each });
    expect(problems).toEqual(['TP204 needs names "c", which is not a tool of this spec']);
  });
});

describe("the cost in stats", () => {
  const bytes = (value: readonly FunctionDeclaration[]): number =>
    value.reduce((sum, one) => sum + new TextEncoder().encode(JSON.stringify(one)).length, 0);

  it.each([
    ["call", 0],
    ["call", 3],
    ["call", 400],
    ["activate", 3],
  ] as const)("is that of the runtime, in the mode %s with %d groups", (mode, count) => {
    const groups = Object.fromEntries(Array.from({ length: count }, (_, at) => [`group ${at}`, ["a"]]));
    const entry = {
      ...{ name: "a", policy: {}, declaration: { name: "a", description: "Does a." } },
      checks: () => ({ parse: (value: unknown) => ({ ok: true as const, value }) }),
    };
    const set = createToolset({ name: "set", tools: [{ entry, run: () => 1 }], groups });
    const searching = withSearch(set, { lines: ["a\t\t\t{}\tDoes a.\t"], mode });
    const declared = [...searching.tools.values()].map((tool) => tool.entry.declaration);
    const estimate = searchTokens({ mode }, new Map(Object.entries(groups)));
    expect(Math.abs(estimate - bytes(declared) / 4)).toBeLessThan(count > 100 ? 60 : 2);
    expect(estimate).toBeLessThan(1_000);
  });
});
