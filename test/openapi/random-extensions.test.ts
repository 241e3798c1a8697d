import { describe, expect, it } from "vitest";
import { runtimeOperation } from "../../generator/emit/http-operation.js";
import type { Tool } from "../../generator/ir.js";
import { connect } from "../../runtime/http/connect.js";
import { ToolError } from "../../runtime/errors.js";
import { fc } from "../helpers/seeded.js";
import { callContext } from "./loopback.js";
import { compile, documentOf, tenant } from "./one-operation.js";

// A vendor may mix extensions, servers and requirements in any way.

describe("random extensions of a document", () => {
  const sources = fc.constantFrom(
    { env: "SECRET" },
    { context: "user.token" },
    { value: "x" },
    { env: "SECRET", value: "x" },
    "SECRET",
    null,
  );
  const switches = fc.constantFrom(true, false, "ENABLED", "DISABLED", null, 0, "false", {});
  const extensions = fc.record(
    {
      "x-toolpress": fc.oneof(
        switches,
        fc.record(
          {
            confirm: switches,
            enabled: switches,
            hide: fc.constantFrom(["tenant"], ["other"], "tenant"),
            bind: fc.dictionary(fc.constantFrom("tenant", "other", "body", "__proto__"), sources),
          },
          { requiredKeys: [] },
        ),
      ),
      "x-openai-isConsequential": switches,
      "x-requireConfirmation": switches,
      "x-ai-capabilities": fc.record({ confirmation: switches }),
      "x-mcp": fc.record({ enabled: switches }),
      "x-google-mcp-tool": switches,
      "x-speakeasy-mcp": fc.record({ disabled: switches }),
      "x-internal": switches,
    },
    { requiredKeys: [] },
  );

  const servers = fc.record(
    {
      servers: fc.constantFrom(
        [{ url: "https://evil.example.com" }],
        [{ url: "https://{host}", variables: { host: { default: "evil.example.com" } } }],
        [{ url: "https://api.example.com@evil.example.com" }],
        [{ url: "https://api.example.com.evil.example.com" }],
        [{ url: "http://api.example.com" }],
        [{ url: "//evil.example.com" }],
        [{ url: "https://api.example.com/v2" }],
        [],
      ),
      security: fc.constantFrom([], [{}], [{ key: [] }], [{ key: [] }, {}]),
    },
    { requiredKeys: [] },
  );

  it("never change an approval, a bound value, or the use of the environment", () => {
    fc.assert(
      fc.property(extensions, fc.constantFrom("delete", "post", "put", "patch"), (extension, method) => {
        const other = { name: "other", in: "query", schema: { type: "string" } };
        const text = documentOf({ ...extension, parameters: [tenant, other] }, method);
        const config = { include: ["act"], approval: "writes", bind: { tenant: { context: "user.tenant" } } };
        const { policy } = compile(text, config);
        if (policy === undefined) return;
        expect(policy.approval).toBe(true);
        expect(policy.bind.get("tenant")).toEqual({ from: "context", path: ["user", "tenant"] });
        for (const [name, bound] of policy.bind) if (name !== "tenant") expect(bound.from).toBe("value");
      }),
      { numRuns: 300 },
    );
  });

  it("never send a credential, a bound value or a cookie that the application does not allow", async () => {
    const session = { name: "session", in: "cookie", schema: { type: "string" } };
    const origins = new Set<string>();
    await fc.assert(
      fc.asyncProperty(extensions, servers, async (extension, where) => {
        const text = documentOf({ ...extension, ...where, parameters: [tenant, session] });
        const settings = { include: ["act"], bind: { tenant: { context: "user.tenant" } } };
        const { tool } = compile(text, settings);
        if (tool === undefined) return;
        for (const { url, init } of await requestsOf(tool)) {
          const { origin } = new URL(url);
          origins.add(origin);
          const sent = `${url} ${JSON.stringify([...new Headers(init.headers)])}`;
          expect(sent).not.toContain("cookie-of-the-user");
          if (origin !== "https://api.example.com") expect(sent).not.toMatch(/api-secret|tenant-of-the-user/);
        }
      }),
      { numRuns: 300 },
    );
    expect(origins).toContain("https://api.example.com");
  });
});

