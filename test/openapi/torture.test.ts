import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { HttpOperation, Tool } from "../../generator/ir.js";
import type { GeminiSchema } from "../../runtime/wire.js";
import { compileDocument } from "./compile-document.js";

const file = fileURLToPath(new URL("./torture.openapi.yaml", import.meta.url));
const compiled = compileDocument(readFileSync(file, "utf8"), file, { all: true, cookies: ["flavour"] });

function toolOf(call: string): Tool {
  const found = compiled.tools.find(({ tool }) => {
    return (
      tool.binding.kind === "http" &&
      `${tool.binding.operation.method} ${tool.binding.operation.path}` === call
    );
  });
  if (found === undefined) throw new Error(`no tool for ${call}`);
  return found.tool;
}

function operationOf(call: string): HttpOperation {
  const { binding } = toolOf(call);
  if (binding.kind !== "http") throw new Error(`${call} is not an HTTP tool`);
  return binding.operation;
}

function parametersOf(call: string): GeminiSchema {
  const { name } = toolOf(call);
  return compiled.tools.find(({ tool }) => tool.name === name)?.declaration.parameters ?? {};
}

function wireOf(call: string): readonly string[] {
  return operationOf(call).parameters.map(
    ({ argument, in: place, name }) => `${argument} → ${place} ${name}`,
  );
}

function messages(code: string): readonly string[] {
  return compiled.diagnostics
    .filter((diagnostic) => diagnostic.code === code)
    .map(({ message, frame }) => `${frame?.trim()} | ${message}`);
}

describe("arguments of an unusual operation", () => {
  it("separates one name in path, query and body by location", () => {
    const wire = wireOf("PUT /things/{id}").filter((line) => line.startsWith("id"));
    expect(wire).toEqual(["id_path → path id", "id_query → query id", "id_body → body id"]);
  });

  it("lets the operation's parameter override the path item's", () => {
    expect(toolOf("PUT /things/{id}").input.properties?.["id_path"]).toMatchObject({
      type: "integer",
      format: "int64",
    });
  });

  it("keeps the path item's other parameters", () => {
    expect(wireOf("PUT /things/{id}")).toContain("trace → header trace");
  });

  it("keeps parameter descriptions", () => {
    expect(parametersOf("PUT /things/{id}").properties?.["id_query"]?.description).toBe("Revision.");
  });

  it("makes illegal argument names legal and remembers the wire name", () => {
    expect(wireOf("PUT /things/{id}")).toContain("filter_name → query filter[name]");
    expect(wireOf("PUT /things/{id}")).toContain("X_Trace_Id → header X-Trace-Id");
  });

  it("leaves readOnly properties out of the arguments, also deep inside", () => {
    const { properties } = parametersOf("PUT /things/{id}");
    expect(Object.keys(properties ?? {})).not.toContain("created");
    expect(Object.keys(properties?.["owner"]?.properties ?? {})).toEqual(["name"]);
  });

  it("omits deprecated and internal options, and reports the rule for each", () => {
    expect(Object.keys(parametersOf("PUT /things/{id}").properties ?? {})).not.toContain("old");
    expect(messages("TP621")[0]).toBe(
      "put: | things_update_4972de4b: 2 optional properties left out (deprecated, internal)",
    );
  });

  it.each(["Accept", "Authorization", "X-Key", "X-Forwarded-For", "sid"])("never contains %s", (name) => {
    expect(operationOf("PUT /things/{id}").parameters.map((wire) => wire.name)).not.toContain(name);
  });

  it("hides cookies and parameters with a single possible value from the model, and binds them", () => {
    const declared = Object.keys(parametersOf("PUT /things/{id}").properties ?? {});
    expect(declared).not.toContain("api_version");
    expect(declared).not.toContain("flavour");
    expect([...toolOf("PUT /things/{id}").policy.bind]).toEqual([
      ["flavour", { from: "context", path: ["cookies", "flavour"], optional: true }],
      ["api_version", { from: "value", value: "2024-01" }],
    ]);
  });

  it("follows a reference with ~1 and merges allOf into one flat object", () => {
    expect(Object.keys(parametersOf("PUT /things/{id}").properties ?? {})).toEqual([
      "id_path",
      "id_query",
      "filter_name",
      "X_Trace_Id",
      "trace",
      "size",
      "owner",
      "id_body",
    ]);
  });

  it("keeps integers and nullable types", () => {
    expect(parametersOf("PUT /things/{id}").properties?.["size"]).toMatchObject({
      type: "INTEGER",
      nullable: true,
    });
  });

  it("declares the type of the values for a nullable enum without type", () => {
    expect(parametersOf("GET /nodes/{node}/children/{child}").properties?.["mood"]).toMatchObject({
      type: "STRING",
      nullable: true,
      enum: ["good", "bad"],
    });
  });

  it("keeps style and explode of every parameter", () => {
    const parameters = operationOf("GET /nodes/{node}/children/{child}").parameters;
    expect(
      parameters.map(({ name, style, explode, contentType }) => [name, style, explode, contentType]),
    ).toEqual([
      ["node", "simple", false, undefined],
      ["child", "matrix", true, undefined],
      ["mood", "form", true, undefined],
      ["tags", "pipeDelimited", false, undefined],
      ["where", "deepObject", true, undefined],
      ["state", "form", true, "application/json"],
    ]);
  });
});

