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
   * The number of seconds for which the service keeps an unused cache. The service bills storage by the hour.
   * @default 3,600
   */
  readonly ttlSeconds?: number;
  /** Called with the reason when a request is sent without a cache. */
  readonly onUncached?: (reason: unknown) => void;
  /**
   * Returns the current time in milliseconds since 1970.
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
 * Creates a model like `gemini()` with an explicit cache of the system instruction, the tools and the tool config. The
 * hash of the content identifies the cache, so that several processes share one cache. A turn with another tool config
 * is sent without the cache. So is a request that the service does not cache.
 */
export function cacheTools(
  options: GeminiOptions,
  { ttlSeconds = 3600, onUncached, now = Date.now }: CacheOptions = {},
): Model {
  const model = gemini(options);
  /** The cached tool config of each tool list. Another tool config would need a second cache. */
  const configs = new Map<string, string>();

  const finder = createFinder(options, { ttlSeconds, now, onUncached });

  /** Replaces the cached fields of a request by the name of the cache. */
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
    const cache = await finder.find({ systemInstruction, tools, toolConfig }, call);
    return cache ? { ...rest, cachedContent: cache.name } : request;
  };
  /** Returns whether the service no longer has the cache. It then answers with 403 or 404. */
  const isGone = (error: unknown, sent: GenerateContentRequest): boolean =>
    sent.cachedContent !== undefined && isRunError(error) && [403, 404].includes(error.info.status ?? 0);
  const forget = (error: unknown): void => {
    finder.forget();
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

interface FinderOptions extends Required<Pick<CacheOptions, "ttlSeconds" | "now">> {
  readonly onUncached: CacheOptions["onUncached"];
}

interface Finder {
  /** Returns the cache of these fields. Undefined if there is no cache. */
  find(fields: Json, call: ModelCall): Promise<Cache | undefined>;
  forget(): void;
}

/** Finds, creates and refreshes caches. Each cache is opened once. */
function createFinder(options: GeminiOptions, { ttlSeconds, now, onUncached }: FinderOptions): Finder {
  const caches = new Map<string, Promise<Cache | undefined>>();
  const giveUp = (reason: unknown): undefined => void onUncached?.(reason);
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
  return { find, forget: () => caches.clear() };
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
 * Asks the service for the exact number of tokens of a request. For a tool set, returns the number of tokens that the
 * declarations add to every request.
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
  // The Gemini API expects the fields inside of a request that names the model. Vertex AI expects only the fields.
  const body = options.vertex ? fields : { generateContentRequest: { model, ...fields, toolConfig } };
  const name = options.model.includes("/") ? options.model : `models/${options.model}`;
  const path = `/${options.vertex ? `publishers/google/${name}` : name}:countTokens`;
  const { totalTokens } = (await service(options, path, { method: "POST", body }, {})) as Json;
  return Number(totalTokens ?? 0);
}

/** Returns the complete name of the model. */
function modelName({ model, vertex }: GeminiOptions): string {
  const name = model.includes("/") ? model : `models/${model}`;
  return `${vertex?.parent(name) ?? ""}${name}`;
}

interface ServiceRequest {
  readonly method: "GET" | "POST" | "PATCH";
  readonly body?: Json;
}

/** Sends a request to another method than `generateContent`. Retries and errors are those of `gemini()`. */
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
