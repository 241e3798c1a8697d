import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { OutgoingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generate } from "../../generator/generate.js";
import { defaultOptions } from "../../generator/options.js";
import { dispatch, type Toolset } from "../../runtime/index.js";
import { compileDocument } from "./compile-document.js";
import { writeRunnable } from "../helpers/import-generated.js";
import { type Loopback, startLoopback } from "./loopback.js";

const query = (name: string, schema: object = { type: "string" }): object => ({ name, in: "query", schema });
const integer = { type: "integer" };

function documentWith(parameters: object[], method = "get"): object {
  const responses = { "200": { description: "entries", content: { "application/json": { schema: {} } } } };
  return {
    openapi: "3.0.0",
    info: { title: "Pages", version: "1" },
    paths: { "/entries": { [method]: { operationId: "list", parameters, responses } } },
    components: { schemas: { Size: { type: "integer", minimum: 1 } } },
  };
}

/** Returns the description of an argument, the page arguments of the handler, and the notes. */
function compiled(parameters: object[], settings: object = {}, method = "get"): Record<string, unknown> {
  const text = JSON.stringify(documentWith(parameters, method));
  const { tools, diagnostics, violations } = compileDocument(text, "/nowhere/pages.json", {
    all: true,
    ...settings,
  });
  expect(violations).toEqual([]);
  const [tool] = tools;
  const input = tool!.tool.input as { properties: Record<string, { maximum?: number }> };
  const { binding } = tool!.tool;
  return {
    maximum: Object.fromEntries(
      Object.entries(input.properties).flatMap(([name, { maximum }]) =>
        maximum === undefined ? [] : [[name, maximum]],
      ),
    ),
    pages: binding.kind === "http" ? binding.operation.pages?.map(({ argument }) => argument) : undefined,
    notes: diagnostics.flatMap(({ code, message }) => (code === "TP631" ? [message] : [])),
  };
}

describe("a page size", () => {
  it.each([
    ["limit", "cursor", "string"],
    ["per_page", "page", "integer"],
    ["pageSize", "pageToken", "string"],
    ["$top", "$skip", "integer"],
    ["page[size]", "page[number]", "integer"],
    ["first", "after", "string"],
  ])("%s is limited if %s leads to the next page, with a note", (size, mark, type) => {
    const parameters = [query(size, integer), query(mark, { type })];
    const { maximum, pages, notes } = compiled(parameters, { pages: { limit: 100 } });
    expect(Object.values(maximum as object)).toEqual([100]);
    expect(pages).toHaveLength(1);
    expect(notes).toEqual([
      `list: the argument ${JSON.stringify(size)} is at most 100 because of the settings; the document sets no limit`,
    ]);
  });

  it("is not limited unless the settings require it, because a valid call must not be refused", () => {
    expect(compiled([query("limit", integer), query("cursor")])).toMatchObject({ maximum: {}, notes: [] });
  });

  it("is limited by the setting, also behind a reference", () => {
    const parameters = [query("limit", { $ref: "#/components/schemas/Size" }), query("cursor")];
    expect(compiled(parameters, { pages: { limit: 20 } })).toMatchObject({ maximum: { limit: 20 } });
  });

  it.each([
    ["the document has a limit", { type: "integer", maximum: 5000 }, { limit: 5000 }],
    ["the document has a list", { type: "integer", enum: [500, 1000] }, {}],
    ["it is text", { type: "string" }, {}],
    ["the default is more", { type: "integer", default: 250 }, { limit: 250 }],
  ])("is not limited at 100 if %s", (_, schema, maximum) => {
    const settings = { pages: { limit: 100 } };
    expect(compiled([query("limit", schema), query("cursor")], settings)["maximum"]).toEqual(maximum);
  });

  it("is not limited without a way to the other pages", () => {
    expect(compiled([query("limit", integer)])).toEqual({ maximum: {}, pages: undefined, notes: [] });
  });

  it.each([
    ["a date", query("after", { type: "string", format: "date-time" })],
    ["text that should be a number", query("page", { type: "string" })],
    ["a header", { name: "cursor", in: "header", schema: { type: "string" } }],
    ["a list", query("cursor", { type: "array", items: { type: "string" } })],
  ])("is not limited if the possible cursor is %s", (_, parameter) => {
    expect(compiled([query("limit", integer), parameter])).toMatchObject({ maximum: {}, pages: undefined });
  });

  it.each([
    ["a bound cursor", { bind: { cursor: { value: "x" } } }, "get"],
    ["`pages: false`", { pages: false }, "get"],
    ["a POST", {}, "post"],
  ])("is unchanged with %s", (_, settings, method) => {
    const parameters = [query("limit", integer), query("cursor")];
    expect(compiled(parameters, settings, method)).toEqual({ maximum: {}, pages: undefined, notes: [] });
  });

  it.each([0, 1.5, "many", [], { limit: -1 }])("refuses the setting %j", (limit) => {
    const text = JSON.stringify(documentWith([]));
    const pages = typeof limit === "object" ? limit : { limit };
    const { diagnostics } = compileDocument(text, "/nowhere/pages.json", { all: true, pages });
    const found = diagnostics.filter(({ code }) => code === "TP617").map(({ message }) => message);
    expect(found).toEqual([
      expect.stringContaining("true, false or {limit: a whole number of 1 or more}") as string,
    ]);
  });
});

