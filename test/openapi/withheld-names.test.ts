import { describe, expect, it } from "vitest";
import { createReport } from "../../generator/diagnostics/report.js";
import type { ToolSet } from "../../generator/ir.js";
import { lowerSet } from "../../generator/lower/lower.js";
import { defaultOptions } from "../../generator/options.js";
import { compileDocument } from "./compile-document.js";
import { ok } from "./one-operation.js";
import { runDocument } from "./run-document.js";

// A schema of a body that stays one argument may declare its keys in many ways. No key may have a bound or
// hidden name: such a key is neither declared to the model nor accepted from it.

const emptySet: ToolSet = {
  name: "a",
  source: "a.openapi.json",
  tools: [],
  schemas: new Map(),
  toolConfig: undefined,
  groups: new Map(),
  builtins: [],
  http: undefined,
  foreign: true,
  origin: {
    document: { file: "a", text: "", location: () => ({ file: "a", line: 1, column: 1, length: 0 }) },
    path: [],
  },
};

const text = { type: "string" };
const bind = { tenant: { context: "user.tenant" } };
const tenantInQuery = { parameters: [{ name: "tenant", in: "query", schema: text }] };

/**
 * Returns a document in which another operation also has the bound name, so that the setting matches
 * something.
 */
function documentWith(schema: object, more: object = {}, mediaType = "application/json"): object {
  const requestBody = { required: true, content: { [mediaType]: { schema } } };
  return {
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    servers: [{ url: "https://api.example.com" }],
    components: {
      "x-props": { tenant: text, a: text },
      securitySchemes: { key: { type: "apiKey", in: "query", name: "api_key" } },
      schemas: {
        Base: {
          type: "object",
          properties: { kind: text },
          required: ["kind"],
          discriminator: { propertyName: "kind" },
        },
        Mapped: {
          type: "object",
          properties: { kind: text },
          required: ["kind"],
          discriminator: { propertyName: "kind", mapping: { b: "#/components/schemas/B" } },
        },
        A: { allOf: [{ $ref: "#/components/schemas/Base" }, { properties: { tenant: text } }] },
        B: { allOf: [{ $ref: "#/components/schemas/Mapped" }, { properties: { tenant: text } }] },
      },
    },
    paths: {
      "/things": {
        post: { operationId: "act", description: "Acts on a thing.", requestBody, ...ok, ...more },
      },
      "/other": { get: { operationId: "other", description: "Does it.", ...tenantInQuery, ...ok } },
    },
  };
}

/** Returns the tool or the diagnostics of the operation with the body. */
function compileAct(document: object, settings: object) {
  const path = "/nowhere/a.openapi.json";
  const { tools, schemas, diagnostics } = compileDocument(JSON.stringify(document), path, {
    all: true,
    ...settings,
  });
  const act = tools.find(({ tool }) => tool.name === "act");
  return {
    tool: act?.tool,
    schemas,
    errors: diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code),
    declared: JSON.stringify(act?.declaration ?? {}),
  };
}

const declaring: readonly (readonly [string, object])[] = [
  ["an heir of a schema with a discriminator", { $ref: "#/components/schemas/Base" }],
  ["an heir that a mapping names", { $ref: "#/components/schemas/Mapped" }],
  [
    "a map of properties behind a reference",
    { properties: { $ref: "#/components/x-props" }, additionalProperties: true },
  ],
  [
    "a dynamic reference",
    {
      $defs: { x: { $dynamicAnchor: "n", type: "object", properties: { tenant: text } } },
      $dynamicRef: "#n",
    },
  ],
  ["a required key of a map", { type: "object", required: ["tenant"], additionalProperties: text }],
  [
    "a required key in one branch",
    { type: "object", oneOf: [{ required: ["tenant"] }, { required: ["x"] }], additionalProperties: true },
  ],
  ["a pattern for one key", { type: "object", patternProperties: { "^tenant$": text } }],
  [
    "a list of keys",
    { type: "object", propertyNames: { enum: ["tenant", "x"] }, additionalProperties: text },
  ],
  ["the only key", { type: "object", propertyNames: { const: "tenant" }, additionalProperties: text }],
  [
    "a pattern for all keys",
    { type: "object", propertyNames: { pattern: "^ten" }, additionalProperties: text },
  ],
  [
    "a key that another brings",
    { type: "object", dependentRequired: { a: ["tenant"] }, additionalProperties: text },
  ],
  [
    "a key that brings another",
    { type: "object", dependentRequired: { tenant: ["a"] }, additionalProperties: text },
  ],
  ["values that are listed", { enum: [{ tenant: "VICTIM" }, { tenant: "OTHER" }] }],
  ["another spelling", { type: "object", properties: { Tenant: text }, additionalProperties: text }],
  [
    "a key of every value of a map",
    {
      type: "object",
      additionalProperties: { type: "object", required: ["tenant"], additionalProperties: text },
    },
  ],
];

