import type { ApiVersion } from "../gemini-rules/request-message.js";
import type { Flavor } from "../gemini-rules/tool-messages.js";

/** The methods that the fake answers. Only `generateContent` and `streamGenerateContent` use the script. */
export type Method =
  | "generateContent"
  | "streamGenerateContent"
  | "countTokens"
  | "computeTokens"
  | "embedContent"
  | "batchEmbedContents"
  | "predict"
  | "models.get"
  | "models.list"
  | "cachedContents.create"
  | "cachedContents.list"
  | "cachedContents.get"
  | "cachedContents.update"
  | "cachedContents.delete";

/** The model and the method in the path of a request. */
export interface Route {
  readonly flavor: Flavor;
  readonly version: ApiVersion;
  readonly method: Method;
  /** The name of the model. Empty for lists and caches. */
  readonly model: string;
  /** The path after the version, such as `cachedContents/1`. It names a collection or one resource. */
  readonly resource: string;
  /**
   * Whether the path names no project on Vertex AI (express mode). An API key then replaces the access token.
   */
  readonly express: boolean;
}

const prefixes: readonly {
  readonly flavor: Flavor;
  readonly express: boolean;
  readonly pattern: RegExp;
}[] = [
  {
    flavor: "gemini",
    express: false,
    pattern:
      /^\/(?<version>v1beta|v1alpha|v1)\/(?<resource>(?:models|tunedModels|dynamic|cachedContents)(?:\/.*)?)$/,
  },
  {
    flavor: "vertex",
    express: false,
    pattern:
      /^\/(?<version>v1beta1|v1)\/(?<resource>projects\/[^/]+\/locations\/[^/]+\/(?:publishers\/google\/models|endpoints|cachedContents)(?:\/.*)?)$/,
  },
  {
    flavor: "vertex",
    express: true,
    pattern:
      /^\/(?<version>v1beta1|v1)\/(?<resource>(?:publishers\/google\/models|cachedContents)(?:\/.*)?)$/,
  },
];

const verbs: Readonly<Record<Flavor, readonly string[]>> = {
  gemini: ["generateContent", "streamGenerateContent", "countTokens", "embedContent", "batchEmbedContents"],
  vertex: [
    "generateContent",
    "streamGenerateContent",
    "countTokens",
    "computeTokens",
    "embedContent",
    "predict",
  ],
};

const cacheMethods: Readonly<Record<string, Method>> = {
  POST: "cachedContents.create",
  GET: "cachedContents.list",
};
const cacheItemMethods: Readonly<Record<string, Method>> = {
  GET: "cachedContents.get",
  PATCH: "cachedContents.update",
  DELETE: "cachedContents.delete",
};

export function routeOf(httpMethod: string, path: string): Route | undefined {
  for (const { flavor, express, pattern } of prefixes) {
    const groups = pattern.exec(path)?.groups;
    if (!groups) continue;
    const resource = groups["resource"] ?? "";
    const target = targetOf(httpMethod, resource, flavor);
    if (target) return { flavor, express, version: groups["version"] as ApiVersion, resource, ...target };
  }
  return undefined;
}

function targetOf(
  httpMethod: string,
  resource: string,
  flavor: Flavor,
): Pick<Route, "method" | "model"> | undefined {
  const cache = /(?:^|\/)cachedContents(?<item>\/[^/:]+)?$/.exec(resource);
  if (cache) {
    const method = (cache.groups?.["item"] === undefined ? cacheMethods : cacheItemMethods)[httpMethod];
    return method && { method, model: "" };
  }
  const item = /\/(?<model>[^/:]+)(?::(?<verb>\w+))?$/.exec(resource)?.groups;
  const verb = item?.["verb"];
  if (verb !== undefined) {
    const isKnown = httpMethod === "POST" && verbs[flavor].includes(verb);
    return isKnown ? { method: verb as Method, model: decodeModel(item?.["model"] ?? "") } : undefined;
  }
  if (httpMethod !== "GET") return undefined;
  if (/(?:^|\/)(?:models|tunedModels)$/.test(resource)) return { method: "models.list", model: "" };
  return { method: "models.get", model: decodeModel(item?.["model"] ?? "") };
}

function decodeModel(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
