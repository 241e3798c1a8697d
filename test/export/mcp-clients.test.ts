import { Client as ClientV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { describe, expect, it } from "vitest";
import { createReport } from "../../generator/diagnostics/report.js";
import { mcp } from "../../generator/export/mcp.js";
import { prepareText } from "./prepare-text.js";

// The official clients read the exported list. They refuse the complete list if one schema in it is invalid
// for them.

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly protocolVersion?: string };
}

/** Starts a server in memory that offers this list. */
function serverWith(list: unknown) {
  const transport = {
    onmessage: undefined as ((message: never) => void) | undefined,
    onclose: undefined as (() => void) | undefined,
    start: () => Promise.resolve(),
    close: () => Promise.resolve(transport.onclose?.()),
    send: ({ id, method, params }: Message): Promise<void> => {
      if (id === undefined) return Promise.resolve();
      const serverInfo = { name: "memory", version: "1" };
      const protocolVersion = params?.protocolVersion ?? "2025-06-18";
      const answers: Record<string, unknown> = {
        initialize: { protocolVersion, capabilities: { tools: {} }, serverInfo },
        "tools/list": list,
      };
      const result = answers[method ?? ""];
      const error = { code: -32601, message: "no such method" };
      const answer = { jsonrpc: "2.0", id, ...(result ? { result } : { error }) };
      queueMicrotask(() => transport.onmessage?.(JSON.parse(JSON.stringify(answer)) as never));
      return Promise.resolve();
    },
  };
  return transport;
}

type Listed = { readonly name: string; readonly outputSchema?: object | undefined }[];

const info = { name: "test", version: "1" };
const clients: Readonly<Record<string, (list: unknown) => Promise<Listed>>> = {
  "SDK v1": async (list) => {
    const client = new ClientV1(info);
    await client.connect(serverWith(list) as never);
    return (await client.listTools()).tools;
  },
  "SDK v2": async (list) => {
    const client = new ClientV2(info);
    await client.connect(serverWith(list) as never);
    return (await client.listTools()).tools;
  },
};

const ticket = {
  type: "object",
  properties: { id: { type: "string" }, parent: { $ref: "#/schemas/Ticket" } },
};
const withResponse = (response: unknown) => ({ description: "A tool.", parameters: {}, response });
const spec = {
  tools: {
    list_of_objects: withResponse({ type: "array", items: { $ref: "#/schemas/Ticket" } }),
    one_reference: withResponse({ $ref: "#/schemas/Ticket" }),
    reference_of_reference: withResponse({ $ref: "#/schemas/Alias" }),
    text: withResponse({ type: "string" }),
    any_value: withResponse(true),
    nullable: withResponse({ type: ["object", "null"] }),
    free_properties: {
      description: "A tool.",
      parameters: {
        type: "object",
        properties: { any: true, deep: { type: "object", properties: { any: true } } },
      },
      response: { type: "object", properties: { any: true, data: { default: { properties: { x: true } } } } },
    },
    no_arguments: { description: "A tool." },
  },
  schemas: { Ticket: ticket, Alias: { $ref: "#/schemas/Ticket" } },
};

describe("the exported list of MCP tools", () => {
  const report = createReport();
  const list = mcp.write(prepareText(spec).set, { report, declarations: () => new Map() }) as {
    tools: Listed;
  };

  it.each(Object.keys(clients))("is accepted by the client of %s", async (name) => {
    const tools = (await clients[name]?.(list)) ?? [];
    expect(tools.map((tool) => tool.name)).toEqual(Object.keys(spec.tools));
    const described = tools.filter(({ outputSchema }) => outputSchema !== undefined);
    expect(described.map((tool) => tool.name)).toEqual([
      "one_reference",
      "reference_of_reference",
      "free_properties",
    ]);
  });

  it.each(Object.keys(clients))(
    "would be refused by the client of %s with a list as a result",
    async (name) => {
      const [first] = list.tools;
      const broken = { tools: [{ ...first, outputSchema: { type: "array" } }] };
      await expect(clients[name]?.(broken)).rejects.toThrow();
    },
  );

  it("keeps the meaning of references to itself", () => {
    const tool = list.tools.find(({ name }) => name === "one_reference");
    expect(tool?.outputSchema).toMatchObject({
      type: "object",
      properties: { parent: { $ref: "#/$defs/Ticket" } },
      $defs: { Ticket: { type: "object" } },
    });
  });

  it("names the results that are left out", () => {
    const left = report.sorted().filter(({ code }) => code === "TP727");
    expect(left.map(({ message }) => message)).toEqual([
      'MCP tools/list describes results that are objects; the response of 3 tools ("list_of_objects", "text", "nullable") is left out',
    ]);
  });
});
