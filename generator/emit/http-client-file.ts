import type { HttpScheme } from "../../runtime/http/operation.js";
import type { Tool } from "../ir.js";
import { code, type Code, ident, nothing } from "./code.js";
import { type EmitContext, httpModule } from "./context.js";
import { addressOf } from "./http-operation.js";
import { createImports } from "./imports.js";
import { setTypeName } from "./index-file.js";
import { keyOf } from "./key.js";
import type { PlannedFile, RenderedFile } from "./planned-file.js";
import { render } from "./render.js";

/** `client.ts`, not in `http/` where a tool could be called so: the API's address, its credentials as a type, and the function that connects. */
export function planHttpClientFile(context: EmitContext): PlannedFile {
  const { set } = context;
  const needs = set.tools.map((tool) =>
    tool.binding.kind === "http" ? [tool.name, tool.binding.operation] : [],
  );
  return {
    path: "client.ts",
    key: keyOf(context.header, set.name, set.http, needs),
    render: async () => renderHttpClientFile(context),
  };
}

function renderHttpClientFile(context: EmitContext): RenderedFile {
  const { set } = context;
  const type = setTypeName(set.name);
  const needs = needsOf(set.tools);
  const used = new Set(Object.values(needs).flat(2));
  const schemes = [...(set.http?.securitySchemes ?? [])].filter(([name]) => used.has(name)) as unknown as [
    string,
    HttpScheme,
  ][];
  const server = addressOf(set.http?.servers ?? []);
  const imports = createImports();
  imports.value(httpModule, "connect");
  imports.type(httpModule, "HttpConnection", "HttpOptions", "HttpService");
  const views = schemes.map(([name, scheme]) => {
    const isBasic = scheme.type === "http" && scheme.scheme === "basic";
    if (scheme.type !== "mutualTLS") imports.type(httpModule, isBasic ? "BasicCredential" : "Secret");
    return {
      name,
      description: describeScheme(scheme),
      mark: isNeeded(name, needs) ? nothing : code`?`,
      type: scheme.type === "mutualTLS" ? code`true` : isBasic ? code`BasicCredential` : code`Secret`,
    };
  });
  const credentialsType = `${type}Credentials`;
  const text = render("http-client.ts", {
    header: context.header,
    imports: imports.code(),
    schemes: views,
    credentialsDoc: `Credentials for ${set.http?.title ?? set.name}. They go into requests, and nowhere a model can see.`,
    credentialsType,
    service: {
      ...(server !== undefined && { server }),
      schemes: Object.fromEntries(schemes),
      needs,
      files: filesOf(set.tools),
    },
    connectDoc: `Connects to ${set.http?.title ?? set.name}. A credential that is missing is an error here, not in a conversation.`,
    connectName: `connect${type}`,
    options: optionsType(
      views.length > 0 ? credentialsType : undefined,
      schemes.some(([name]) => isNeeded(name, needs)),
      server,
    ),
  });
  const declares = [...(views.length > 0 ? [credentialsType] : []), "service", `connect${type}`];
  return { text, promised: { declares, imports: imports.modules } };
}

type Needs = Readonly<Record<string, readonly (readonly string[])[]>>;

function needsOf(tools: readonly Tool[]): Needs {
  return Object.fromEntries(
    tools.flatMap(({ name, binding }) => {
      if (binding.kind !== "http" || binding.operation.security.length === 0) return [];
      return [[name, binding.operation.security]];
    }),
  );
}

/** No tool that names the scheme can do without it, and one names it. */
function isNeeded(scheme: string, needs: Needs): boolean {
  return Object.values(needs).some((alternatives) => alternatives.every((all) => all.includes(scheme)));
}

function filesOf(tools: readonly Tool[]): readonly string[] {
  return tools.flatMap(({ name, binding }) =>
    binding.kind === "http" && binding.operation.wire.some((wire) => wire.file !== undefined) ? [name] : [],
  );
}

function describeScheme(scheme: HttpScheme): string {
  if (scheme.type === "apiKey") return `API key, sent in the ${scheme.in} ${JSON.stringify(scheme.name)}.`;
  if (scheme.type === "http") return `HTTP ${scheme.scheme} authentication.`;
  return scheme.type === "mutualTLS"
    ? "Mutual TLS; give a `fetch` that has the certificate."
    : "Access token.";
}

function optionsType(credentials: string | undefined, needed: boolean, server: string | undefined): Code {
  const given = credentials === undefined ? code`Record<never, never>` : ident(credentials);
  const required = [
    ...(needed ? [code` & { readonly credentials: ${given} }`] : []),
    ...(server === undefined ? [code` & { readonly baseUrl: string }`] : []),
  ];
  const type = code`HttpOptions<${given}>${required}`;
  return required.length === 0 ? code`${type} = {}` : type;
}
