import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generate, type GeneratedSet } from "../../generator/generate.js";
import { defaultOptions } from "../../generator/options.js";
import { dispatch, type Toolset } from "../../runtime/index.js";
import { compileStrictly } from "../helpers/compile.js";
import { writeRunnable } from "../helpers/import-generated.js";
import { fc } from "../helpers/seeded.js";
import { type Loopback, type RawRequest, startLoopback } from "./loopback.js";

// 64-bit integers end to end: from a service to the model, and from the model's answer back to the service.

const id = { type: "integer", format: "int64" };
const big = { type: "integer", format: "uint64" };
const thing = {
  type: "object",
  properties: {
    id,
    big,
    name: { type: "string" },
    parent: { type: "object", properties: { id, also: { type: "array", items: id, uniqueItems: true } } },
    extra: { type: "object", additionalProperties: big },
  },
};

const done = {
  "200": {
    description: "done",
    content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
  },
};

function bodyOf(operationId: string, mediaType: string, schema: object): object {
  const requestBody = { required: true, content: { [mediaType]: { schema } } };
  return { post: { operationId, requestBody, responses: done } };
}

function parameter(name: string, where: string, schema: object = id): object {
  return { name, in: where, required: true, schema };
}

const document = {
  openapi: "3.1.0",
  info: { title: "Wide", version: "1" },
  paths: {
    "/things/{id}": {
      get: { operationId: "in_path", parameters: [parameter("id", "path")], responses: done },
    },
    "/query": {
      get: {
        operationId: "in_query",
        parameters: [parameter("id", "query"), parameter("ids", "query", { type: "array", items: big })],
        responses: done,
      },
    },
    "/header": {
      get: { operationId: "in_header", parameters: [parameter("X-Id", "header")], responses: done },
    },
    "/feed": {
      get: {
        operationId: "feed",
        parameters: [{ name: "cursor", in: "query", schema: id }],
        responses: { "200": { description: "done" } },
      },
    },
    "/json": bodyOf("in_json", "application/json", { $ref: "#/components/schemas/Thing" }),
    "/free": bodyOf("in_free", "application/json", { type: "object", properties: { value: {} } }),
    "/form": bodyOf("in_form", "application/x-www-form-urlencoded", thing),
    "/multipart": bodyOf("in_multipart", "multipart/form-data", thing),
  },
  components: { schemas: { Thing: thing } },
};

const large = "1234567890123456789";
const small = "-9223372036854775808";
const largest = "18446744073709551615";

let server: Loopback;
let folder: string;
const sets = new Map<string, { readonly set: GeneratedSet; readonly tools: Toolset<undefined> }>();

beforeAll(async () => {
  server = await startLoopback((request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.url?.startsWith("/feed") === true) return response.end(`{"next_cursor": ${large}}`);
    return response.end(`{"id": ${large}, "big": ${largest}, "parent": {"id": 5, "also": [${small}]}}`);
  });
  folder = mkdtempSync(join(tmpdir(), "int64-"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const int64 of ["number", "string", "bigint"] as const) {
    const spec = {
      path: `specs/${int64}.openapi.json`,
      text: JSON.stringify(document),
      settings: { all: true },
    };
    const inputs = { specs: [spec], load: () => undefined, out: "generated" };
    const { sets: made, diagnostics } = await generate(
      inputs,
      { file: () => undefined },
      { ...defaultOptions, int64 },
    );
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const set = made[0]!;
    const moduleUrl = writeRunnable(set, folder);
    const client = (await import(/* @vite-ignore */ moduleUrl("client.js"))) as Record<
      string,
      (options: object) => unknown
    >;
    const index = (await import(/* @vite-ignore */ moduleUrl("index.js"))) as Record<
      string,
      (parts: object) => Toolset<undefined>
    >;
    const type = int64.charAt(0).toUpperCase() + int64.slice(1);
    const http = client[`connect${type}`]!({ baseUrl: server.url });
    sets.set(int64, { set, tools: index[`create${type}`]!({ http }) });
  }
}, 120_000);

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Exchange {
  readonly request: RawRequest;
  readonly response: unknown;
}

async function call(int64: string, name: string, args: Record<string, unknown>): Promise<Exchange> {
  server.requests.length = 0;
  const { response } = await dispatch(sets.get(int64)!.tools, { name, args }, {});
  const [request] = server.requests;
  if (request === undefined) throw new Error(`nothing arrived: ${JSON.stringify(response)}`);
  return { request, response };
}

const bodyText = ({ request }: Exchange): string => request.body.toString("utf8");

