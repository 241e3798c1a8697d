import { describe, expect, it } from "vitest";
import { generate, type Previous } from "../../generator/generate.js";
import { defaultOptions } from "../../generator/options.js";

// Without `baseUrl`, credentials are sent to the first server of the document. A changed file of the vendor
// could send them elsewhere.

const spec = "specs/files.openapi.json";

function documentAt(servers: object, tags: readonly string[] = ["a"]): string {
  const operation = (tag: string): object => ({
    get: {
      operationId: `list_${tag}`,
      tags: [tag],
      summary: "Lists the files of a user.",
      security: [{ key: [] }],
      responses: { 204: { description: "" } },
    },
  });
  return JSON.stringify({
    info: { title: "Files", version: "1" },
    ...servers,
    paths: Object.fromEntries(tags.map((tag) => [`/${tag}`, operation(tag)])),
    ...("swagger" in servers
      ? { securityDefinitions: { key: { type: "apiKey", in: "header", name: "X-Api-Key" } } }
      : {
          openapi: "3.1.0",
          components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Api-Key" } } },
        }),
  });
}

const at = (url: string): object => ({ servers: [{ url }] });
const nothing: Previous = { file: () => undefined };

async function gen(text: string, previous: Previous, settings: object = {}) {
  const specs = [{ path: spec, text, settings: { all: true, ...settings } }];
  const inputs = { specs, load: () => undefined, out: "generated" };
  const { sets, diagnostics } = await generate(inputs, previous, defaultOptions);
  const file = (name: string, path: string): string | undefined =>
    sets.find((set) => set.name === name)?.files.find((one) => one.path === path)?.text;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return {
    failed: sets.map(({ failed }) => failed),
    codes: errors.map(({ code }) => code),
    messages: errors.map(({ message }) => message),
    client: file("files", "client.ts") ?? "",
    lock: file("files", "toolpress.lock.json") ?? "",
    previous: { file, sets: () => sets.map(({ name }) => name) } satisfies Previous,
  };
}

const home = at("https://api.example.com/v1");

describe("an update of the document that moves the API", () => {
  it.each([
    ["to another host", at("https://evil.example.com/v1")],
    ["to plain http", at("http://api.example.com/v1")],
    ["to another port", at("https://api.example.com:8443/v1")],
    [
      "by a variable",
      { servers: [{ url: "https://{host}/v1", variables: { host: { default: "evil.example.com" } } }] },
    ],
    [
      "by a server before the old one",
      { servers: [{ url: "https://evil.example.com" }, { url: "https://api.example.com" }] },
    ],
    ["in the words of Swagger", { swagger: "2.0", host: "evil.example.com", basePath: "/v1" }],
  ])("writes nothing before the user confirms it: %s", async (_what, moved) => {
    const before = await gen(documentAt(home), nothing);
    expect(before.codes).toEqual([]);
    expect(before.lock).toContain('"origin": "https://api.example.com"');
    const after = await gen(documentAt(moved), before.previous);
    expect([after.failed, after.codes]).toEqual([[true], ["TP649"]]);
    expect(after.client).toBe("");
  });

  it("reports both origins and the setting that confirms", async () => {
    const before = await gen(documentAt(home), nothing);
    const after = await gen(documentAt(at("https://new.example.com")), before.previous);
    expect(after.messages).toEqual([
      "the document moves the API from https://api.example.com to https://new.example.com",
    ]);
  });

  it("is accepted if the settings name the new origin, and later without them", async () => {
    const before = await gen(documentAt(home), nothing);
    const moved = documentAt(at("https://new.example.com/v2"));
    const agreed = await gen(moved, before.previous, { origin: "https://new.example.com" });
    expect(agreed.codes).toEqual([]);
    expect(agreed.client).toContain("https://new.example.com/v2");
    expect(agreed.lock).toContain('"origin": "https://new.example.com"');
    expect((await gen(moved, agreed.previous)).codes).toEqual([]);
  });

  it("writes nothing from the first run on if the settings name the old origin", async () => {
    const origin = "https://api.example.com";
    expect((await gen(documentAt(home), nothing, { origin })).codes).toEqual([]);
    const evil = documentAt(at("https://evil.example.com"));
    expect((await gen(evil, nothing, { origin })).codes).toEqual(["TP649"]);
  });

  it("is detected even after a version without servers", async () => {
    const before = await gen(documentAt(home), nothing);
    const silent = await gen(documentAt({}), before.previous);
    expect(silent.codes).toEqual([]);
    const evil = await gen(documentAt(at("https://evil.example.com")), silent.previous);
    expect(evil.codes).toEqual(["TP649"]);
  });

  it("writes no set of the document, not even a new one", async () => {
    const split = { split: "tag" };
    const before = await gen(documentAt(home, ["b"]), nothing, split);
    const after = await gen(documentAt(at("https://evil.example.com"), ["a", "b"]), before.previous, split);
    expect([after.failed, after.codes]).toEqual([[true, true], ["TP649"]]);
  });

  it("writes no set of the document if all sets have new names", async () => {
    const split = { split: "tag" };
    const evil = at("https://evil.example.com");
    const before = await gen(documentAt(home, ["b"]), nothing, split);
    expect((await gen(documentAt(evil, ["a"]), before.previous, split)).codes).toEqual(["TP649"]);
    expect((await gen(documentAt(evil, ["b"]), before.previous)).codes).toEqual(["TP649"]);
    // The origin cannot be changed in two steps either.
    const silent = await gen(documentAt({}, ["c"]), before.previous, split);
    expect(silent.codes).toEqual([]);
    expect((await gen(documentAt(evil, ["d"]), silent.previous, split)).codes).toEqual(["TP649"]);
  });

  it("does not affect the sets of other documents", async () => {
    const before = await gen(documentAt(home, ["b"]), nothing);
    const lock = before.lock.replace(spec, "specs/other.openapi.json");
    const previous = { file: (name: string) => (name === "other" ? lock : undefined), sets: () => ["other"] };
    expect((await gen(documentAt(at("https://b.example.com")), previous)).codes).toEqual([]);
  });

  it.each([
    ["inside of its origin", at("https://api.example.com/v2")],
    ["to an address without an origin", at("/v2")],
  ])("is accepted %s", async (_what, moved) => {
    const before = await gen(documentAt(home), nothing);
    expect((await gen(documentAt(moved), before.previous)).codes).toEqual([]);
  });

  it.each([["https://api.example.com/v1"], ["api.example.com"], ["ftp://api.example.com"], [1]])(
    "is not confirmed by an invalid origin: %j",
    async (origin) => {
      expect((await gen(documentAt(home), nothing, { origin })).codes).toEqual(["TP617"]);
    },
  );
});
