import type { Report } from "../diagnostics/report.js";
import type {
  Binding,
  BoundValue,
  Example,
  ImportedTool,
  Json,
  JsonObject,
  Policy,
  ResultLimits,
} from "../ir.js";
import { type Origin, within } from "../base/origin.js";
import type { ImportContext } from "./dialect.js";
import { showValue } from "../base/show-value.js";
import { type Fields, isMapping, openFields } from "./fields.js";
import { readParameters } from "./toolpress-parameters.js";

const toolFields = [
  "name",
  "description",
  "parameters",
  "response",
  "examples",
  "approval",
  "timeout",
  "serial",
  "longRunning",
  "nonBlocking",
  "bind",
  "result",
  "declaration",
  "target",
  "int64",
  "binding",
  "rename",
];

/** One entry of `tools`. */
export function readTool(
  name: string,
  value: unknown,
  at: Origin,
  context: ImportContext,
): ImportedTool | undefined {
  const { report } = context;
  const fields = openFields(value ?? {}, at, `tool ${JSON.stringify(name)}`, toolFields, report);
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
    policy: readPolicy(fields, report),
    examples: readExamples(fields, report),
    verbatim,
    target: fields.choice("target", ["parameters", "parametersJsonSchema"]),
    int64: fields.choice("int64", ["number", "string", "bigint"]),
    origin: at,
  };
}

/** A whole FunctionDeclaration; what it says may not be said twice. */
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

function readPolicy(fields: Fields, report: Report): Policy {
  return {
    approval: fields.boolean("approval") ?? false,
    timeoutMs: readDuration(fields, "timeout", report),
    serial: fields.boolean("serial") ?? false,
    longRunning: fields.boolean("longRunning") ?? false,
    nonBlocking: fields.boolean("nonBlocking") ?? false,
    bind: readBind(fields, report),
    result: readResult(fields, report),
  };
}

function readDuration(fields: Fields, name: string, report: Report): number | undefined {
  const value = fields.raw(name);
  if (value === undefined) return undefined;
  // With its unit: whoever writes 30 means seconds as often as milliseconds.
  const match = typeof value === "string" ? /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(value) : null;
  const [, count, unit = ""] = match ?? [];
  const milliseconds = Math.round(Number(count) * ({ ms: 1, s: 1_000, m: 60_000 }[unit] ?? 0));
  if (milliseconds > 0) return milliseconds;
  report.add("TP209", fields.origin(name), { found: showValue(value) });
  return undefined;
}

/** `bind`: argument → `{ context: path }`, `{ env: NAME }` or `{ value: anything }`. */
function readBind(fields: Fields, report: Report): ReadonlyMap<string, BoundValue> {
  const bound = new Map<string, BoundValue>();
  for (const [argument, value] of Object.entries(fields.mapping("bind") ?? {})) {
    const at = within(fields.origin("bind"), argument);
    const source = openFields(
      value,
      at,
      `bind ${JSON.stringify(argument)}`,
      ["context", "env", "value"],
      report,
    );
    if (source === undefined) continue;
    const context = source.string("context");
    const env = source.string("env");
    if (context !== undefined) bound.set(argument, { from: "context", path: context.split(".") });
    else if (env !== undefined) bound.set(argument, { from: "env", name: env });
    else if (source.has("value")) bound.set(argument, { from: "value", value: source.raw("value") as Json });
    else
      report.add("TP203", at, { field: "context, env or value", where: `bind ${JSON.stringify(argument)}` });
  }
  return bound;
}

function readResult(fields: Fields, report: Report): ResultLimits | undefined {
  if (!fields.has("result")) return undefined;
  const known = ["pick", "maxItems", "maxChars"];
  const result = openFields(fields.raw("result"), fields.origin("result"), "result", known, report);
  if (result === undefined) return undefined;
  return {
    pick: result.strings("pick"),
    maxItems: result.count("maxItems", 1),
    maxChars: result.count("maxChars", 1),
  };
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

/** `binding`: who executes the tool; a handler of the user's where nothing is said. */
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
