import { describe, expect, it } from "vitest";
import { generate } from "../../generator/generate.js";
import { defaultOptions } from "../../generator/options.js";
import { decodeMap } from "../../runtime/validate/decode.js";
import { parse } from "../../runtime/validate/parse.js";

// Documents that are short to write and expensive to read. Each must be compiled or refused with a
// diagnostic. No document may crash or block the compiler.

async function compile(document: object, path = "specs/a.openapi.json"): Promise<readonly string[]> {
  const settings = path.includes("openapi") ? { settings: { all: true } } : {};
  const specs = [{ path, text: JSON.stringify(document), ...settings }];
  const inputs = { specs, load: () => undefined, out: "generated" };
  const { sets, diagnostics } = await generate(inputs, { file: () => undefined }, defaultOptions);
  return [
    `${sets[0]?.lock.tools.length ?? 0} tools`,
    ...new Set(diagnostics.filter(({ severity }) => severity !== "note").map(({ code }) => code)),
  ];
}

function openapi(part: unknown, schemas: object = {}, description = "Adds one of the things."): object {
  const schema = { type: "object", properties: { part } };
  const requestBody = { required: true, content: { "application/json": { schema } } };
  const responses = { "204": { description: "" } };
  return {
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    components: { schemas },
    paths: { "/a": { post: { operationId: "a", description, requestBody, responses } } },
  };
}

function chain(length: number, link: (next: string) => object): Record<string, object> {
  const names = Array.from({ length }, (_, index) => `S${index}`);
  return Object.fromEntries([
    ...names.map((name, index) => [name, link(`S${index + 1}`)] as const),
    [`S${length}`, { type: "object" }],
  ]);
}

const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

describe("an attacker sends a document with", () => {
  it("20,000 references in a row", async () => {
    expect(await compile(openapi(reference("S0"), chain(20_000, reference)))).toEqual(["1 tools", "TP641"]);
  });

  it("3,000 schemas that inherit from each other", async () => {
    const schemas = chain(3_000, (next) => ({ allOf: [reference(next)] }));
    expect((await compile(openapi(reference("S0"), schemas)))[0]).toBe("1 tools");
  });

  it("3,000 objects inside of each other, by reference", async () => {
    const schemas = chain(3_000, (next) => ({ type: "object", properties: { next: reference(next) } }));
    expect((await compile(openapi(reference("S0"), schemas)))[0]).toBe("1 tools");
  });

  it.each<readonly [string, (next: object) => object]>([
    ["anyOf", (next) => ({ anyOf: [next, next] })],
    ["oneOf", (next) => ({ oneOf: [next, { type: "string" }, next] })],
    ["allOf", (next) => ({ allOf: [next, next] })],
    ["allOf beside anyOf", (next) => ({ allOf: [next], anyOf: [next, { anyOf: [next] }] })],
    ["if", (next) => ({ if: { required: ["a"] }, then: next, else: next })],
    ["properties", (next) => ({ type: "object", properties: { a: next, b: next } })],
    ["lists", (next) => ({ type: "array", items: { anyOf: [next, next] } })],
  ])("60 schemas that lead to the next in two ways, by %s", async (_word, link) => {
    const schemas = chain(60, (next) => link(reference(next)));
    expect((await compile(openapi(reference("S0"), schemas)))[0]).toMatch(/^[01] tools$/);
  });

  it("a pattern of 20,000 groups in each other", async () => {
    const pattern = `${"(".repeat(20_000)}a${")".repeat(20_000)}`;
    expect(await compile(openapi({ type: "string", pattern }))).toEqual(["1 tools", "TP407"]);
  });

  it("an enum of 50,000 objects", async () => {
    const values = Array.from({ length: 50_000 }, (_, index) => ({ a: index, b: [index] }));
    expect((await compile(openapi({ enum: values })))[0]).toBe("1 tools");
  });

  it("12,000 patterns of names", async () => {
    const names = Array.from({ length: 12_000 }, (_, index) => [`^x${index}[a]*$`, { type: "string" }]);
    const part = { type: "object", patternProperties: Object.fromEntries(names) };
    expect((await compile(openapi(part)))[0]).toBe("1 tools");
  });

  it("texts of 900,000 brackets", async () => {
    const text = { type: "string", description: "<[".repeat(450_000) };
    expect((await compile(openapi(text, {}, "![".repeat(450_000))))[0]).toBe("1 tools");
  });
});

it("an attacker repeats the key of a map 100,000 times, and gets no more than 64 problems", () => {
  const wire = { map: Array.from({ length: 100_000 }, () => ({ key: "a", value: 1 })) };
  const decode = (value: unknown, issues: never[]): unknown => ({
    map: decodeMap()((value as typeof wire).map, issues, "/map"),
  });
  const parsed = parse({ check: () => undefined, decode: decode as never, coerce: true }, wire);
  expect(parsed.ok).toBe(false);
  expect(parsed.ok ? 0 : parsed.issues.length).toBeLessThanOrEqual(64);
});
