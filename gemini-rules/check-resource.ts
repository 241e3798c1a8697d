import { checkBytes, checkContents, checkOneOfs } from "./check-contents.js";
import { checkDeclarations } from "./check-declarations.js";
import { parseMessage, type Message, type Parsed, type Violation, violation } from "./message.js";
import { modelRules } from "./model-rules.js";
import type { ParsedContent } from "./request.js";
import {
  batchEmbedContentsMessage,
  cachedContentMessage,
  computeTokensMessage,
  countTokensMessage,
  embedContentMessage,
  predictMessage,
} from "./resource-messages.js";
import { breach } from "./texts.js";
import type { Flavor } from "./tool-messages.js";

/** The methods, apart from `generateContent`, whose requests have a body. */
export type ResourceMethod =
  | "countTokens"
  | "computeTokens"
  | "embedContent"
  | "batchEmbedContents"
  | "predict"
  | "cachedContents.create"
  | "cachedContents.update";

const messages: Readonly<Record<ResourceMethod, (flavor: Flavor) => Message>> = {
  countTokens: countTokensMessage,
  computeTokens: computeTokensMessage,
  embedContent: embedContentMessage,
  batchEmbedContents: batchEmbedContentsMessage,
  predict: predictMessage,
  "cachedContents.create": cachedContentMessage,
  "cachedContents.update": cachedContentMessage,
};

export interface CheckedResource {
  readonly body: Parsed;
  readonly violations: readonly Violation[];
}

/** Checks the JSON of a request to `method`. Returns the parsed body, whose names are in camelCase. */
export function checkResource(
  json: unknown,
  method: ResourceMethod,
  flavor: Flavor,
  model: string,
): CheckedResource {
  const payload: Violation[] = [];
  const ofCache = method.startsWith("cachedContents.");
  const body = parseMessage(json, messages[method](flavor), ofCache ? "cached_content" : "", payload);
  const contents = contentsOf(body);
  const parsed = { contents };
  const stages: readonly (() => readonly Violation[])[] = [
    () => [...payload, ...checkOneOfs(parsed), ...checkBytes(parsed), ...(ofCache ? checkExpiry(body) : [])],
    () =>
      requiresContents(body, method) || contents.length > 0
        ? checkContents(parsed, { ...modelRules(model), endsWithUser: false })
        : [],
    () => (body["tools"] === undefined ? [] : checkDeclarations((json as Parsed)["tools"], flavor)),
  ];
  const violations = stages.reduce<readonly Violation[]>(
    (found, stage) => (found.length > 0 ? found : stage()),
    [],
  );
  return { body, violations: violations.map((found) => withPath(found, method)) };
}

function requiresContents(body: Parsed, method: ResourceMethod): boolean {
  if (method === "embedContent" || method === "batchEmbedContents") return true;
  return /^(count|compute)Tokens$/.test(method) && body["instances"] === undefined;
}

/** Returns all contents of a request body in one list. */
function contentsOf(body: Parsed): readonly ParsedContent[] {
  const nested = body["generateContentRequest"] as Parsed | undefined;
  const requests = (body["requests"] ?? []) as readonly Parsed[];
  const embedded = [body, ...requests].flatMap((request) => (request["content"] as ParsedContent) ?? []);
  // Contents for embedding may lack a role, so a role is added for the check.
  const withRole = embedded.map((content) => ({ role: "user", ...content }));
  return [...((body["contents"] ?? nested?.["contents"] ?? []) as readonly ParsedContent[]), ...withRole];
}

function checkExpiry({ ttl, expireTime }: Parsed): readonly Violation[] {
  const duration = ttl as string | undefined;
  const isDuration = duration === undefined || /^\d+(?:\.\d{1,9})?s$/.test(duration);
  const isTwice = duration !== undefined && expireTime !== undefined;
  if (isDuration && !isTwice) return [];
  const broken = isDuration ? breach("expirationTwice") : breach("durationInvalid", duration);
  return [{ ...violation("cached_content", broken), phase: "payload" }];
}

function withPath(found: Violation, method: ResourceMethod): Violation {
  const hasPath = found.phase === "payload" || found.path === "" || found.path.startsWith("tools[");
  const [resource, verb] = method.split(".") as [string, string?];
  const request = verb === undefined ? resource : `${verb}CachedContent`;
  const name = `${request.charAt(0).toUpperCase()}${request.slice(1)}Request`;
  return hasPath
    ? found
    : { ...found, message: `* ${name}.${found.path}: ${found.message}`, namesPath: true };
}
