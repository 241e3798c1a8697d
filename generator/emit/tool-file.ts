import { argumentTypes, integerForm, resultTypes } from "../base/int64.js";
import type { Tool, ToolNames } from "../ir.js";
import type { LoweredTool } from "../lower/lowered.js";
import { code, type Code, ident, join, json } from "../base/code.js";
import {
  checkName,
  completeName,
  type EmitContext,
  fillsDefaults,
  handlerForms,
  integerSource,
  integersOf,
  isClosedIn,
  isOwnCode,
  type Role,
  runtimeModule,
  warnsOfMismatch,
} from "./context.js";
import { emitDecoder } from "./decoder.js";
import { createImports, type Imports } from "./imports.js";
import { formName, type HandlerForm, hasWide } from "./integer-forms.js";
import { keyOf, NamedSchema } from "./key.js";
import { modulePath } from "./module-path.js";
import type { PlannedFile, RenderedFile } from "./planned-file.js";
import { reachableDefs, resolver } from "./reach.js";
import { render } from "./render.js";
import {
  calledFrom,
  emitSchemaFunctions,
  fileScope,
  reservedNames,
  type FunctionRequest,
} from "./schema-functions.js";
import type { TypeRequest } from "./types.js";

/** Plans `tools/<tool>.ts`, with the types and checks of one tool. */
export function planToolFile(lowered: LoweredTool, context: EmitContext): PlannedFile {
  const { tool } = lowered;
  const resolve = resolver(context.set, tool);
  const inputDefs = reachableDefs([tool.input], resolve);
  const outputDefs = reachableDefs(tool.output === undefined ? [] : [tool.output], resolve);
  const defs = [...new Set([...inputDefs, ...outputDefs])].sort();
  const key = keyOf(
    context.header,
    context.options,
    tool,
    lowered.declaration,
    defs.map(
      (def) =>
        new NamedSchema(
          def,
          resolve(def),
          context.roles.inputs.has(def),
          context.roles.completed.has(def),
          String(context.roles.integers.get(def)),
        ),
    ),
  );
  return {
    path: `tools/${tool.names.file}.ts`,
    key,
    render: async () => renderToolFile(lowered, context, { inputDefs, outputDefs }),
  };
}

interface Reach {
  readonly inputDefs: ReadonlySet<string>;
  readonly outputDefs: ReadonlySet<string>;
}

function renderToolFile(lowered: LoweredTool, context: EmitContext, reach: Reach): RenderedFile {
  const { tool } = lowered;
  const { type } = tool.names;
  const imports = createImports();
  imports.value(runtimeModule, "defineChecks");
  imports.type(runtimeModule, "DefinedChecks");
  const runsInHandler = tool.binding.kind === "handler";
  if (runsInHandler) imports.type(runtimeModule, "CallContext", "Reply");
  const types = printTypes(tool, context, imports);
  const functions = emitFunctions(lowered, context, reach, imports);
  const text = render("tool.ts", {
    header: context.header,
    types: join(types.code, "\n\n"),
    runsInHandler,
    description: tool.description,
    handlerType: `${type}Handler`,
    functions: join(functions.code, "\n\n"),
    argsType: `${type}Args`,
    resultType: `${type}Result`,
    checksDoc: `Checks for calls of \`${tool.name}\`.`,
    checksName: checksName(tool),
    checks: checksOf(tool, context, functions.declares),
    imports: imports.code(),
  });
  const declares = [
    ...types.declares,
    ...(runsInHandler ? [`${type}Handler`] : []),
    ...functions.declares,
    checksName(tool),
  ];
  const used = imports.from(modulePath("../schemas", context.options.imports));
  const names = used.length > 0 ? { imports: used } : {};
  return { text, outline: { declares, imports: imports.modules }, names };
}

/** Prints the types of the arguments and of the result, and the types of the schemas that only this tool uses. */
function printTypes(
  tool: Tool,
  context: EmitContext,
  imports: Imports,
): { code: readonly Code[]; declares: readonly string[] } {
  const print = context.printTypes();
  const resolve = resolver(context.set, tool);
  const { type } = tool.names;
  const form = integerForm(tool, context.options);
  const requests: TypeRequest[] = [
    {
      name: `${type}Args`,
      doc: `Arguments of \`${tool.name}\`, as the handler receives them.`,
      schema: tool.input,
      defaultsPresent: fillsDefaults(tool),
      closed: context.options.unknownArguments !== "allow",
      closesObjects: context.options.unknownArguments !== "allow",
      integers: argumentTypes(form),
    },
    {
      name: `${type}Result`,
      doc: resultDoc(tool),
      schema: tool.output ?? true,
      defaultsPresent: false,
      integers: resultTypes(form),
    },
    ...[...tool.defs].map(([name, schema]) => ({
      name,
      doc: typeof schema === "object" ? (schema.description ?? "") : "",
      schema,
      defaultsPresent: context.roles.completed.has(name),
      closesObjects: isClosedIn(context, name),
      ...integersOf(name, context.roles),
    })),
  ];
  const printed = requests.map((request) => print({ ...request, resolve }));
  for (const ref of printed.flatMap(({ refs }) => refs)) {
    if (!tool.defs.has(ref)) imports.type(modulePath("../schemas", context.options.imports), ref);
  }
  return { code: printed.map((one) => one.code), declares: requests.map(({ name }) => name) };
}

