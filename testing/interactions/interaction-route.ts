import type { ReceivedInteraction } from "./interaction-options.js";

/** The resource and the method of a request's path. */
export interface InteractionRoute extends Pick<ReceivedInteraction, "method" | "version" | "flavor"> {
  /** Empty for `create`. */
  readonly id: string;
}

const pattern =
  /^\/(?<version>v1|v1beta|v1beta1|v1beta2|v1alpha)\/(?<parent>projects\/[^/]+\/locations\/[^/]+\/)?interactions(?:\/(?<id>[^/:]+)(?<cancel>\/cancel)?)?$/;

const itemMethods: Readonly<Record<string, InteractionRoute["method"]>> = { GET: "get", DELETE: "delete" };

export function interactionRoute(httpMethod: string, path: string): InteractionRoute | undefined {
  const groups = pattern.exec(path)?.groups;
  if (groups === undefined) return undefined;
  const { version = "", parent, id = "", cancel } = groups;
  const flavor = parent === undefined ? "gemini" : "vertex";
  const posted = id === "" ? "create" : cancel === undefined ? undefined : "cancel";
  const method =
    httpMethod === "POST" ? posted : id !== "" && cancel === undefined ? itemMethods[httpMethod] : undefined;
  return method === undefined ? undefined : { version, flavor, id, method };
}
