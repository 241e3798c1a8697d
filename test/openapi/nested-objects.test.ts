import { afterEach, describe, expect, it } from "vitest";
import { defaultOptions } from "../../generator/options.js";
import type { GeminiSchema } from "../../runtime/wire.js";
import { runDocument, type RunningDocument } from "./run-document.js";

// A declaration can only have a limited structure. Deeper objects travel as JSON text. The declaration
// describes their type, and the text is checked against the complete schema. Every valid call can therefore
// be made.

const running: RunningDocument[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.close();
});

async function run(body: object, schemas: object = {}, budget = 100): Promise<RunningDocument> {
  const requestBody = { required: true, content: { "application/json": { schema: body } } };
  const one = await runDocument(
    {
      openapi: "3.0.3",
      info: { title: "T", version: "1" },
      paths: { "/x": { post: { operationId: "x", requestBody, responses: { 204: { description: "" } } } } },
      components: { schemas },
    },
    { options: { budgets: { ...defaultOptions.budgets, toolTokens: budget } } },
  );
  running.push(one);
  return one;
}

function propertiesOf(api: RunningDocument): Readonly<Record<string, GeminiSchema>> {
  const { functionDeclarations } = JSON.parse(api.files.get("declarations.json")!) as {
    functionDeclarations: { parameters: { properties: Record<string, GeminiSchema> } }[];
  };
  return functionDeclarations[0]!.parameters.properties;
}

const bulky = (name: string): object => ({
  type: "object",
  required: [`${name}_0`],
  properties: Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `${name}_${index}`,
      {
        type: "string",
        description: `The part number ${index} of the ${name}, as it is printed on the label`,
      },
    ]),
  ),
});

describe("an object inside of arguments", () => {
  const deep = {
    type: "object",
    required: ["needed"],
    properties: {
      needed: { type: "object", required: ["in"], properties: { in: bulky("core"), more: bulky("more") } },
      tiny: { type: "object", properties: { on: { type: "boolean" } } },
      large: bulky("large"),
      list: { type: "array", items: bulky("item") },
    },
  };

  it("is declared as an object if it is small or required, else as JSON text with its type", async () => {
    const api = await run(deep, {}, 300);
    const { needed, tiny, large, list } = propertiesOf(api);
    expect(tiny).toMatchObject({ type: "OBJECT" });
    expect(needed?.properties?.["in"]).toMatchObject({ type: "OBJECT" });
    expect(needed?.properties?.["more"]).toMatchObject({ type: "STRING" });
    expect(large?.description).toMatch(/^JSON text: \{large_0: string, large_1\?: string, .*\}\.$/);
    expect(list?.description).toContain("JSON text");
  });

  it("arrives at the service as an object", async () => {
    const api = await run(deep, {}, 300);
    const request = await api.send("x", {
      needed: { in: { core_0: "a" }, more: JSON.stringify({ more_0: "b" }) },
      large: '{"large_0": "c", "large_11": "d"}',
      list: '[{"item_0": "e"}]',
      tiny: { on: true },
    });
    expect(JSON.parse(request.body.toString())).toEqual({
      needed: { in: { core_0: "a" }, more: { more_0: "b" } },
      large: { large_0: "c", large_11: "d" },
      list: [{ item_0: "e" }],
      tiny: { on: true },
    });
  });

  it("is checked against the complete schema", async () => {
    const api = await run(deep, {}, 300);
    const refused = JSON.stringify(await api.call("x", { needed: { in: { core_0: "a" } }, large: "{}" }));
    expect(refused).toContain("large_0");
    expect(refused).toContain("INVALID_ARGUMENTS");
  });

  it("is declared in full within the budget", async () => {
    const api = await run(deep, {}, 100_000);
    expect(api.files.get("declarations.json")).not.toContain("JSON text");
  });
});

