import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../generator/diagnostics/report.js";
import { generate } from "../../generator/generate.js";
import { defaultOptions } from "../../generator/options.js";
import { read } from "../../generator/read/read.js";
import { createReport } from "../../generator/diagnostics/report.js";

const version = {
  name: "Api-Version",
  in: "header",
  description: "Version of the API.",
  schema: { $ref: "#/components/schemas/Version" },
};
const versions = { type: "string", enum: ["1.0", "1.1", "2.0", "unstable"], default: "2.0" };

interface Shape {
  readonly with?: number;
  readonly without?: number;
  readonly parameter?: object;
  readonly schema?: object;
  readonly settings?: object;
  /** Fields that replace those of one of the parameters. */
  readonly odd?: object;
}

async function compile(shape: Shape): Promise<{ note: Diagnostic | undefined; bytes: number }> {
  const { parameter = version, schema = versions, settings = {}, odd } = shape;
  const operation = (index: number, parameters: readonly object[]): readonly [string, object] => [
    `/things${index}`,
    { get: { operationId: `getThing${index}`, parameters, responses: { "200": { description: "ok" } } } },
  ];
  const used = shape.with ?? 12;
  const paths = Array.from({ length: used + (shape.without ?? 4) }, (_, index) =>
    operation(index, [
      { name: "q", in: "query", schema: { type: "string" } },
      ...(index < used ? [index === 3 && odd !== undefined ? { ...parameter, ...odd } : parameter] : []),
    ]),
  );
  const document = {
    openapi: "3.0.3",
    components: { schemas: { Version: schema } },
    paths: Object.fromEntries(paths),
  };
  const specs = [{ path: "api.json", text: JSON.stringify(document), settings: { all: true, ...settings } }];
  const inputs = { specs, load: () => undefined, out: "generated", dry: true };
  const { sets, diagnostics } = await generate(inputs, { file: () => undefined }, defaultOptions);
  const bytes = sets.flatMap(({ lock }) => lock.tools).reduce((sum, tool) => sum + tool.bytes, 0);
  return { note: diagnostics.find(({ code }) => code === "TP636"), bytes };
}

/** Parses the line in the note as the config would. */
function bindOf(note: Diagnostic | undefined): unknown {
  const line = /bind: .*$/.exec(note?.help ?? "")?.[0] ?? "";
  return (read({ path: "a.yaml", text: line }, createReport())?.value as { bind?: unknown }).bind;
}

describe("a parameter that most operations repeat", () => {
  it("is reported in a note with the setting that binds it, and the bytes that it saves", async () => {
    const { note, bytes } = await compile({});
    expect(note).toMatchObject({ severity: "note", location: { file: "api.json" } });
    expect(bindOf(note)).toEqual({ "Api-Version": { value: "2.0" } });
    const bound = await compile({ settings: { bind: bindOf(note) } });
    expect(bound.note).toBeUndefined();
    expect(note?.message).toBe(
      `the header parameter "Api-Version" repeats in 12 of 16 tools; binding it saves ${bytes - bound.bytes} of ${bytes} bytes`,
    );
    expect(bytes - bound.bytes).toBeGreaterThan(1_000);
  });

  it.each<[string, Shape, object]>([
    ["a choice", { schema: { type: "string", enum: ["a", "b"] } }, { env: "API_VERSION" }],
    ["the only value", { schema: { type: "string", enum: ["a"] } }, { value: "a" }],
    ["a free version", { schema: { type: "string" } }, { env: "API_VERSION" }],
    ["a query version", { parameter: { ...version, in: "query" } }, { value: "2.0" }],
  ])("is bound to a constant, or to the environment: %s", async (_, shape, source) => {
    expect(bindOf((await compile(shape)).note)).toEqual({ "Api-Version": source });
  });

  it("is never bound to an example of a secret", async () => {
    const parameter = { name: "X-App-Key", in: "header", schema: { type: "string", default: "abcdef" } };
    const { note } = await compile({ parameter: { ...parameter, description: "The key. ".repeat(9) } });
    expect(bindOf(note)).toEqual({ "X-App-Key": { env: "X_APP_KEY" } });
  });

  const header = (name: string): object => ({
    name,
    in: "header",
    description: "Long enough to be worth some bytes in every tool.",
    schema: { type: "string" },
  });
  it.each<[string, Shape]>([
    ["fewer than ten", { with: 9, without: 0 }],
    ["less than half", { with: 12, without: 13 }],
    ["a text of its own for each call", { parameter: header("X-Trace") }],
    ["a key of its own for each call", { parameter: header("Idempotency-Key") }],
    ["a query parameter that the model chooses", { parameter: { ...version, name: "sort", in: "query" } }],
    ["different values", { odd: { schema: { type: "string", default: "1.0" } } }],
    ["the same name elsewhere", { odd: { in: "query" } }],
  ])("is not reported: %s", async (_, shape) => {
    expect((await compile(shape)).note).toBeUndefined();
  });
});
