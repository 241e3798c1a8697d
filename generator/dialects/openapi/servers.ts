import type { Report } from "../../diagnostics/report.js";
import { originOf } from "../../base/http-address.js";
import type { HttpServer, ImportedTool } from "../../ir.js";
import { privateArguments } from "../../base/private-arguments.js";
import { withoutExtensions, items, type Node, own, ownList, ownString } from "../node.js";
import type { References } from "./references.js";
import type { Version } from "./version.js";

/**
 * The addresses of the API. If one of several addresses cannot be read, no address is used, because the next
 * address could belong to another service.
 */
export function readServers(root: Node, version: Version, references: References): readonly HttpServer[] {
  if (version.family === "2.0") return swaggerServers(root);
  const list = references.at(root, "servers");
  return (list && serversOf(list, references)) ?? [];
}

/** Reads a list of servers. If one server cannot be read, this is reported and the result is undefined. */
export function serversOf(list: Node, references: References): readonly HttpServer[] | undefined {
  const servers: HttpServer[] = [];
  for (const written of items(list)) {
    const node = references.follow(written, "all");
    const variables = node && variablesOf(node, references);
    if (variables === undefined) return undefined;
    const url = ownString(node?.value, "url");
    if (url !== undefined) servers.push({ url, variables });
  }
  return servers;
}

function variablesOf(server: Node, references: References): HttpServer["variables"] | undefined {
  const list = references.at(server, "variables");
  const variables = new Map<string, { default: string; enum: readonly string[] | undefined }>();
  for (const [name, written] of list === undefined ? [] : withoutExtensions(list)) {
    const variable = references.follow(written, "all");
    if (variable === undefined) return undefined;
    const choices = ownList(variable.value, "enum").filter((choice) => typeof choice === "string");
    variables.set(name, {
      default: String(own(variable.value, "default") ?? choices[0] ?? ""),
      enum: choices.length > 0 ? choices : undefined,
    });
  }
  return list && variables;
}

/**
 * Reports an operation that is sent to another origin than the API. Credentials, files and bound arguments
 * are meant for the origin of the API. Such values are sent to another origin only if the user allows this.
 */
export function reportOtherOrigin(
  { binding, policy, suggestion, sourceName }: ImportedTool,
  usual: readonly HttpServer[],
  at: Node,
  report: Report,
): void {
  if (binding.kind !== "http") return;
  const { servers = [], security } = binding.operation;
  const [own, api] = [originOf(servers), originOf(usual)];
  const needsCredentials = security.some((alternative) => alternative.length > 0);
  const bound = privateArguments(policy.bind);
  if (own === undefined || api === undefined || own === api) return;
  const sendsFiles = binding.operation.parameters.some(({ file }) => file !== undefined);
  if (!needsCredentials && bound.length === 0 && !sendsFiles) return;
  const tool = suggestion ?? sourceName;
  report.add("TP645", { key: at.origin }, { tool, needsCredentials, bound, sendsFiles, own, api });
}

/**
 * The address of a Swagger 2.0 API. `https` is used if the document offers it. Without a host the address is
 * relative, and the application must set the base URL.
 */
function swaggerServers(root: Node): readonly HttpServer[] {
  const host = ownString(root.value, "host");
  const basePath = (ownString(root.value, "basePath") ?? "").replace(/\/$/, "");
  if (host === undefined) return basePath === "" ? [] : [{ url: basePath, variables: new Map() }];
  const schemes = ownList(root.value, "schemes");
  const scheme = schemes.length === 0 || schemes.includes("https") ? "https" : String(schemes[0]);
  return [{ url: `${scheme}://${host}${basePath}`, variables: new Map() }];
}
