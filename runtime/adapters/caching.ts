import { stableText } from "../base/stable-text.js";
import { isRunError } from "../errors.js";
import { exchange } from "../gemini/exchange.js";
import { gemini, type GeminiOptions } from "../gemini/gemini.js";
import { readJsonBody } from "../gemini/read-body.js";
import type { Model, ModelCall } from "../model.js";
import type { Toolset } from "../tool.js";
import type { Content, GenerateContentRequest, GenerateContentResponse, Tool } from "../wire.js";

export interface CacheOptions {
  /**
   * Seconds for which the service keeps a cache after its last use. Storage costs by the hour.
   * @default 3,600
   */
  readonly ttlSeconds?: number;
  /** Called when a cache cannot be used, and the request is sent without it. */
  readonly onUncached?: (reason: unknown) => void;
  /**
   * The time in milliseconds since 1970.
   * @default the clock
   */
  readonly now?: () => number;
}

interface Cache {
  readonly name: string;
  expiresAt: number;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * `gemini()` with an explicit cache of the system instruction, the tools and the tool config. The cache is found by the hash of its content,
 * so processes share it. Turns with another tool config, and requests that the service does not cache, are sent without it.
 */
export function cacheTools(
  options: GeminiOptions,
  { ttlSeconds = 3600, onUncached, now = Date.now }: CacheOptions = {},
): Model {
  const model = gemini(options);
  const caches = new Map<string, Promise<Cache | undefined>>();
  /** The tool config of the cache of each system instruction and tool list. A second config would need a second cache. */
  const configs = new Map<string, string>();

  const find = async (fields: Json, call: ModelCall): Promise<Cache | undefined> => {
    const content = stableText(fields);
    const known = caches.get(content);
    const cache = known ?? openCache(options, { fields, ttlSeconds, now }, call).catch(giveUp);
    caches.set(content, cache);
    const found = await cache;
    const left = found ? found.expiresAt - now() : 0;
    if (found && left < (ttlSeconds * 1000) / 2) {
      const body = { ttl: `${ttlSeconds}s` };
      const refreshed = await service(options, `/${found.name}`, { method: "PATCH", body }, call).catch(
        giveUp,
      );
      if (!refreshed) caches.delete(content);
      else found.expiresAt = expiryOf(refreshed as Json, now() + ttlSeconds * 1000);
    }
    return found && caches.has(content) ? found : undefined;
  };
  const giveUp = (reason: unknown): undefined => void onUncached?.(reason);

  /** The request with a cache in place of the fields that the cache holds. */
  const cached = async (
    request: GenerateContentRequest,
    call: ModelCall,
  ): Promise<GenerateContentRequest> => {
    const { systemInstruction, tools, toolConfig, ...rest } = request;
    if (!tools || request.cachedContent !== undefined || call.model) return request;
    const key = stableText([systemInstruction, tools]);
    const config = stableText(toolConfig ?? {});
    if ((configs.get(key) ?? config) !== config) return request;
    configs.set(key, config);
    const cache = await find({ systemInstruction, tools, toolConfig }, call);
    return cache ? { ...rest, cachedContent: cache.name } : request;
  };
  /** Whether the cache was the reason of the failure: a cache that is gone is 403 or 404. */
  const isGone = (error: unknown, sent: GenerateContentRequest): boolean =>
    sent.cachedContent !== undefined && isRunError(error) && [403, 404].includes(error.info.status ?? 0);
  const forget = (error: unknown): void => {
    caches.clear();
    onUncached?.(error);
  };

  return {
    ...model,
    async generate(request, call = {}) {
      const sent = await cached(request, call);
      try {
        return await model.generate(sent, call);
      } catch (error) {
        if (sent === request || !isGone(error, sent)) throw error;
        forget(error);
        return model.generate(request, call);
      }
    },
    async *stream(
      request,
      call = {},
    ): AsyncGenerator<GenerateContentResponse | readonly GenerateContentResponse[]> {
      const sent = await cached(request, call);
      try {
        yield* model.stream!(sent, call);
      } catch (error) {
        // The service refuses an unknown cache before the first chunk.
        if (sent === request || !isGone(error, sent)) throw error;
        forget(error);
        yield* model.stream!(request, call);
      }
    },
  };
}

interface CacheContent extends Required<Pick<CacheOptions, "ttlSeconds" | "now">> {
  readonly fields: Json;
}

/** Finds the cache of another process, or creates one. */
async function openCache(
  options: GeminiOptions,
  { fields, ttlSeconds, now }: CacheContent,
  call: ModelCall,
): Promise<Cache> {
  const model = modelName(options);
  const displayName = `toolpress-${await hashOf(stableText([model, fields]))}`;
  for (let page = ""; ; ) {
    const list = (await service(
      options,
      `/cachedContents?pageSize=100${page}`,
      { method: "GET" },
      call,
    )) as Json;
    const found = ((list.cachedContents ?? []) as readonly Json[]).find(
      (cache) => cache.displayName === displayName,
    );
    const expiresAt = found ? expiryOf(found, 0) : 0;
    if (found && expiresAt > now()) return { name: String(found.name), expiresAt };
    if (found || !list.nextPageToken) break;
    page = `&pageToken=${encodeURIComponent(String(list.nextPageToken))}`;
  }
  const body = { model, displayName, ttl: `${ttlSeconds}s`, ...fields };
  const created = (await service(options, "/cachedContents", { method: "POST", body }, call)) as Json;
  return { name: String(created.name), expiresAt: expiryOf(created, now() + ttlSeconds * 1000) };
}

function expiryOf({ expireTime }: Json, otherwise: number): number {
  const time = Date.parse(String(expireTime));
  return Number.isNaN(time) ? otherwise : time;
}

/**
 * Counts the tokens of a request exactly, by asking the service. For a tool set: the tokens that its declarations add to every request.
 */
export async function countTokens(
  options: GeminiOptions,
  counted: Toolset<never> | GenerateContentRequest,
): Promise<number> {
  if ("contents" in counted) return countRequest(options, counted as GenerateContentRequest);
  const set = counted as Toolset<never>;
  const contents: Content[] = [{ role: "user", parts: [{ text: "x" }] }];
  const functionDeclarations = [...set.tools.values()].map(({ entry }) => entry.declaration);
  const tools: Tool[] = [{ functionDeclarations }, ...set.builtins];
  const counts = await Promise.all([
    countRequest(options, { contents, tools }),
    countRequest(options, { contents }),
  ]);
  return counts[0] - counts[1];
}

async function countRequest(options: GeminiOptions, request: GenerateContentRequest): Promise<number> {
  const { contents, systemInstruction, tools, generationConfig, toolConfig } = request;
  const fields = { contents, systemInstruction, tools, generationConfig };
  const model = modelName(options);
  // Vertex AI takes the fields themselves. The Gemini API takes them in a request, with the name of the model.
  const body = options.vertex ? fields : { generateContentRequest: { model, ...fields, toolConfig } };
  const name = options.model.includes("/") ? options.model : `models/${options.model}`;
  const path = `/${options.vertex ? `publishers/google/${name}` : name}:countTokens`;
  const { totalTokens } = (await service(options, path, { method: "POST", body }, {})) as Json;
  return Number(totalTokens ?? 0);
}

/** The complete name of the model, which a body contains. */
function modelName({ model, vertex }: GeminiOptions): string {
  const name = model.includes("/") ? model : `models/${model}`;
  return `${vertex?.parent(name) ?? ""}${name}`;
}

interface ServiceRequest {
  readonly method: "GET" | "POST" | "PATCH";
  readonly body?: Json;
}

/** Sends a request beside `generateContent`, with the retries and the errors of the model. */
function service(
  options: GeminiOptions,
  path: string,
  { method, body }: ServiceRequest,
  call: ModelCall,
): Promise<unknown> {
  const { vertex, baseUrl, apiVersion } = options;
  const origin = (baseUrl ?? vertex?.origin ?? "https://generativelanguage.googleapis.com").replace(
    /\/+$/,
    "",
  );
  const isComplete = path.startsWith("/projects/");
  const parent = isComplete ? "" : (vertex?.parent("") ?? "");
  const url = `${origin}/${apiVersion ?? vertex?.apiVersion ?? "v1beta"}/${parent}${path.slice(1)}`;
  const own: typeof fetch = (address, init) =>
    (options.fetch ?? fetch)(address, { ...init, method, ...(!body && { body: null }) });
  const encode = (): Uint8Array => new TextEncoder().encode(JSON.stringify(body ?? {}));
  return exchange({ ...options, fetch: own }, url, encode, call, (response) =>
    readJsonBody(response, options.maxResponseBytes),
  );
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest.slice(0, 16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