describe("names", () => {
  it("are different for two operations that differ by a dot, in any order", () => {
    expect(toolOf("POST /things/update").name).toBe("things_update");
    expect(toolOf("PUT /things/{id}").name).toBe("things_update_4972de4b");
    const [collision] = compiled.diagnostics.filter(({ code }) => code === "TP610");
    expect(collision?.help).toContain('rename: { "PUT /things/{id}": "things_update_2" }');
    expect(collision?.related).toHaveLength(1);
  });

  it("are shortened by words, and stay different if their beginnings are equal", () => {
    expect(toolOf("GET /a-very-long-path/one").name).toBe(
      "retrieve_the_very_long_config_id_of_the_org_env_num_one",
    );
    expect(toolOf("GET /a-very-long-path/two").name).toBe(
      "retrieve_the_very_long_config_id_of_the_org_env_num_two",
    );
  });

  it("are made of verb, path and parameters for operations without id", () => {
    expect(toolOf("GET /nodes/{node}/children/{child}").name).toBe("get_nodes_children_by_node_and_child");
  });

  it("are method and path in the description of an operation without texts", () => {
    expect(toolOf("GET /a-very-long-path/one").description).toBe("GET /a-very-long-path/one");
  });
});

describe("bodies", () => {
  it("accept files by handle, alone and in lists", () => {
    const { properties } = parametersOf("POST /files");
    expect(properties?.["file"]).toMatchObject({
      type: "STRING",
      description: "A picture (handle of a file)",
    });
    expect(properties?.["more"]).toMatchObject({ type: "ARRAY", items: { type: "STRING" } });
    expect(operationOf("POST /files").parameters.map(({ file: shape }) => shape)).toEqual([
      "one",
      "many",
      undefined,
    ]);
  });

  it("flatten forms and keep the encoding of each field", () => {
    expect(operationOf("POST /form").body).toEqual({
      contentType: "application/x-www-form-urlencoded",
      required: false,
      form: "flat",
    });
    expect(operationOf("POST /form").parameters.map(({ name, style }) => [name, style])).toEqual([
      ["amount", "content"],
      ["items", "deepObject"],
    ]);
  });

  it.each(["PUT /lists", "PUT /notes", "PUT /blob", "POST /pets"])(
    "keep the body of %s as one argument",
    (call) => {
      expect(wireOf(call)).toEqual(["body → body body"]);
      expect(operationOf(call).body?.form).toBe("whole");
    },
  );

  it("keep an optional body with required properties as one argument", () => {
    expect(parametersOf("POST /maybe")).toMatchObject({ properties: { body: { required: ["a"] } } });
    expect(parametersOf("POST /maybe").required).toBeUndefined();
  });

  it("describe the tag of each variant of a discriminated union", () => {
    const variants = parametersOf("POST /pets").properties?.["body"]?.anyOf ?? [];
    expect(variants.map((variant) => variant.properties?.["kind"]?.enum)).toEqual([["Cat"], ["Dog"]]);
    expect(variants.map((variant) => Object.keys(variant.properties ?? {}))).toEqual([
      ["kind", "lives"],
      ["kind", "barks"],
    ]);
  });

  it("unroll a recursive body, with JSON text below", () => {
    const childrenOf = (schema: GeminiSchema | undefined): GeminiSchema | undefined =>
      schema?.properties?.["children"]?.items;
    const first = childrenOf(parametersOf("POST /nodes"));
    expect(Object.keys(first?.properties ?? {})).toEqual(["label", "children"]);
    expect(childrenOf(first)).toMatchObject({ type: "STRING" });
  });
});

describe("security and servers", () => {
  it("keep alternatives of schemes that are required together", () => {
    expect(operationOf("PUT /things/{id}").security).toEqual([
      ["key", "session"],
      ["token", "key"],
      ["token"],
    ]);
  });

  it("accept `security: []` as no security, and an empty alternative as optional", () => {
    expect(operationOf("POST /things/update").security).toEqual([]);
    expect(operationOf("GET /nodes/{node}/children/{child}").security[0]).toEqual([]);
  });
});

describe("results", () => {
  it("omit writeOnly properties and their requirement", () => {
    const { output } = toolOf("PUT /things/{id}");
    expect(JSON.stringify(output)).toContain("ThingOutput");
  });

  it("accept any value if a response has a dangling reference", () => {
    expect(JSON.stringify(toolOf("POST /broken").output)).toBe("{}");
    expect(messages("TP641")).toEqual([
      'content: { application/json: { schema: { $ref: "#/components/schemas/Nowhere" } } }, | cannot follow "#/components/schemas/Nowhere": there is no "Nowhere"; any value is accepted here',
    ]);
  });
});

describe("invalid parts", () => {
  it("are reported with their location, and cost only their operation", () => {
    expect(compiled.refused).toEqual(["GET /broken"]);
    expect(messages("TP605")).toEqual([
      'parameters: [{ $ref: "#/components/parameters/Nowhere" }] | cannot follow "#/components/parameters/Nowhere": there is no "parameters"',
    ]);
  });

  it("include methods that fetch cannot send", () => {
    expect(messages("TP607")).toEqual([
      "trace: | TRACE /broken cannot become a tool: handlers do not send TRACE",
    ]);
  });

  it("do not include parameters that are missing in the path, because the path is right", () => {
    expect(wireOf("GET /missing/{thing}")).toEqual(["thing → path thing"]);
    expect(messages("TP611")).toEqual([
      "get: | no parameter describes {thing}; it is read as a required string",
    ]);
    expect(messages("TP612")).toEqual([
      'parameters: [{ name: other, in: path, required: true, schema: { type: string } }] | the path "/missing/{thing}" has no {other}; the parameter is left out',
    ]);
  });

  it("leave nothing that Gemini would refuse", () => {
    expect(compiled.violations).toEqual([]);
  });
});
