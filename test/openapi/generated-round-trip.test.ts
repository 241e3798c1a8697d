import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fc } from "../helpers/seeded.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generate } from "../../generator/generate.js";
import { defaultOptions } from "../../generator/options.js";
import { dispatch, type Toolset } from "../../runtime/index.js";
import { writeRunnable } from "../helpers/import-generated.js";
import { type Loopback, type RawRequest, startLoopback } from "./loopback.js";
import { awkward, keys, parsers, type Row, table, textFor, values } from "./parameter-table.js";
import type { Kind } from "./parse-by-specification.js";

// An end-to-end test: a document is compiled, and the model's call passes dispatch, validator and generated
// handler. The request goes over a real connection to a server that follows the specification. The server
// must find the arguments of the model.

/**
 * `tabDelimited`, and delimited styles in a path, exist only in Swagger. OpenAPI 3 cannot express them, so
 * they are left out.
 */
const rows = table.filter(
  ({ place, style }) => style !== "tabDelimited" && !(place === "path" && style.endsWith("Delimited")),
);

const schemas: Readonly<Record<Kind, object>> = {
  string: { type: "string" },
  integer: { type: "integer" },
  boolean: { type: "boolean" },
  strings: { type: "array", items: { type: "string" } },
  integers: { type: "array", items: { type: "integer" } },
  object: { type: "object", additionalProperties: { type: "string" } },
};

function nameOf({ place, style, explode, kind }: Row): string {
  return `${place}_${style}_${explode ? "exploded" : "whole"}_${kind}`.toLowerCase();
}

function operationOf(row: Row): object {
  const { place, style, explode, kind } = row;
  const parameter = { name: "v", in: place, required: true, style, explode, schema: schemas[kind] };
  return {
    get: { operationId: nameOf(row), parameters: [parameter], responses: { "204": { description: "done" } } },
  };
}

const fields = {
  type: "object",
  properties: { text: { type: "string" }, list: schemas.strings, count: schemas.integer },
};

function bodyOf(operationId: string, mediaType: string, schema: object): object {
  const requestBody = { required: true, content: { [mediaType]: { schema } } };
  return { post: { operationId, requestBody, responses: { "204": { description: "done" } } } };
}

const document = {
  openapi: "3.1.0",
  info: { title: "Round trip", version: "1" },
  paths: {
    ...Object.fromEntries(
      rows.map((row) => [`/${nameOf(row)}${row.place === "path" ? "/{v}" : ""}`, operationOf(row)]),
    ),
    "/flat": bodyOf("flat", "application/json", fields),
    "/list": bodyOf("list", "application/json", schemas.strings),
    "/map": bodyOf("map", "application/json", schemas.object),
    "/form": bodyOf("form", "application/x-www-form-urlencoded", fields),
    "/multipart": bodyOf("multipart", "multipart/form-data", {
      ...fields,
      properties: { ...fields.properties, file: { type: "string", format: "binary" } },
    }),
    "/text": bodyOf("text", "text/plain", { type: "string" }),
  },
};

let server: Loopback;
let folder: string;
let tools: Toolset<{ cookies: object }>;

