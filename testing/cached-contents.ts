import type { Parsed } from "../gemini-rules/message.js";
import { texts } from "../gemini-rules/texts.js";
import { errorBody, type ErrorBody } from "./error-body.js";
import { tokensOf } from "./usage.js";

/**
 * The cached contents of one fake. All times are fixed, so that a test gets the same responses in every run.
 */
export interface Caches {
  create(collection: string, body: Parsed): Parsed;
  /** Returns a cache, or undefined if no cache has this name. */
  get(name: string): Parsed | undefined;
  update(name: string, body: Parsed): Parsed | undefined;
  delete(name: string): boolean;
  list(collection: string): readonly Parsed[];
  /**
   * Returns the refusal of a request that uses a deleted cache, or a cache of another model. A cache that this fake
   * did not create is accepted.
   */
  refuse(name: string, model: string): ErrorBody | undefined;
  /** Returns the number of tokens in a cache. A cache that this fake did not create has 0. */
  tokensOf(name: string | undefined): number;
}

const createTime = "2026-01-01T00:00:00.000000Z";
const defaultTtl = "3600s";

export function createCaches(): Caches {
  const caches = new Map<string, Parsed>();
  const deleted = new Set<string>();
  /**
   * Returns the last segment of a name, which identifies a cache. The rest differs: the path of a request contains
   * the project, and clients may omit the project in the name.
   */
  const keyOf = (name: string): string => name.slice(name.lastIndexOf("/") + 1);
  let created = 0;
  return {
    create(collection, body) {
      const { contents, systemInstruction, tools, toolConfig, ttl, ...kept } = body;
      const key = String(7_000_000_000_000_000 + ++created);
      const cache = {
        ...kept,
        name: `${collection}/${key}`,
        createTime,
        updateTime: createTime,
        expireTime: body["expireTime"] ?? expiry((ttl as string | undefined) ?? defaultTtl),
        usageMetadata: { totalTokenCount: tokensOf([contents, systemInstruction, tools, toolConfig]) },
      };
      caches.set(key, cache);
      return cache;
    },
    get: (name) => caches.get(keyOf(name)),
    update(name, { ttl, expireTime }) {
      const cache = caches.get(keyOf(name));
      if (cache === undefined) return undefined;
      const expires = expireTime ?? (ttl === undefined ? cache["expireTime"] : expiry(ttl as string));
      const updated = { ...cache, expireTime: expires };
      caches.set(keyOf(name), updated);
      return updated;
    },
    delete(name) {
      deleted.add(keyOf(name));
      return caches.delete(keyOf(name));
    },
    list: (collection) =>
      [...caches.values()].filter(({ name }) => String(name).startsWith(`${collection}/`)),
    refuse(name, model) {
      if (deleted.has(keyOf(name))) return cacheUnknown();
      const cached = caches.get(keyOf(name))?.["model"] as string | undefined;
      const cachedModel = cached && keyOf(cached);
      return cachedModel !== undefined && cachedModel !== model
        ? errorBody(400, texts.cachedContentModel(model, cachedModel))
        : undefined;
    },
    tokensOf(name) {
      const cache = name === undefined ? undefined : caches.get(keyOf(name));
      const usage = cache?.["usageMetadata"] as { readonly totalTokenCount: number } | undefined;
      return usage?.totalTokenCount ?? 0;
    },
  };
}

export function cacheUnknown(): ErrorBody {
  return errorBody(403, texts.cachedContentUnknown());
}

function expiry(ttl: string): string {
  return new Date(Date.parse(createTime) + Number.parseFloat(ttl) * 1000).toISOString().replace("Z", "000Z");
}
