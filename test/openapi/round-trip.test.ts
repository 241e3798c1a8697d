import { fc } from "../helpers/seeded.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, type HttpValues } from "../../runtime/http/connect.js";
import type { HttpOperation, HttpParameter } from "../../runtime/http/operation.js";
import { callContext, type Loopback, type RawRequest, startLoopback } from "./loopback.js";
import { awkward, keys, parsers, table, textFor, values } from "./parameter-table.js";

let server: Loopback;
beforeAll(async () => {
  server = await startLoopback();
});
afterAll(() => server.close());

type Params = Omit<HttpValues, "body">;

/** Sends a request as generated handlers do, over a real connection. */
async function send(operation: Partial<HttpOperation>, params: Params, body?: unknown): Promise<RawRequest> {
  const complete: HttpOperation = {
    tool: "t",
    method: "GET",
    path: "/",
    parameters: [],
    security: [],
    ...operation,
  };
  const http = connect(
    { schemes: {}, needs: {}, files: [] },
    { baseUrl: `${server.url}/base`, openFile: async (handle) => new Blob([`content of ${handle}`]) },
  );
  server.requests.length = 0;
  await http.send(complete, { ...params, body }, callContext());
  const [got] = server.requests;
  if (got === undefined) throw new Error("nothing arrived");
  return got;
}

describe("parameters arrive unchanged", () => {
  it.each(table)("$place $style explode=$explode $kind", async (row) => {
    const { place, style, explode, kind } = row;
    const name = "v";
    const path = place === "path" ? "/things/{v}" : "/things";
    const parameter: HttpParameter = { in: place, name, style, explode };
    await fc.assert(
      fc.asyncProperty(values(kind, textFor(row)), async (value) => {
        const request = await send({ path, parameters: [parameter] }, { [place]: { [name]: value } });
        const parse = parsers[place as keyof typeof parsers];
        expect(parse(request, { name, style, explode, kind })).toEqual(value);
      }),
      { numRuns: 25 },
    );
  });

  it("JSON in a query parameter", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const parameters: HttpParameter[] = [{ in: "query", name: "q", contentType: "application/json" }];
        const { target } = await send({ path: "/x", parameters }, { query: { q: value } });
        expect(JSON.parse(decodeURIComponent(target.split("q=")[1]!))).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
      }),
      { numRuns: 50 },
    );
  });

  it("reserved characters are not encoded if that is allowed and harmless", async () => {
    const parameters: HttpParameter[] = [{ in: "query", name: "q", allowReserved: true }];
    const { target } = await send({ path: "/x", parameters }, { query: { q: "a/b?c:d@e,f;g=h&i#j+k%l" } });
    expect(target).toBe("/base/x?q=a/b?c:d@e,f%3Bg=h%26i%23j%2Bk%25l");
  });

  it("the query of the path itself comes first, and its fragment is never sent", async () => {
    const parameters: HttpParameter[] = [{ in: "query", name: "q" }];
    expect((await send({ path: "/?Action=Do", parameters }, { query: { q: 1 } })).target).toBe(
      "/base/?Action=Do&q=1",
    );
    expect((await send({ path: "/#Action=Do", parameters }, { query: { q: 1 } })).target).toBe("/base/?q=1");
  });

  it.each([null, undefined, []])("%j is left out of a query", async (value) => {
    const parameters: HttpParameter[] = [{ in: "query", name: "q" }];
    expect((await send({ path: "/x", parameters }, { query: { q: value } })).target).toBe("/base/x");
  });
});

describe("bodies arrive unchanged", () => {
  const json = { contentType: "application/json", required: true };

  it("JSON", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const { body, headers } = await send({ method: "POST", path: "/x", body: json }, {}, value);
        expect(headers["content-type"]).toBe("application/json");
        expect(JSON.parse(body.toString("utf8"))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 50 },
    );
  });

  it("form fields", async () => {
    const operation = {
      method: "POST",
      path: "/x",
      body: { contentType: "application/x-www-form-urlencoded" },
    };
    await fc.assert(
      fc.asyncProperty(fc.dictionary(keys, awkward, { minKeys: 1 }), async (value) => {
        const { body, headers } = await send(operation, {}, value);
        expect(headers["content-type"]).toBe("application/x-www-form-urlencoded");
        expect(Object.fromEntries(new URLSearchParams(body.toString("utf8")))).toEqual({ ...value });
      }),
      { numRuns: 50 },
    );
  });

  it("nested form fields in the declared style", async () => {
    const fields = { items: { style: "deepObject", explode: true } } as const;
    const body = { contentType: "application/x-www-form-urlencoded", fields };
    const sent = await send(
      { method: "POST", path: "/x", body },
      {},
      { n: 1, items: [{ sku: "a b", deep: { x: true } }] },
    );
    expect(decodeURIComponent(sent.body.toString("utf8"))).toBe(
      "n=1&items[0][sku]=a b&items[0][deep][x]=true",
    );
  });

  it("multipart with fields, JSON parts and files by handle", async () => {
    const body = {
      contentType: "multipart/form-data",
      fields: { file: { file: true }, meta: { contentType: "application/json" } },
    };
    const value = { title: 'é & "q"', meta: { a: [1] }, file: ["one.txt", "two.txt"] };
    const { body: bytes, headers } = await send({ method: "POST", path: "/x", body }, {}, value);
    const form = await new Response(new Uint8Array(bytes), {
      headers: { "content-type": headers["content-type"] ?? "" },
    }).formData();
    expect(form.get("title")).toBe(value.title);
    expect(JSON.parse(await (form.get("meta") as Blob).text())).toEqual({ a: [1] });
    const files = await Promise.all(form.getAll("file").map((file) => (file as Blob).text()));
    expect(files).toEqual(["content of one.txt", "content of two.txt"]);
  });

  it("text, and a file as the complete body", async () => {
    const text = await send({ method: "PUT", path: "/x", body: { contentType: "text/csv" } }, {}, "a,b\nü");
    expect([text.headers["content-type"], text.body.toString("utf8")]).toEqual(["text/csv", "a,b\nü"]);
    const file = await send(
      { method: "PUT", path: "/x", body: { contentType: "image/png", file: true } },
      {},
      "cat.png",
    );
    expect([file.headers["content-type"], file.body.toString("utf8")]).toEqual([
      "image/png",
      "content of cat.png",
    ]);
  });

  it("nothing is sent for an optional body without arguments, and an empty object for a required one", async () => {
    const optional = await send(
      { method: "POST", path: "/x", body: { contentType: "application/json" } },
      {},
      {},
    );
    expect([optional.body.length, optional.headers["content-type"]]).toEqual([0, undefined]);
    const required = await send({ method: "POST", path: "/x", body: json }, {}, {});
    expect(required.body.toString("utf8")).toBe("{}");
  });
});