describe("a union", () => {
  it("is not ambiguous because of properties that the model does not see", async () => {
    const variant = (name: string): object => ({
      type: "object",
      required: ["id", "name"],
      properties: {
        [name]: { type: "string", readOnly: true },
        id: { type: "string", readOnly: true },
        name: { type: "string" },
      },
    });
    const api = await run({ type: "object", properties: { part: { oneOf: [variant("a"), variant("b")] } } });
    const request = await api.send("x", { part: { name: "n" } });
    expect(JSON.parse(request.body.toString())).toEqual({ part: { name: "n" } });
  });

  it("keeps variants that differ only in a nested object", async () => {
    const variable = (kind: string, inner: object): object => ({
      type: "object",
      required: ["kind"],
      properties: { kind: { type: "string" }, [kind]: { type: "object", properties: inner } },
    });
    const api = await run({
      type: "object",
      properties: {
        variable: {
          oneOf: [
            { ...variable("recent", { hours: { type: "integer" } }), required: ["kind", "recent"] },
            { ...variable("trigger", { data: bulky("t") }), required: ["kind", "trigger"] },
          ],
        },
      },
    });
    const value = { kind: "x", recent: { hours: 3 } };
    const declared = propertiesOf(api)["variable"];
    const sent = declared?.type === "STRING" ? JSON.stringify(value) : value;
    expect(JSON.parse((await api.send("x", { variable: sent })).body.toString())).toEqual({
      variable: value,
    });
  });
});

describe("a property that the service fills in", () => {
  const readOnly = { type: "string", readOnly: true };

  it.each([
    [
      "in the same schema",
      { type: "object", required: ["id", "name"], properties: { id: readOnly, name: { type: "string" } } },
    ],
    [
      "required beside allOf",
      {
        required: ["id", "name"],
        allOf: [
          { $ref: "#/components/schemas/Base" },
          { type: "object", properties: { name: { type: "string" } } },
        ],
      },
    ],
    [
      "required by a schema that does not describe it",
      {
        allOf: [
          { $ref: "#/components/schemas/Requires" },
          { type: "object", properties: { id: readOnly, name: { type: "string" } } },
        ],
      },
    ],
    [
      "behind a reference",
      {
        type: "object",
        required: ["id", "name"],
        properties: { id: { $ref: "#/components/schemas/Id" }, name: { type: "string" } },
      },
    ],
    [
      "required by a branch",
      {
        type: "object",
        properties: { id: readOnly, name: { type: "string" } },
        anyOf: [{ required: ["id"] }, { required: ["name"] }],
      },
    ],
  ])("is not declared, %s", async (_how, part) => {
    const schemas = {
      Base: { type: "object", properties: { id: readOnly } },
      Requires: { type: "object", required: ["id", "name"] },
      Id: readOnly,
    };
    const api = await run({ type: "object", required: ["part"], properties: { part } }, schemas);
    expect(Object.keys(propertiesOf(api)["part"]?.properties ?? {})).toEqual(["name"]);
    const request = await api.send("x", { part: { name: "n" } });
    expect(JSON.parse(request.body.toString())).toEqual({ part: { name: "n" } });
  });

  it("accepts any value if the document requires a name that it does not describe", async () => {
    const api = await run({ type: "object", required: ["lock"], properties: { name: { type: "string" } } });
    expect(propertiesOf(api)["lock"]).toEqual({ type: "STRING", description: "JSON text." });
    expect(api.diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toContain("warning TP642");
    const request = await api.send("x", { lock: '{"type":"lock"}' });
    expect(JSON.parse(request.body.toString())).toEqual({ lock: { type: "lock" } });
  });

  it("may be missing in a result if only requests have it", async () => {
    const schema = {
      type: "object",
      required: ["secret", "id"],
      properties: { secret: { type: "string", writeOnly: true }, id: { type: "string" } },
    };
    const one = await runDocument(
      {
        openapi: "3.0.3",
        info: { title: "T", version: "1" },
        paths: {
          "/y": {
            get: {
              operationId: "y",
              responses: {
                200: { description: "", content: { "application/json": { schema: { allOf: [schema] } } } },
              },
            },
          },
        },
      },
      {
        answer: (_request, response) => {
          response.setHeader("content-type", "application/json");
          response.end('{"id": "1"}');
        },
      },
    );
    running.push(one);
    expect(await one.call("y", {})).toEqual({ result: { id: "1" } });
  });
});