describe("a random body", () => {
  const text = { type: "string" };
  const named = { type: "object", properties: { tenant: text, a: text } };
  const leaves = fc.constantFrom<object>(
    named,
    { ...named, additionalProperties: text },
    { type: "object", properties: { a: text } },
    { type: "object", additionalProperties: text },
    { type: "object", required: ["tenant"], additionalProperties: true },
    { type: "object", patternProperties: { "^ten": text, "^x": text } },
    { type: "object", propertyNames: { enum: ["tenant", "a"] }, additionalProperties: text },
    { type: "object", dependentRequired: { a: ["tenant"] }, additionalProperties: text },
    { properties: { $ref: "#/components/x-props" }, additionalProperties: true },
    { $defs: { x: { $dynamicAnchor: "n", ...named } }, $dynamicRef: "#n" },
    { $defs: { x: { $anchor: "m", ...named } }, $ref: "#m" },
    { $ref: "#/components/schemas/Base" },
    { $ref: "#/components/schemas/Heir" },
    { enum: [{ tenant: "VICTIM" }, { a: "x" }] },
    text,
    {},
  );
  const { shape } = fc.letrec<{ shape: object }>((tie) => ({
    shape: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      leaves,
      fc
        .tuple(
          fc.constantFrom("oneOf", "anyOf", "allOf"),
          fc.array(tie("shape"), { minLength: 1, maxLength: 3 }),
        )
        .map(([word, parts]) => ({ [word]: parts })),
      tie("shape").map((items) => ({ type: "array", items })),
      tie("shape").map((schema) => ({ type: "object", additionalProperties: schema })),
      tie("shape").map((schema) => ({ type: "object", dependentSchemas: { a: schema } })),
      fc.tuple(tie("shape"), tie("shape")).map(([one, other]) => ({ if: one, then: other, else: named })),
    ),
  }));
  const base = { type: "object", properties: { kind: text }, required: ["kind"] };
  const components = {
    "x-props": { tenant: text, a: text },
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Api-Key" } },
    schemas: {
      Base: { ...base, discriminator: { propertyName: "kind" } },
      Heir: { allOf: [{ $ref: "#/components/schemas/Base" }, named] },
    },
  };
  const mediaTypes = fc.constantFrom(
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
  );
  const bodies = [
    { tenant: "VICTIM" },
    { Tenant: "VICTIM", a: "x" },
    { "tenant[]": "VICTIM" },
    [{ tenant: "VICTIM" }],
    [[{ "tenant;x": "VICTIM" }]],
  ];

  it("never exposes a bound or hidden name to the model, or accepts it from the model", async () => {
    const outcomes = { refused: 0, complete: 0 };
    await fc.assert(
      fc.asyncProperty(
        shape,
        mediaTypes,
        fc.boolean(),
        fc.boolean(),
        async (schema, type, required, isBound) => {
          const requestBody = { required, content: { [type]: { schema } } };
          const hiding = isBound ? {} : { "x-toolpress": { hide: ["tenant"] } };
          const document = JSON.parse(
            documentOf({ ...hiding, requestBody, parameters: isBound ? [tenant] : [] }, "post"),
          ) as object;
          const settings = isBound ? { bind: { tenant: { context: "user.tenant" } } } : {};
          const { tool, declared } = compile(JSON.stringify({ ...document, components }), settings);
          expect(declared).not.toMatch(/tenant/i);
          if (tool === undefined) outcomes.refused += 1;
          if (tool?.binding.kind !== "http" || tool.binding.operation.body?.form !== "whole") return;
          const input = tool.input.properties?.["body"];
          // The validator is not called here. It would accept no object in place of a text.
          if (typeof input === "object" && input.type === "string") return;
          outcomes.complete += 1;
          for (const body of bodies)
            for (const { init } of await requestsOf(tool, { body })) {
              const sent = await new Response(init.body).text();
              expect(sent).not.toContain("VICTIM");
            }
        },
      ),
      { numRuns: 300 },
    );
    expect(outcomes.refused).toBeGreaterThan(20);
    expect(outcomes.complete).toBeGreaterThan(20);
  });
});