describe("the next page", () => {
  let server: Loopback;
  let folder: string;
  let tools: Toolset;
  let answer: { headers?: OutgoingHttpHeaders; body: unknown };
  let lock: string;

  beforeAll(async () => {
    server = await startLoopback((_, response) => {
      response.writeHead(200, { "content-type": "application/json", ...answer.headers });
      response.end(JSON.stringify(answer.body));
    });
    folder = mkdtempSync(join(tmpdir(), "pages-"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    const one = documentWith([query("page[size]", integer), query("page[cursor]"), query("page", integer)]);
    const { paths: counted } = documentWith([query("page", integer)]) as { paths: { "/entries": object } };
    const { paths: plain } = documentWith([query("q")]) as { paths: { "/entries": object } };
    const renamed = (item: object, operationId: string): object => ({
      get: { ...(item as { get: object }).get, operationId },
    });
    const document = {
      ...one,
      paths: {
        ...(one as { paths: object }).paths,
        "/counted": renamed(counted["/entries"], "counted"),
        "/plain": renamed(plain["/entries"], "plain"),
      },
    };
    const spec = {
      path: "specs/pages.openapi.json",
      text: JSON.stringify(document),
      settings: { all: true, pages: { limit: 100 } },
    };
    const inputs = { specs: [spec], load: () => undefined, out: "generated" };
    const { sets, diagnostics } = await generate(inputs, { file: () => undefined }, defaultOptions);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    lock = JSON.stringify(sets[0]);
    const moduleUrl = writeRunnable(sets[0]!, folder);
    const { connectPages } = (await import(/* @vite-ignore */ moduleUrl("client.js"))) as {
      connectPages(options: object): unknown;
    };
    const { createPages } = (await import(/* @vite-ignore */ moduleUrl("index.js"))) as {
      createPages(parts: object): Toolset;
    };
    tools = createPages({ http: connectPages({ baseUrl: server.url }) });
  }, 120_000);

  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function call(
    body: unknown,
    headers: OutgoingHttpHeaders = {},
    { name = "list", args = {} }: { name?: string; args?: Record<string, unknown> } = {},
  ): Promise<unknown> {
    answer = { body, headers };
    return (await dispatch(tools, { name, args })).response;
  }

  it("is recorded in the lock if a size was limited", () => {
    expect(lock).toContain('"pages page[size]"');
  });

  it.each([
    { next_cursor: "abc" },
    { nextPageToken: "abc" },
    { next: "abc" },
    { cursor: { next: "abc" } },
    { response_metadata: { next_cursor: "abc" } },
  ])("is reported beside an unchanged result: %j", async (body) => {
    expect(await call(body)).toEqual({ result: body, next: { page_cursor: "abc" } });
  });

  it("can be requested with the reported arguments", async () => {
    const { next } = (await call({ next_cursor: "a/b=&" })) as { next: Record<string, string> };
    server.requests.length = 0;
    await call({}, {}, { args: next });
    expect(new URL(server.requests[0]!.target, server.url).searchParams.get("page[cursor]")).toBe("a/b=&");
  });

  it("is read from a Link header, with its known arguments only", async () => {
    const link = `<${server.url}/entries?page=1>; rel="prev", <${server.url}/else?api_key=s&page=3&q=1>; title="a, b"; rel="last next"`;
    expect(await call([1], { link })).toEqual({ result: [1], next: { page: 3 } });
  });

  it.each(["/entries?page=2", "?page=2"])("is read from the relative address %s", async (next) => {
    expect(await call({ next }, {}, { name: "counted" })).toEqual({ result: { next }, next: { page: 2 } });
  });

  it("is a number if pages are counted", async () => {
    expect(await call({ next_page: 2 }, {}, { name: "counted" })).toMatchObject({ next: { page: 2 } });
  });

  it.each([
    "https://evil.example/entries?page[cursor]=x&page=2",
    "//evil.example/entries?page=2",
    "/\\evil.example/entries?page=2",
    "http://127.0.0.1:1/entries?page=2",
    "javascript://x?page=2",
  ])("is not taken from another origin: %s", async (address) => {
    expect(await call([1], { link: `<${address}>; rel="next"` })).toEqual({ result: [1] });
    expect(await call({ next: address })).toEqual({ result: { next: address } });
  });

  it.each([
    ["no cursor is there", { next_cursor: null }],
    ["the cursor is empty", { next_cursor: "" }],
    ["the cursor is an object", { next: { href: "x" } }],
    ["the cursor is longer than 2,048 characters", { next_cursor: "x".repeat(2_049) }],
    ["the name is inherited", { cursor: [] }],
    ["the result is a list", [{ next_cursor: "abc" }]],
  ])("is not reported if %s", async (_, body) => {
    expect(await call(body)).toEqual({ result: body });
  });

  it("is not reported if it is the current page", async () => {
    const args = { page_cursor: "abc" };
    expect(await call({ next_cursor: "abc" }, {}, { args })).toEqual({ result: { next_cursor: "abc" } });
  });

  it("is not reported if the tool has no argument for it", async () => {
    const body = { next_cursor: "abc" };
    const link = '</plain?page=2>; rel="next"';
    expect(await call(body, { link }, { name: "plain" })).toEqual({ result: body });
    expect(await call(body, {}, { name: "counted" })).toEqual({ result: body });
  });

  it.each([
    '<?page=2>; rel="prev"',
    "<?page=x>; rel=next",
    "<?page=-1>; rel=next",
    "?page=2; rel=next",
    "<http://[>; rel=next",
  ])("is not read from the header %s", async (link) => {
    expect(await call([], { link })).toEqual({ result: [] });
  });
});
