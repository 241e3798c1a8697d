import { describe, expect, it } from "vitest";
import { api, compile, declarations, type Files, getThing, problems, tools } from "./compile-files.js";

describe("an overlay", () => {
  const files: Files = {
    "api.yaml": api(
      { "/things/{id}": { get: { $ref: "get.yml" } } },
      {
        components: {
          parameters: { id: { name: "id", in: "path", required: true, schema: { type: "string" } } },
        },
      },
    ),
    "get.yml": { ...getThing, parameters: [{ $ref: "api.yaml#/components/parameters/id" }] },
    "overlay.yml": {
      overlay: "1.0.0",
      actions: [
        { target: "$.paths['/things/{id}'].get", update: { summary: "Finds the thing that is meant" } },
        { target: "$.components.parameters.id", update: { description: "The number on the thing" } },
      ],
    },
  };

  it("changes operations behind references, and references from those files back to the document", async () => {
    const found = await compile(files, { all: true, overlays: ["overlay.yml"] });
    expect(problems(found)).toEqual([]);
    expect(declarations(found)).toMatchObject([
      {
        description: "Finds the thing that is meant",
        parameters: { properties: { id: { description: "The number on the thing" } } },
      },
    ]);
  });
});

describe("a document whose operations are files", () => {
  const operation = (operationId: string, tag: string, more: object = {}): object => ({
    operationId,
    summary: `Does ${operationId} in the cloud`,
    tags: [tag],
    responses: { "200": { $ref: "../shared/ok.yml" }, default: { $ref: "../shared/error.yml" } },
    ...more,
  });
  const files: Files = {
    "api.yaml": api(
      {
        "/v2/machines": {
          get: { $ref: "resources/machines/list.yml" },
          post: { $ref: "resources/machines/create.yml" },
        },
        "/v2/disks": { get: { $ref: "resources/disks/list.yml" } },
      },
      {
        components: { securitySchemes: { bearer: { $ref: "shared/bearer.yml" } } },
        security: [{ bearer: ["read"] }],
      },
    ),
    "resources/machines/list.yml": operation("machines_list", "Machines", {
      parameters: [
        { $ref: "../../shared/parameters.yml#/per_page" },
        { $ref: "../../shared/parameters.yml#/page" },
      ],
      responses: { "200": { $ref: "../../shared/ok.yml" } },
    }),
    "resources/machines/create.yml": operation("machines_create", "Machines", {
      requestBody: {
        required: true,
        content: { "application/json": { schema: { $ref: "models/machine.yml" } } },
      },
      responses: { "202": { $ref: "../../shared/ok.yml" } },
    }),
    "resources/machines/models/machine.yml": {
      type: "object",
      required: ["name"],
      properties: { name: { type: "string" }, size: { $ref: "size.yml" } },
    },
    "resources/machines/models/size.yml": { type: "string", enum: ["small", "large"] },
    "resources/disks/list.yml": operation("disks_list", "Disks", {
      responses: { "200": { $ref: "../../shared/ok.yml" } },
    }),
    "shared/parameters.yml": {
      per_page: { name: "per_page", in: "query", schema: { type: "integer", maximum: 200 } },
      page: { name: "page", in: "query", schema: { type: "integer" } },
    },
    "shared/ok.yml": { description: "ok", content: { "application/json": { schema: { type: "object" } } } },
    "shared/error.yml": { description: "no" },
    "shared/bearer.yml": { type: "http", scheme: "bearer" },
  };

  it("becomes complete tools", async () => {
    const found = await compile(files);
    expect(problems(found)).toEqual([]);
    expect(tools(found)).toEqual([
      "machines_list: per_page page",
      "machines_create: name size",
      "disks_list: ",
    ]);
  });

  it("is split by tag", async () => {
    const { sets } = await compile(files, { all: true, split: "tag" });
    expect(sets.map(({ name, lock }) => `${name}: ${lock.tools.map((tool) => tool.name).join(" ")}`)).toEqual(
      ["api-machines: machines_list machines_create", "api-disks: disks_list"],
    );
  });

  it("can be filtered by tag", async () => {
    const found = await compile(files, { include: ["tag:Disks"] });
    expect(tools(found)).toEqual(["disks_list: "]);
    expect(problems(found)).toEqual([]);
  });
});
