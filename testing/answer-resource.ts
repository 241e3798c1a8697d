import type { Content } from "@toolpress/runtime";
import { checkResource, type ResourceMethod } from "../gemini-rules/check-resource.js";
import type { Parsed } from "../gemini-rules/message.js";
import { texts } from "../gemini-rules/texts.js";
import { cacheUnknown, type Caches } from "./cached-contents.js";
import { embeddingOf } from "./embeddings.js";
import { errorBody, refusal, type ErrorBody } from "./error-body.js";
import { isKnownModel, listedModels, modelJson } from "./known-models.js";
import { textOf } from "./read-contents.js";
import type { ReceivedRequest } from "./received-request.js";
import type { Route } from "./routes.js";
import { tokensOf } from "./usage.js";

/** The JSON of a successful response, or the refusal. */
export type ResourceAnswer = { readonly json: Parsed } | { readonly error: ErrorBody };

export interface ResourceCall {
  readonly route: Route;
  readonly request: ReceivedRequest;
  readonly caches: Caches;
  readonly models: readonly string[] | undefined;
}

/** Answers every method that does not use the script, such as `countTokens` and `models.list`. */
export function answerResource(call: ResourceCall): ResourceAnswer {
  const { route, request } = call;
  switch (route.method) {
    case "models.get":
      return { json: modelJson(route.model, route.flavor) };
    case "models.list":
      return listModels(call);
    case "cachedContents.list":
      return { json: page("cachedContents", call.caches.list(route.resource), request.query) };
    case "cachedContents.get":
      return orUnknown(call.caches.get(route.resource));
    case "cachedContents.delete":
      return call.caches.delete(route.resource) ? { json: {} } : { error: cacheUnknown() };
    default:
      return answerBody(call, route.method as ResourceMethod);
  }
}

/** Answers a method whose requests have a body. */
function answerBody(call: ResourceCall, method: ResourceMethod): ResourceAnswer {
  const { route, request, caches } = call;
  const json = request.body as unknown as Parsed;
  const model = route.model || lastSegment(json["model"]);
  const { body, violations } = checkResource(json, method, route.flavor, model);
  if (violations.length > 0) return { error: refusal(violations) };
  switch (method) {
    case "cachedContents.create":
      return isKnownModel(model, method, call.models)
        ? { json: caches.create(route.resource, body) }
        : { error: errorBody(404, texts.modelUnknown(model, route.version, "createCachedContent")) };
    case "cachedContents.update":
      return orUnknown(caches.update(route.resource, body));
    case "countTokens":
      return { json: countTokens(body, route) };
    case "computeTokens":
      return { json: computeTokens(body) };
    default:
      return { json: embed(body, method, route) };
  }
}

function orUnknown(cache: Parsed | undefined): ResourceAnswer {
  return cache ? { json: cache } : { error: cacheUnknown() };
}

function listModels({ route, request, models }: ResourceCall): ResourceAnswer {
  if (route.resource.endsWith("tunedModels")) return { json: {} };
  const list = listedModels(models).map((model) => modelJson(model, route.flavor));
  return { json: page(route.flavor === "gemini" ? "models" : "publisherModels", list, request.query) };
}

/** Returns one page of a list. A field with an empty list is omitted, as proto3 does. */
function page(field: string, items: readonly Parsed[], query: URLSearchParams): Parsed {
  const size = Number(query.get("pageSize") ?? 50) || 50;
  const start = Number(query.get("pageToken") ?? 0) || 0;
  const pageItems = items.slice(start, start + size);
  const next = start + size < items.length ? { nextPageToken: String(start + size) } : {};
  return { ...(pageItems.length > 0 && { [field]: pageItems }), ...next };
}

function countTokens(body: Parsed, { flavor }: Route): Parsed {
  const count = tokensOf(body["generateContentRequest"] ?? body);
  const billable =
    flavor === "vertex"
      ? { totalBillableCharacters: textOf(contentsOf(body)).replace(/\s/g, "").length }
      : {};
  return { totalTokens: count, ...billable, promptTokensDetails: [{ modality: "TEXT", tokenCount: count }] };
}

/**
 * Splits texts into words, one token each. The token ids are consecutive numbers, because the real ids are unknown.
 */
function computeTokens(body: Parsed): Parsed {
  const tokensInfo = contentsOf(body).map((content) => {
    const words = textOf(content).match(/\s*\S+/g) ?? [];
    const tokens = words.map((word) => btoa(String.fromCharCode(...new TextEncoder().encode(word))));
    return { tokens, tokenIds: words.map((_, index) => String(index + 1)), role: content.role ?? "user" };
  });
  return { tokensInfo };
}

function embed(body: Parsed, method: ResourceMethod, { flavor }: Route): Parsed {
  if (method === "predict") {
    const { outputDimensionality } = (body["parameters"] ?? {}) as { outputDimensionality?: number };
    const instances = (body["instances"] ?? []) as readonly { readonly content?: string }[];
    const predictions = instances.map(({ content = "" }) => {
      const statistics = { truncated: false, token_count: tokensOf(content) };
      return { embeddings: { values: embeddingOf(content, outputDimensionality), statistics } };
    });
    return { predictions };
  }
  if (method === "batchEmbedContents") {
    const requests = (body["requests"] ?? []) as readonly Parsed[];
    return { embeddings: requests.map((request) => ({ values: valuesOf(request) })) };
  }
  const usage = { promptTokenCount: tokensOf(body["content"]), totalTokenCount: tokensOf(body["content"]) };
  const embedding = { values: valuesOf(body) };
  return flavor === "vertex" ? { embedding, usageMetadata: usage, truncated: false } : { embedding };
}

function valuesOf(request: Parsed): readonly number[] {
  const content = request["content"] as Content;
  return embeddingOf(textOf(content), request["outputDimensionality"] as number | undefined);
}

function contentsOf(body: Parsed): readonly Content[] {
  return (body["contents"] ?? []) as readonly Content[];
}

function lastSegment(name: unknown): string {
  return String(name ?? "").replace(/^.*\//, "");
}
