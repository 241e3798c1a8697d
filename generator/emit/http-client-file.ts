import type { HttpScheme } from "@toolpress/runtime/http/v1";
import type { Tool } from "../ir.js";
import { code, type Code, ident, nothing } from "../base/code.js";
import { type EmitContext, httpModule } from "./context.js";
import { addressOf } from "../base/http-address.js";
import { createImports } from "./imports.js";
import { setTypeName } from "./index-file.js";
import type { KeptTool } from "./kept-tool.js";
import { keyOf } from "./key.js";
import type { PlannedFile, RenderedFile } from "./planned-file.js";
import { render } from "./render.js";

/**
 * Plans `client.ts`: the address of the API, the type of its credentials, and the function that connects to it. The
 * file is not in the folder `http/`, because a tool with the name `client` would have the same path there.
 */
export function planHttpClientFile(
  context: EmitContext,
  kept: readonly KeptTool[],
  order: readonly string[],
): PlannedFile {
  const { set } = context;
  const calls = [...callsOf(set.tools), ...keptCalls(kept)].sort(
    (a, b) => order.indexOf(a.name) - order.indexOf(b.name),
  );
  const needs = set.tools.map((tool) =>
    tool.binding.kind === "http" ? [tool.name, tool.binding.operation] : [],
  );
  return {
    path: "client.ts",
    key: keyOf(context.header, set.name, set.http, needs, ...(kept.length > 0 ? [calls] : [])),
    render: async () => renderHttpClientFile(context, calls),
  };
}

/** The facts about an HTTP tool that `client.ts` needs. The lock records the same facts about each kept tool. */
interface Call {
  readonly name: string;
  readonly security: readonly (readonly string[])[];
  readonly files: boolean;
}

function callsOf(tools: readonly Tool[]): readonly Call[] {
  return tools.flatMap(({ name, binding }) => {
    if (binding.kind !== "http") return [];
    const { security, parameters } = binding.operation;
    return [{ name, security, files: parameters.some(({ file }) => file !== undefined) }];
  });
}

function keptCalls(kept: readonly KeptTool[]): readonly Call[] {
  return kept.flatMap(({ name, binding }) =>
    binding.kind === "http"
      ? [{ name, security: binding.security ?? [], files: binding.files === true }]
      : [],
  );
}

function renderHttpClientFile(context: EmitContext, calls: readonly Call[]): RenderedFile {
  const { set } = context;
  const type = setTypeName(set.name);
  const needs = needsOf(calls);
  const used = new Set(Object.values(needs).flat(2));
  const schemes = [...(set.http?.securitySchemes ?? [])].filter(([name]) => used.has(name));
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
      type:
        scheme.type === "mutualTLS"
          ? code`true`
          : isBasic
            ? code`BasicCredential<Context>`
            : code`Secret<Context>`,
    };
  });
  const credentialsType = `${type}Credentials`;
  // The type has no parameter `Context` if every scheme is mutual TLS. A certificate does not depend on the context of
  // a call, and strict projects refuse an unused type parameter.
  const hasSecrets = schemes.some(([, { type: kind }]) => kind !== "mutualTLS");
  const text = render("http-client.ts", {
    header: context.header,
    imports: imports.code(),
    schemes: views,
    credentialsDoc: `Credentials for ${set.http?.title ?? set.name}. They are sent with requests. The model never sees them.`,
    credentialsType,
    parameters: hasSecrets ? code`<Context = unknown>` : nothing,
    service: {
      ...(server !== undefined && { server }),
      schemes: Object.fromEntries(schemes),
      needs,
      files: calls.filter(({ files }) => files).map(({ name }) => name),
    },
    connectDoc: `Connects to ${set.http?.title ?? set.name}. Throws if a credential is missing.`,
    connectName: `connect${type}`,
    options: optionsType(
      views.length > 0 ? code`${ident(credentialsType)}${hasSecrets ? code`<Context>` : nothing}` : undefined,
      schemes.some(([name]) => isNeeded(name, needs)),
      server,
    ),
  });
  const declares = [...(views.length > 0 ? [credentialsType] : []), "service", `connect${type}`];
  return { text, outline: { declares, imports: imports.modules } };
}

type Needs = Readonly<Record<string, readonly (readonly string[])[]>>;

function needsOf(calls: readonly Call[]): Needs {
  return Object.fromEntries(
    calls.flatMap(({ name, security }) => (security.length === 0 ? [] : [[name, security]])),
  );
}

/** Returns whether at least one tool requires the scheme in each of its alternatives. */
function isNeeded(scheme: string, needs: Needs): boolean {
  return Object.values(needs).some((alternatives) => alternatives.every((all) => all.includes(scheme)));
}

function describeScheme(scheme: HttpScheme): string {
  if (scheme.type === "apiKey" && scheme.in === "header" && /^authorization$/i.test(scheme.name))
    return 'Whole value of the header "Authorization", such as `Bearer` and a token.';
  if (scheme.type === "apiKey") return `API key, sent in the ${scheme.in} ${JSON.stringify(scheme.name)}.`;
  if (scheme.type === "http") return `HTTP ${scheme.scheme} authentication.`;
  return scheme.type === "mutualTLS"
    ? "Mutual TLS; give a `fetch` that has the certificate."
    : "Access token.";
}

function optionsType(credentials: Code | undefined, needed: boolean, server: string | undefined): Code {
  const credentialsType = credentials ?? code`Record<never, never>`;
  const required = [
    ...(needed ? [code` & { readonly credentials: ${credentialsType} }`] : []),
    ...(server === undefined ? [code` & { readonly baseUrl: string }`] : []),
  ];
  const type = code`HttpOptions<${credentialsType}, Context>${required}`;
  return required.length === 0 ? code`${type} = {}` : type;
}
