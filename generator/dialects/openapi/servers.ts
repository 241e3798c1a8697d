import type { Report } from "../../diagnostics.js";
import { addressOf } from "../../http-address.js";
import type { HttpOperation, HttpServer } from "../../ir.js";
import { child, entries, items, type Node, own, ownList, ownString } from "./node.js";
import type { Version } from "./version.js";

export function readServers(root: Node, version: Version): readonly HttpServer[] {
  return version.family === "2.0" ? swaggerServers(root) : serversOf(child(root, "servers"));
}

export function serversOf(list: Node): readonly HttpServer[] {
  return items(list).flatMap((node) => {
    const url = ownString(node.value, "url");
    if (url === undefined) return [];
    const variables = entries(child(node, "variables")).map(([name, variable]) => {
      const choices = ownList(variable.value, "enum").filter((choice) => typeof choice === "string");
      return [
        name,
        {
          default: String(own(variable.value, "default") ?? choices[0] ?? ""),
          enum: choices.length > 0 ? choices : undefined,
        },
      ] as const;
    });
    return [{ url, variables: new Map(variables) }];
  });
}

/** Credentials are for the origin of the API. An operation that goes elsewhere needs a person's word before it gets them. */
export function reportOtherOrigin(
  tool: string,
  { servers = [], security }: HttpOperation,
  usual: readonly HttpServer[],
  at: Node,
  report: Report,
): void {
  const [own, api] = [originOf(servers), originOf(usual)];
  const needsCredentials = security.some((alternative) => alternative.length > 0);
  if (own === undefined || api === undefined || own === api || !needsCredentials) return;
  report.add("TP645", { key: at.origin }, { tool, own, api });
}

function originOf(servers: readonly HttpServer[]): string | undefined {
  const address = addressOf(servers);
  return address === undefined ? undefined : new URL(address).origin;
}

/** `https` where the document offers it; without a host the address is relative, and the base URL must be given. */
function swaggerServers(root: Node): readonly HttpServer[] {
  const host = ownString(root.value, "host");
  const basePath = (ownString(root.value, "basePath") ?? "").replace(/\/$/, "");
  if (host === undefined) return basePath === "" ? [] : [{ url: basePath, variables: new Map() }];
  const schemes = ownList(root.value, "schemes");
  const scheme = schemes.length === 0 || schemes.includes("https") ? "https" : String(schemes[0]);
  return [{ url: `${scheme}://${host}${basePath}`, variables: new Map() }];
}