beforeAll(async () => {
  server = await startLoopback();
  folder = mkdtempSync(join(tmpdir(), "round-trip-"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const settings = { all: true, cookies: ["v"] };
  const spec = { path: "specs/round.openapi.json", text: JSON.stringify(document), settings };
  const inputs = { specs: [spec], load: () => undefined, out: "generated" };
  const { sets, diagnostics } = await generate(inputs, { file: () => undefined }, defaultOptions);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const moduleUrl = writeRunnable(sets[0]!, folder);
  const { connectRound } = (await import(/* @vite-ignore */ moduleUrl("client.js"))) as {
    connectRound(options: object): unknown;
  };
  const { createRound } = (await import(/* @vite-ignore */ moduleUrl("index.js"))) as {
    createRound(parts: object): typeof tools;
  };
  const openFile = async (handle: string): Promise<Blob> => new Blob([`content of ${handle}`]);
  tools = createRound({ http: connectRound({ baseUrl: `${server.url}/base`, openFile }) });
}, 120_000);

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Calls a tool as the model does: maps travel as entries. Cookies come from the context. */
async function call(name: string, args: Record<string, unknown>, cookies: object = {}): Promise<RawRequest> {
  server.requests.length = 0;
  const answer = await dispatch(tools, { name, args }, { context: { cookies } });
  const [request] = server.requests;
  if (request === undefined) throw new Error(`nothing arrived: ${JSON.stringify(answer.response)}`);
  return request;
}

function onTheWire(value: unknown, kind: Kind): unknown {
  return kind === "object"
    ? Object.entries(value as object).map(([key, item]) => ({ key, value: item as unknown }))
    : value;
}

describe("the server receives the arguments of the model", () => {
  it.each(rows)("$place $style explode=$explode $kind", async (row) => {
    const { place, style, explode, kind } = row;
    await fc.assert(
      fc.asyncProperty(values(kind, textFor(row)), async (value) => {
        const isCookie = place === "cookie";
        const request = await call(
          nameOf(row),
          isCookie ? {} : { v: onTheWire(value, kind) },
          isCookie ? { v: value } : {},
        );
        // The path contains the name of the operation as a separate segment, which is removed here.
        const target = place === "path" ? request.target.replace(`/${nameOf(row)}`, "") : request.target;
        const padded = {
          ...request,
          target: place === "path" ? target.replace("/base/", "/base/things/") : target,
        };
        const parse = parsers[place as keyof typeof parsers];
        expect(parse(padded, { name: "v", style, explode, kind })).toEqual(value);
      }),
      { numRuns: 10 },
    );
  });

  const flat = fc.record({ text: awkward, list: fc.array(awkward, { minLength: 1 }), count: fc.integer() });

  it("a flat JSON body", async () => {
    await fc.assert(
      fc.asyncProperty(flat, async (args) => {
        expect(JSON.parse((await call("flat", args)).body.toString("utf8"))).toEqual(args);
      }),
      { numRuns: 20 },
    );
  });

  it("a list and a map as JSON bodies", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(awkward), fc.dictionary(keys, awkward), async (list, map) => {
        expect(JSON.parse((await call("list", { body: list })).body.toString("utf8"))).toEqual(list);
        const sent = await call("map", { body: onTheWire(map, "object") });
        expect(JSON.parse(sent.body.toString("utf8"))).toEqual({ ...map });
      }),
      { numRuns: 20 },
    );
  });

  it("a form", async () => {
    await fc.assert(
      fc.asyncProperty(flat, async (args) => {
        const form = new URLSearchParams((await call("form", args)).body.toString("utf8"));
        expect({
          text: form.get("text"),
          list: form.getAll("list"),
          count: Number(form.get("count")),
        }).toEqual(args);
      }),
      { numRuns: 20 },
    );
  });

  it("multipart with a file", async () => {
    // The standard requires that line breaks in form values are normalised.
    const plain = fc.record({ text: awkward.filter((text) => !/[\r\n]/.test(text)), count: fc.integer() });
    await fc.assert(
      fc.asyncProperty(plain, async (args) => {
        const { body, headers } = await call("multipart", { ...args, file: "cat.png" });
        const init = { headers: { "content-type": headers["content-type"] ?? "" } };
        const form = await new Response(new Uint8Array(body), init).formData();
        expect({ text: form.get("text"), count: Number(form.get("count")) }).toEqual(args);
        expect(await (form.get("file") as Blob).text()).toBe("content of cat.png");
      }),
      { numRuns: 20 },
    );
  });

  it("text", async () => {
    await fc.assert(
      fc.asyncProperty(awkward, async (body) => {
        expect((await call("text", { body })).body.toString("utf8")).toBe(body);
      }),
      { numRuns: 20 },
    );
  });
});
