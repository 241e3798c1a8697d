import type { Report } from "../diagnostics/report.js";
import type { Binding, Example, ImportedTool, Json, JsonObject, SearchFacts } from "../ir.js";
import { type Origin, within } from "../base/origin.js";
import { readPolicy } from "../tool-fields/policy.js";
import { declarationTargets, int64Types, toolFieldNames } from "../tool-fields/tool-fields.js";
import type { ImportContext } from "./dialect.js";
import { showValue } from "../base/show-value.js";
import { type Fields, isMapping, openFields } from "./fields.js";
import { readParameters } from "./toolpress-parameters.js";

/** Reads one entry of `tools`. */
export function readTool(
  name: string,
  value: unknown,
  at: Origin,
  context: ImportContext,
): ImportedTool | undefined {
  const { report } = context;
  const fields = openFields(value ?? {}, at, `tool ${JSON.stringify(name)}`, toolFieldNames, report);
  if (fields === undefined) return undefined;
  const verbatim = readDeclaration(fields, report);
  const input = readParameters(fields, verbatim, report);
  return {
    sourceName: name,
    rename: fields.string("rename"),
    description: fields.string("description") ?? descriptionOf(verbatim),
    input,
    output: fields.has("response")
      ? { value: fields.raw("response"), dialect: "2020-12", origin: fields.origin("response") }
      : undefined,
    binding: readBinding(fields, report),
    policy: readPolicy(fields),
    examples: readExamples(fields, report),
    verbatim,
    target: fields.choice("target", declarationTargets),
    int64: fields.choice("int64", int64Types),
    ...readSearchFacts(fields),
    origin: at,
  };
}

function readSearchFacts(fields: Fields): { readonly search?: SearchFacts } {
  const [keywords, needs] = [fields.strings("keywords"), fields.strings("needs")];
  if (keywords === undefined && needs === undefined) return {};
  return { search: { ...(keywords && { keywords }), ...(needs && { needs }) } };
}

/** Reads a complete FunctionDeclaration. The tool must not repeat fields of the declaration. */
function readDeclaration(fields: Fields, report: Report): JsonObject | undefined {
  const declaration = fields.mapping("declaration");
  if (declaration === undefined) return undefined;
  for (const field of ["parameters", "description", "target", "bind"]) {
    if (fields.has(field)) report.add("TP211", { key: fields.origin(field) }, { field });
  }
  return declaration as JsonObject;
}

function descriptionOf(declaration: JsonObject | undefined): string | undefined {
  const description = declaration?.["description"];
  return typeof description === "string" ? description : undefined;
}

function readExamples(fields: Fields, report: Report): readonly Example[] {
  return (fields.list("examples") ?? []).flatMap((value, index) => {
    const at = within(fields.origin("examples"), index);
    const example = openFields(value, at, "an example", ["args", "result", "description"], report);
    if (example === undefined) return [];
    const args = example.has("args") ? example.mapping("args") : {};
    if (args === undefined) return [];
    return [
      {
        args: args as JsonObject,
        result: example.raw("result") as Json | undefined,
        description: example.string("description"),
        origin: at,
      },
    ];
  });
}

/** Reads `binding`, which selects the code that runs the tool. Default: a handler. */
function readBinding(fields: Fields, report: Report): Binding {
  const handler: Binding = { kind: "handler" };
  const value = fields.raw("binding");
  if (value === undefined || value === "handler") return handler;
  const at = fields.origin("binding");
  if (!isMapping(value)) {
    report.add("TP202", at, {
      field: "binding",
      expected: '"handler" or a mapping',
      found: showValue(value),
    });
    return handler;
  }
  const known = ["module", "export", "call", "parameters", "cast", "python", "mcp", "snakepit", "signature"];
  const binding = openFields(value, at, "binding", known, report);
  if (binding === undefined) return handler;
  for (const kind of ["python", "mcp", "snakepit"] as const) {
    const remote = binding.string(kind);
    const signature = binding.string("signature");
    if (remote !== undefined) return { kind, remote, ...(signature !== undefined && { signature }) };
  }
  const module = binding.string("module");
  if (module === undefined) {
    report.add("TP203", at, { field: "module, python, mcp or snakepit", where: "binding" });
    return handler;
  }
  const exported = binding.string("export") ?? String(at.path.at(-2));
  if (!/^[A-Za-z_$][\w$]*$/.test(exported)) {
    const found = showValue(exported);
    report.add("TP202", within(at, "export"), {
      field: "export",
      expected: "the name of an exported function",
      found,
    });
    return handler;
  }
  return {
    kind: "module",
    module,
    export: exported,
    call: binding.choice("call", ["object", "positional"]) ?? "object",
    parameters: binding.strings("parameters") ?? [],
    ...(binding.boolean("cast") === true ? { cast: true } : {}),
  };
}
