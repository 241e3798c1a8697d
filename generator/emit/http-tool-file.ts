import { code, type Code, ident, join, key, member } from "../base/code.js";
import type { HttpOperation, Tool, OperationParameter } from "../ir.js";
import { type EmitContext, httpModule, runtimeModule } from "./context.js";
import { runtimeOperation } from "./http-operation.js";
import { createImports } from "./imports.js";
import { keyOf } from "./key.js";
import { modulePath } from "./module-path.js";
import type { PlannedFile, RenderedFile } from "./planned-file.js";
import { render } from "./render.js";

/** Plans `http/<tool>.ts`, with the function that calls one operation. */
export function planHttpToolFile(tool: Tool, operation: HttpOperation, context: EmitContext): PlannedFile {
  return {
    path: `http/${tool.names.file}.ts`,
    key: keyOf(context.header, tool, context.options.imports),
    render: async () => renderHttpToolFile(tool, operation, context),
  };
}

function renderHttpToolFile(tool: Tool, operation: HttpOperation, context: EmitContext): RenderedFile {
  const { type, file } = tool.names;
  const imports = createImports();
  imports.type(httpModule, "HttpConnection", "HttpOperation");
  imports.type(runtimeModule, "CallContext");
  imports.type(modulePath(`../tools/${file}`, context.options.imports), `${type}Args`, `${type}Result`);
  const text = render("http-tool.ts", {
    header: context.header,
    imports: imports.code(),
    operation: runtimeOperation(tool, operation),
    sendDoc: `Calls \`${operation.method} ${operation.path}\`.`,
    sendName: `send${type}`,
    argsType: `${type}Args`,
    resultType: `${type}Result`,
    args: operation.parameters.length === 0 ? "_args" : "args",
    values: valuesOf(operation),
  });
  return { text, outline: { declares: ["operation", `send${type}`], imports: imports.modules } };
}

const locations = ["path", "query", "header", "cookie"] as const;

/** Prints the arguments grouped by their location in the request, under the names that the API uses. */
function valuesOf(operation: HttpOperation): Code {
  const groups = locations.flatMap((location) => {
    const members = operation.parameters.filter((argument) => locationOf(argument) === location);
    return members.length === 0 ? [] : [code`${ident(location)}: ${fieldsOf(members)}`];
  });
  return code`{ ${join([...groups, ...bodyOf(operation)], ", ")} }`;
}

/**
 * Returns the location of an argument. A parameter of OpenAPI 3.2 that is the complete query string counts as a part of
 * the query.
 */
function locationOf(argument: OperationParameter): (typeof locations)[number] | "body" {
  return argument.in === "querystring" ? "query" : argument.in;
}

function bodyOf(operation: HttpOperation): Code[] {
  if (operation.body === undefined) return [];
  const members = operation.parameters.filter((argument) => argument.in === "body");
  const [bodyArgument] = members;
  if (operation.body.form === "flat" || bodyArgument === undefined) return [code`body: ${fieldsOf(members)}`];
  return [code`body: args${member(bodyArgument.argument)}`];
}

function fieldsOf(members: readonly OperationParameter[]): Code {
  return code`{ ${join(
    members.map(({ name, argument }) => code`${key(name)}: args${member(argument)}`),
    ", ",
  )} }`;
}