describe("a document with random spellings of its names", () => {
  const text = { type: "string" };
  const names = fc.constantFrom(
    ...["tenant", "Tenant", "TENANT", "tenant[]", "tenant[0]", "[tenant]", " tenant", "other"],
    ...["X-Api-Key", "x-api-key", "X_Api_Key", "x_API-key", "api_key"],
  );
  const parameters = fc.uniqueArray(
    fc.record({
      name: names,
      in: fc.constantFrom("query", "header", "cookie"),
      required: fc.boolean(),
      schema: fc.constantFrom<object>(text, { ...text, const: "EVIL" }),
    }),
    { maxLength: 4, selector: ({ name, in: place }) => `${place} ${name}` },
  );
  const paths = fc.constantFrom("", "", "?tenant=EVIL", "?Tenant=EVIL", "?a=1", "?a=1&tenant%5B%5D=EVIL");
  const constants = fc.dictionary(names, fc.constant({ value: "EVIL" }), { maxKeys: 2 });
  const bodies = fc.option(fc.uniqueArray(names, { minLength: 1, maxLength: 3 }), { nil: undefined });

  /** Reads a name as a lenient service does. The compiler compares names in another way. */
  const read = (name: string): string =>
    name
      .toLowerCase()
      .replace(/^\[(.*)\]$/, "$1")
      .replace(/\[\d*\]$/, "")
      .trim()
      .replace(/[-. ]/g, "_");

  it("sends no second value for bound arguments and credentials", async () => {
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(parameters, paths, constants, bodies, async (given, query, bind, body) => {
        const requestBody = body && {
          required: true,
          content: {
            "application/json": {
              schema: { type: "object", properties: Object.fromEntries(body.map((name) => [name, text])) },
            },
          },
        };
        const operation = { parameters: given, "x-toolpress": { bind }, ...(body && { requestBody }) };
        const document = documentOf(operation, "post").replace(
          '"/things"',
          JSON.stringify(`/things${query}`),
        );
        const { tool } = compile(document, { bind: { tenant: { context: "user.tenant" } } });
        if (tool?.binding.kind !== "http") return;
        for (const { url, init } of await requestsOf(tool, valuesOf(tool))) {
          sent += 1;
          const headers = [...new Headers(init.headers)];
          const cookies = headers.flatMap(([name, value]) =>
            name === "cookie" ? value.split("; ").map((pair) => pair.split("=") as [string, string]) : [],
          );
          const fields = typeof init.body === "string" ? Object.entries(JSON.parse(init.body) as object) : [];
          for (const [name, value] of [...new URL(url).searchParams, ...headers, ...cookies, ...fields])
            if (read(name) === "tenant") expect([name, value]).toEqual([name, "tenant-of-the-user"]);
          for (const [name, value] of headers)
            if (read(name) === "x_api_key") expect([name, value]).toEqual(["x-api-key", "api-secret"]);
        }
      }),
      { numRuns: 400 },
    );
    expect(sent).toBeGreaterThan(50);
  });
});

/**
 * Returns values for the arguments: those that the application binds, constants of the document, and random
 * arguments of the model.
 */
function valuesOf({ binding, policy }: Tool): Readonly<Record<string, unknown>> {
  const values: Record<string, Record<string, unknown>> = {};
  for (const { in: place, name, argument } of binding.kind === "http" ? binding.operation.parameters : []) {
    const bound = policy.bind.get(argument);
    const value =
      bound === undefined ? "VICTIM" : bound.from === "value" ? bound.value : "tenant-of-the-user";
    (values[place] ??= {})[name] = value;
  }
  return { query: {}, cookie: {}, ...values };
}

/**
 * Calls a tool with a value for every argument, over a connection with a credential. Returns the requests, or
 * none if the call is refused.
 */
async function requestsOf(
  tool: Tool,
  more: Readonly<Record<string, unknown>> = {},
): Promise<readonly { url: string; init: RequestInit }[]> {
  if (tool.binding.kind !== "http") return [];
  const requests: { url: string; init: RequestInit }[] = [];
  const http = connect(
    {
      server: "https://api.example.com",
      schemes: { key: { type: "apiKey", in: "header", name: "X-Api-Key" } },
      needs: {},
      files: [],
    },
    {
      credentials: { key: "api-secret" },
      fetch: (url, init) => {
        requests.push({ url, init });
        return Promise.resolve(new Response(null, { status: 204 }));
      },
    },
  );
  const values = {
    query: { tenant: "tenant-of-the-user" },
    cookie: { session: "cookie-of-the-user" },
    ...more,
  };
  await http
    .send(runtimeOperation(tool, tool.binding.operation), values, callContext())
    .catch((error: unknown) => {
      const isRefused = error instanceof ToolError && error.code === "INVALID_ARGUMENTS";
      if (!isRefused && !(error instanceof TypeError)) throw error;
    });
  return requests;
}