describe("a document cannot expose a bound name to the model by", () => {
  it.each(declaring)("%s", (_what, schema) => {
    const { tool, errors, declared } = compileAct(documentWith(schema), {
      bind,
    });
    expect(errors).toEqual(["TP644"]);
    expect(tool).toBeUndefined();
    expect(declared).not.toContain("enant");
  });

  it.each(declaring)("%s, if it is hidden", (_what, schema) => {
    const document = documentWith(schema, { "x-toolpress": { hide: ["tenant"] } });
    const { errors, declared } = compileAct(document, {});
    expect(errors).toEqual(["TP644"]);
    expect(declared).not.toContain("enant");
  });

  it("an object in the query whose keys become parameters", () => {
    const filter = {
      name: "filter",
      in: "query",
      schema: { type: "object", properties: { tenant: text, a: text } },
    };
    const document = documentWith(text, { parameters: [filter] });
    const { errors, declared } = compileAct(document, { bind });
    expect(errors).toEqual(["TP644"]);
    expect(declared).not.toContain("tenant");
  });

  it("a required property that it hides", () => {
    const schema = { type: "object", required: ["tenant"], properties: { tenant: text, a: text } };
    const document = documentWith(schema, { "x-toolpress": { hide: ["tenant"] } });
    const { errors, declared } = compileAct(document, {});
    expect(errors).toEqual(["TP648"]);
    expect(declared).not.toContain("tenant");
  });

  it("a required parameter that it hides", () => {
    const parameters = [{ name: "tenant", in: "query", required: true, schema: text }];
    const document = documentWith(text, { parameters, "x-toolpress": { hide: ["tenant"] } });
    const { errors, declared } = compileAct(document, {});
    expect(errors).toEqual(["TP648"]);
    expect(declared).not.toContain("tenant");
  });

  it.each([
    [
      "in the query",
      { parameters: [...tenantInQuery.parameters, { name: "Tenant", in: "query", schema: text }] },
      text,
    ],
    [
      "as a list",
      { parameters: [...tenantInQuery.parameters, { name: "tenant[]", in: "query", schema: text }] },
      text,
    ],
    ["in the body", tenantInQuery, { type: "object", properties: { Tenant: text, a: text } }],
  ])("another spelling of the bound name: %s", (_what, more, schema) => {
    const { errors, declared } = compileAct(documentWith(schema, more), {
      bind,
    });
    expect(errors).toEqual(["TP647"]);
    expect(declared).not.toContain("enant");
  });
});

describe("a declaration that still contains a bound name", () => {
  it.each(["parameters", "parametersJsonSchema"] as const)("is refused, in the target %s", (target) => {
    const plain = target === "parameters" ? /heir|reference|only key|list of keys/ : /heir|reference/;
    const open = declaring.filter(([what]) => plain.test(what));
    for (const [what, schema] of open) {
      const { tool, schemas } = compileAct(documentWith(schema), {});
      if (tool?.binding.kind !== "http") throw new Error(`no tool: ${what}`);
      const { operation } = tool.binding;
      const parameters = operation.parameters.map((one) => ({
        ...one,
        withheld: { bound: ["tenant"], credentials: [] },
      }));
      const changed = {
        ...tool,
        target,
        binding: { kind: "http" as const, operation: { ...operation, parameters } },
      };
      const report = createReport();
      const set = { ...emptySet, tools: [changed], schemas };
      expect([what, lowerSet(set, defaultOptions, report).tools]).toEqual([what, []]);
      expect([what, report.sorted().map(({ code }) => code)]).toEqual([
        what,
        expect.arrayContaining(["TP511"]),
      ]);
    }
  });
});