describe.each(["number", "string", "bigint"])("with int64: %s", (int64) => {
  it("the model reads every digit that the service sent", async () => {
    const { response } = await call(int64, "in_path", { id: "1" });
    expect(response).toEqual({
      result: { id: large, big: largest, parent: { id: 5, also: [small] } },
    });
  });

  it("the service receives every digit that the model sent", async () => {
    expect((await call(int64, "in_path", { id: large })).request.target).toBe(`/things/${large}`);
    const query = await call(int64, "in_query", { id: small, ids: [largest, "7"] });
    expect(query.request.target).toBe(`/query?id=${small}&ids=${largest}&ids=7`);
    expect((await call(int64, "in_header", { X_Id: large })).request.headers["x-id"]).toBe(large);
    const sent = { id: large, name: large, parent: { id: "5", also: [small, large] } };
    expect(bodyText(await call(int64, "in_json", { ...sent, extra: [{ key: "a", value: largest }] }))).toBe(
      `{"id":${large},"name":"${large}","parent":{"id":5,"also":[${small},${large}]},"extra":{"a":${largest}}}`,
    );
    expect(bodyText(await call(int64, "in_form", { id: large, big: largest }))).toBe(
      `id=${large}&big=${largest}`,
    );
    const { request } = await call(int64, "in_multipart", { id: large, parent: { id: small } });
    const init = { headers: { "content-type": request.headers["content-type"] ?? "" } };
    const form = await new Response(new Uint8Array(request.body), init).formData();
    expect(form.get("id")).toBe(large);
    expect(await (form.get("parent") as Blob).text()).toBe(`{"id":${small}}`);
  });

  it("an arbitrary value keeps its digits", async () => {
    const exchange = await call(int64, "in_free", { value: `{"deep":[${large},"${large}",1.5]}` });
    expect(bodyText(exchange)).toBe(`{"value":{"deep":[${large},"${large}",1.5]}}`);
  });

  it("plain numbers are accepted if they are exact", async () => {
    expect((await call(int64, "in_path", { id: 42 })).request.target).toBe("/things/42");
  });

  it("the next page of a list is exact", async () => {
    const first = await call(int64, "feed", {});
    expect(first.response).toEqual({ result: { next_cursor: large }, next: { cursor: large } });
    const { next } = first.response as { next: Record<string, unknown> };
    expect((await call(int64, "feed", next)).request.target).toBe(`/feed?cursor=${large}`);
  });

  it("other integers are refused, with a message for the model", async () => {
    const refusal = async (args: Record<string, unknown>): Promise<string> => {
      const { response } = await dispatch(sets.get(int64)!.tools, { name: "in_json", args }, {});
      return (response as { error: { message: string } }).error.message.split("\n")[0]!;
    };
    expect(await refusal({ id: 1234567890123456789 })).toBe(
      "in_json: change id: expected integer as digits in a string, got number 1234567890123456800, which is beyond ±9007199254740991 and has lost digits.",
    );
    expect(await refusal({ id: "9223372036854775808" })).toBe(
      'in_json: change id: expected integer from -9223372036854775808 to 9223372036854775807, as digits in a string, got string "9223372036854775808".',
    );
    expect(await refusal({ big: "-1" })).toBe(
      'in_json: change big: expected integer from 0 to 18446744073709551615, as digits in a string, got string "-1".',
    );
    expect(await refusal({ parent: { also: [large, large] } })).toBe(
      `in_json: remove parent.also[1]: string "${large}" is there twice.`,
    );
    expect(await refusal({ id: "many" })).toBe(
      'in_json: change id: expected integer, as digits in a string, got string "many".',
    );
  });

  it("the generated code compiles", () => {
    const { set } = sets.get(int64)!;
    for (const file of set.files)
      if (file.path.endsWith(".ts")) writeFileSync(join(folder, set.name, file.path), file.text);
    const paths = set.files
      .filter(({ path }) => path.endsWith(".ts"))
      .map(({ path }) => join(folder, set.name, path));
    expect(compileStrictly(paths)).toEqual([]);
    const text = set.files.find(({ path }) => path === "tools/in-path.ts")!.text;
    expect(text).toContain("id: number | bigint;");
  });
});

it("a random 64-bit integer arrives unchanged", async () => {
  const int64s = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  const uint64s = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  await fc.assert(
    fc.asyncProperty(int64s, uint64s, async (one, other) => {
      const path = await call("number", "in_path", { id: String(one) });
      expect(path.request.target).toBe(`/things/${one}`);
      const body = await call("number", "in_json", { id: String(one), big: String(other) });
      expect(bodyText(body)).toBe(`{"id":${one},"big":${other}}`);
      const form = await call("number", "in_form", { id: String(one), big: String(other) });
      expect(bodyText(form)).toBe(`id=${one}&big=${other}`);
    }),
    { numRuns: 40 },
  );
});