/** Returns the comment of the result type. A service may return results that differ from the spec. */
function resultDoc(tool: Tool): string {
  return isOwnCode(tool)
    ? `Result of \`${tool.name}\`.`
    : `Result of \`${tool.name}\`, if the service follows the spec.`;
}

function emitFunctions(
  lowered: LoweredTool,
  context: EmitContext,
  { inputDefs, outputDefs }: Reach,
  imports: Imports,
): { code: readonly Code[]; declares: readonly string[] } {
  const { tool } = lowered;
  const resolve = resolver(context.set, tool);
  const form = integerForm(tool, context.options);
  const forms = handlerForms([form]);
  const requests: FunctionRequest[] = [
    {
      name: `${tool.names.type}Args`,
      schema: tool.input,
      role: "input",
      fills: fillsDefaults(tool),
      integers: integerSource("input", [form]),
      forms,
      hidden: new Set(tool.policy.bind.keys()),
    },
  ];
  const local = (role: Role, reached: ReadonlySet<string>): void => {
    for (const [def, schema] of tool.defs) {
      if (!reached.has(def)) continue;
      const name = checkName(def, role, context.roles).slice("check".length);
      const integers = integerSource(role, context.roles.forms[role].get(def));
      const fills = role === "input" && fillsDefaults(tool);
      requests.push({ name, schema, role, fills, integers, forms });
    }
  };
  local("input", inputDefs);
  if (tool.output !== undefined && context.options.checkResults !== "off") {
    const name = `${tool.names.type}Result`;
    const integers = integerSource("output", [form]);
    requests.push({ name, schema: tool.output, role: "output", fills: false, integers, forms });
    local("output", outputDefs);
  }
  const taken = reservedNames([...requests.map(({ name }) => name), ...inputDefs, ...outputDefs]);
  taken.add(checksName(tool));
  const file = fileScope(taken, requests);
  const all = requests.flatMap((request) => emitSchemaFunctions(request, resolve, context, file));
  const emitted = calledFrom(rootsOf(tool, forms), all);
  const declares = emitted.flatMap((one) => one.declares);
  for (const one of emitted) {
    imports.mixed(runtimeModule, one.imports);
    imports.value(
      modulePath("../schemas", context.options.imports),
      ...one.calls.filter((name) => !declares.includes(name)),
    );
  }
  const bodies = emitted.map((one) => one.code);
  if (lowered.codec === undefined) return { code: bodies, declares };
  const name = `decode${tool.names.type}Args`;
  const dropsUnknown = context.options.unknownArguments !== "refuse";
  const decoder = emitDecoder({ name, codec: lowered.codec, integers: form, dropsUnknown, taken });
  imports.mixed(runtimeModule, decoder.imports);
  return { code: [...bodies, decoder.code], declares: [...declares, ...(decoder.declares ?? [])] };
}

/** Returns the names of the functions that `dispatch` calls directly. */
function rootsOf({ names: { type } }: Tool, forms: readonly HandlerForm[]): readonly string[] {
  return [
    `check${type}Args`,
    completeName(`${type}Args`),
    ...forms.map((one) => formName(`${type}Args`, one)),
    `check${type}Result`,
  ];
}

/**
 * Prints the argument of `defineChecks`: the functions and settings that the runtime needs to check calls of a tool.
 */
function checksOf(tool: Tool, { set, options }: EmitContext, declares: readonly string[]): Code {
  const { type } = tool.names;
  const integers = integerForm(tool, options);
  const isLarge = (integers === "exact" || integers === "bigint") && hasWide(tool.input, resolver(set, tool));
  const bound = [...tool.policy.bind.keys()];
  const checksResult = tool.output !== undefined && options.checkResults !== "off";
  const declared = (field: Code, name: string): Code[] =>
    declares.includes(name) ? [code`${field}: ${ident(name)}`] : [];
  const fields = [
    code`check: ${ident(`check${type}Args`)}`,
    ...declared(code`decode`, `decode${type}Args`),
    ...declared(code`complete`, completeName(`${type}Args`)),
    ...handlerForms([integers]).flatMap((form) => declared(code`form`, formName(`${type}Args`, form))),
    ...(isLarge ? [code`large: "bigint"`] : []),
    code`coerce: ${json(options.coerce)}`,
    ...(bound.length > 0 ? [code`bound: ${json(bound)}`] : []),
    ...(checksResult ? [code`checkResult: ${ident(`check${type}Result`)}`] : []),
    ...(checksResult && warnsOfMismatch(tool, options) ? [code`mismatch: "warn"`] : []),
  ];
  // The line break after the brace makes the formatter print each field on its own line.
  return code`{\n${join(
    fields.map((field) => code`${field},`),
    "\n",
  )}\n}`;
}

/** Returns the import path of a tool's file, seen from the folder of the tool set. */
export function toolModule(
  { names }: { readonly names: Pick<ToolNames, "file"> },
  { options }: Pick<EmitContext, "options">,
): string {
  return modulePath(`./tools/${names.file}`, options.imports);
}

/** Returns the name of the constant in a tool's file that contains its checks. */
export function checksName({ names }: { readonly names: Pick<ToolNames, "value"> }): string {
  return `${names.value}Checks`;
}
