import { argumentTypes } from "../int64.js";
import type { HttpOperation, Tool, WireArgument } from "../ir.js";
import { code, type Code, ident, join, key, member, nothing } from "./code.js";
import { type EmitContext, httpModule, runtimeModule } from "./context.js";
import { runtimeOperation } from "./http-operation.js";
import { isRequired, pathsSchema, placeOf } from "./http-paths.js";
import { createImports } from "./imports.js";
import { keyOf } from "./key.js";
import type { PlannedFile, RenderedFile } from "./planned-file.js";
import { reachableDefs, resolver } from "./reach.js";
import { render } from "./render.js";

/** `http/<tool>.ts`: the call of one operation, checked by tsc against its `paths`. */
export function planHttpToolFile(tool: Tool, operation: HttpOperation, context: EmitContext): PlannedFile {
  const resolve = resolver(context.set, tool);
  const schemas = tool.output === undefined ? [tool.input] : [tool.input, tool.output];
  const defs = [...reachableDefs(schemas, resolve)].sort();
  return {
    path: `http/${tool.names.file}.ts`,
    key: keyOf(context.header, tool, defs),
    render: async () => renderHttpToolFile(tool, operation, context),
  };
}

function renderHttpToolFile(tool: Tool, operation: HttpOperation, context: EmitContext): RenderedFile {
  const { type, file } = tool.names;
  const print = context.printTypes();
  const pathsType = `${type}Paths`;
  const doc = `\`${operation.method} ${operation.path}\` as openapi-fetch checks it.`;
  const paths = print({
    name: pathsType,
    doc,
    schema: pathsSchema(tool, operation),
    defaultsPresent: false,
    integers: argumentTypes("exact"),
  });
  const imports = createImports();
  const toolModule = `../tools/${file}.js`;
  imports.type(httpModule, "HttpConnection", "HttpOperation");
  imports.type(runtimeModule, "CallContext");
  imports.type(toolModule, `${type}Args`, `${type}Result`);
  for (const ref of paths.refs) imports.type(tool.defs.has(ref) ? toolModule : "../schemas.js", ref);
  const init = initOf(tool, operation, () => imports.value(httpModule, "given"));
  const text = render("http-tool.ts", {
    header: context.header,
    imports: imports.code(),
    paths: paths.code,
    pathsType,
    operation: runtimeOperation(tool, operation),
    sendDoc: `Calls \`${operation.method} ${operation.path}\`.`,
    sendName: `send${type}`,
    argsType: `${type}Args`,
    resultType: `${type}Result`,
    method: operation.method,
    path: operation.path,
    args: operation.wire.length === 0 ? "_args" : "args",
    init,
  });
  const declares = [pathsType, "operation", `send${type}`];
  return { text, promised: { declares, imports: ["openapi-fetch", ...imports.modules] } };
}

const places = ["path", "query", "header", "cookie"] as const;

function initOf(tool: Tool, operation: HttpOperation, usesGiven: () => void): Code {
  const groups = places.flatMap((place) => {
    const members = operation.wire.filter((wire) => placeOf(wire) === place);
    return members.length === 0 ? [] : [code`${ident(place)}: ${values(members, tool, usesGiven)}`];
  });
  const params = groups.length === 0 ? nothing : code`params: request.params({ ${join(groups, ", ")} }),`;
  return code`{ ${params} ${bodyOf(tool, operation, usesGiven)} }`;
}

function bodyOf(tool: Tool, operation: HttpOperation, usesGiven: () => void): Code {
  if (operation.body === undefined) return nothing;
  const members = operation.wire.filter((wire) => wire.in === "body");
  const [whole] = members;
  if (operation.body.form === "flat" || whole === undefined) {
    return code`body: request.body(${values(members, tool, usesGiven)}),`;
  }
  const value = code`args${member(whole.argument)}`;
  if (isRequired(whole.argument, tool)) return code`body: request.body(${value}),`;
  return code`...(${value} !== undefined && { body: request.body(${value}) }),`;
}

/** An object of arguments under their names on the wire; those that may be missing are left out when they are. */
function values(members: readonly WireArgument[], tool: Tool, usesGiven: () => void): Code {
  const fieldOf = (wire: WireArgument): Code => code`${key(wire.name)}: args${member(wire.argument)}`;
  const certain = members.filter((wire) => isRequired(wire.argument, tool)).map(fieldOf);
  const uncertain = members.filter((wire) => !isRequired(wire.argument, tool)).map(fieldOf);
  if (uncertain.length === 0) return code`{ ${join(certain, ", ")} }`;
  usesGiven();
  const given = code`given({ ${join(uncertain, ", ")} })`;
  return certain.length === 0 ? given : code`{ ${join([...certain, code`...${given}`], ", ")} }`;
}