describe("a document may still contain", () => {
  it.each([
    [
      "the name deeper in the body",
      {
        type: "array",
        items: { type: "object", properties: { owner: { type: "object", properties: { tenant: text } } } },
      },
    ],
    ["an open map", { type: "object", additionalProperties: text }],
    [
      "the name where it is forbidden",
      { type: "object", properties: { tenant: false, a: text }, additionalProperties: text },
    ],
    ["another pattern", { type: "object", patternProperties: { "^x-": text } }],
  ])("%s", (_what, schema) => {
    const document = documentWith(schema, tenantInQuery);
    expect(compileAct(document, { bind }).errors).toEqual([]);
  });

  it.each([
    ["brackets of its own", "page", "page[size]"],
    ["brackets beside brackets", "page[number]", "page[size]"],
  ])("parameters with %s and a bound one", (_what, bound, other) => {
    const parameters = [bound, other].map((name) => ({ name, in: "query", schema: text }));
    const { errors } = compileAct(documentWith(text, { parameters }), {
      bind: { [bound]: { value: "1" } },
    });
    expect(errors).toEqual([]);
  });
});

describe("a model cannot send a bound name in a body by", () => {
  const maps = { type: "object", additionalProperties: text };
  const spellings = [
    "tenant",
    "Tenant",
    "tenant[]",
    "[tenant]",
    "tenant\0",
    "+tenant",
    "tenant;x",
    " tenant",
  ];
  const form = "application/x-www-form-urlencoded";
  const multipart = "multipart/form-data";
  const anchored = {
    $defs: { x: { $anchor: "n", type: "object", properties: { tenant: text } } },
    anyOf: [{ $ref: "#n" }, { type: "string" }],
  };
  const identified = {
    $defs: { x: { $id: "http://a/b", type: "object", properties: { tenant: text } } },
    anyOf: [{ $ref: "http://a/b" }, { type: "string" }],
  };
  const entry = (key: string): object => ({ body: [{ key, value: "VICTIM" }] });
  const inText = [{ body: { tenant: "VICTIM" } }, { body: '{"tenant":"VICTIM"}' }];

  it.each([
    ["keys of a JSON map", maps, "application/json", spellings.map(entry)],
    ["keys of a form", maps, form, [...spellings, "api_key", "API_KEY"].map(entry)],
    [
      "keys of a multipart form",
      maps,
      multipart,
      [...spellings.filter((name) => !name.includes("\0")), "api_key"].map(entry),
    ],
    [
      "items of a list",
      { type: "array", items: maps },
      "application/json",
      [{ body: [[{ key: "tenant", value: "VICTIM" }]] }],
    ],
    ["a broken reference to an anchor", anchored, "application/json", inText],
    ["a broken reference to an identifier", identified, "application/json", inText],
  ])("%s", async (_what, schema, mediaType, calls) => {
    for (const more of [tenantInQuery, {}]) {
      const secured = { ...more, security: [{ key: [] }] };
      const running = await runDocument(documentWith(schema, secured, mediaType), {
        settings: { all: true, bind },
        connect: { credentials: { key: "api-secret" } },
      });
      const context = { user: { tenant: "MINE" } };
      for (const args of calls) {
        const answer = await running.call("act", args, context);
        expect([args, answer]).toEqual([
          args,
          { error: expect.objectContaining({ code: "INVALID_ARGUMENTS" }) as unknown },
        ]);
      }
      const ordinary = schema === maps ? entry("tenants") : undefined;
      if (ordinary !== undefined)
        expect((await running.send("act", ordinary, context)).body.toString()).toContain("tenants");
      await running.close();
    }
  });

  it("an object field of a form whose keys become fields", async () => {
    const schema = { type: "object", properties: { filter: maps } };
    const document = documentWith(schema, tenantInQuery, form) as {
      paths: { "/things": { post: { requestBody: { content: Record<string, object> } } } };
    };
    const { content } = document.paths["/things"].post.requestBody;
    content[form] = { schema, encoding: { filter: { style: "form", explode: true } } };
    const running = await runDocument(document, { settings: { all: true, bind } });
    const call = (key: string): Promise<unknown> =>
      running.call("act", { filter: [{ key, value: "VICTIM" }] }, { user: { tenant: "MINE" } });
    expect(await call("tenant")).toMatchObject({ error: { code: "INVALID_ARGUMENTS" } });
    expect(await call("other")).toEqual({ result: {} });
    await running.close();
  });

  it("any field if the application binds the complete body", async () => {
    const running = await runDocument(documentWith(maps), {
      settings: { all: true, bind: { ...bind, body: { context: "body" } } },
    });
    const request = await running.send("act", {}, { user: { tenant: "MINE" }, body: { tenant: "MINE" } });
    expect(request.body.toString()).toBe('{"tenant":"MINE"}');
    await running.close();
  });
});
