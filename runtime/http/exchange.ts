import { ToolError } from "../errors.js";
import { onAbort } from "../base/on-abort.js";
import { retryAfterMs } from "../base/retry-after.js";
import { type ReceivedResponse, isRetryable, readBytes, readFailure } from "./read-response.js";

/** The parts of a request from which each attempt is made. */
export interface Outgoing {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: BodyInit | undefined;
}

export interface ExchangeSettings {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly maxBytes: number;
  /** The values that an error message must not contain. */
  readonly secrets: readonly string[];
}

const idempotent = new Set(["GET", "HEAD", "PUT", "DELETE", "OPTIONS"]);
const maxWaitMs = 10_000;

/** Sends a request and returns a successful response. Throws a `ToolError` if all attempts fail. */
export async function exchange(outgoing: Outgoing, settings: ExchangeSettings): Promise<ReceivedResponse> {
  const retries = idempotent.has(outgoing.method) ? settings.retries : 0;
  for (let attempt = 0; ; attempt += 1) {
    const limit = limitTime(settings.signal, settings.timeoutMs);
    try {
      const answer = await attemptOnce(outgoing, settings, limit);
      if ("content" in answer) return answer;
      const mayRetry = answer instanceof ToolError ? answer.code === "NETWORK" : isRetryable(answer.status);
      const retryAfterHeader = answer instanceof ToolError ? undefined : answer.headers.get("retry-after");
      const wait = retryAfterMs(retryAfterHeader) ?? Math.min(maxWaitMs, 250 * 2 ** attempt);
      // A retry must not come earlier than the service asks. If the delay is longer than `maxWaitMs`, the
      // request fails instead.
      if (attempt >= retries || !mayRetry || wait > maxWaitMs)
        throw answer instanceof ToolError ? answer : await readFailure(answer, settings.secrets);
      if (!(answer instanceof ToolError)) await answer.body?.cancel();
      limit.release();
      await pause(wait, settings.signal);
    } finally {
      limit.release();
    }
  }
}

/** The time limit of one attempt. */
interface TimeLimit {
  /** Aborts when the call is aborted or when the time is over. */
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  readonly release: () => void;
}

/**
 * Starts the time limit of an attempt. `AbortSignal.any` and `AbortSignal.timeout` would be shorter, but
 * fetch on edge platforms refuses their signals.
 */
function limitTime(callSignal: AbortSignal, timeoutMs: number): TimeLimit {
  const controller = new AbortController();
  let isOver = false;
  const timer = setTimeout(
    () => {
      isOver = true;
      controller.abort(new Error(`no complete response in ${timeoutMs} ms`));
    },
    // A timer cannot hold more than 2^31−1 ms and would fire at once.
    Math.min(timeoutMs, 2 ** 31 - 1),
  );
  const forget = onAbort(callSignal, () => controller.abort(callSignal.reason));
  const release = (): void => {
    clearTimeout(timer);
    forget();
  };
  return { signal: controller.signal, isOver: () => isOver, release };
}

/**
 * Sends a request once. The timeout includes the body, because a response is complete only with its last
 * byte.
 */
async function attemptOnce(
  outgoing: Outgoing,
  settings: ExchangeSettings,
  limit: TimeLimit,
): Promise<ReceivedResponse | Response | ToolError> {
  let response: Response | undefined;
  try {
    response = await follow(outgoing, settings, limit.signal);
    if (response.status >= 400) return response;
    const { status, headers } = response;
    return { status, headers, content: await readBytes(response, settings.maxBytes) };
  } catch (cause) {
    if (cause instanceof ToolError || settings.signal.aborted) throw cause;
    if (limit.isOver()) return uncertainFailure("TIMEOUT", "did not answer in time", outgoing, cause);
    if (response !== undefined) return uncertainFailure("NETWORK", "broke off its answer", outgoing, cause);
    return new ToolError("NETWORK", "the service cannot be reached", { cause, retryable: true });
  }
}

/**
 * Returns the error for a request that the service may have executed. Unless the method is idempotent, the
 * model must not repeat the call, because the service could order or pay twice.
 */
function uncertainFailure(code: string, problem: string, { method }: Outgoing, cause: unknown): ToolError {
  const retryable = idempotent.has(method);
  const effect = retryable ? "" : "; the call may have taken effect";
  return new ToolError(code, `the service ${problem}${effect}`, { cause, retryable });
}

const maxRedirects = 5;

/**
 * Sends a request and follows redirects within its origin. Another origin must not receive the credentials.
 */
async function follow(
  outgoing: Outgoing,
  { fetch }: ExchangeSettings,
  signal: AbortSignal,
): Promise<Response> {
  let { url, method, body } = outgoing;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const response = await fetch(url.href, {
      method,
      headers: outgoing.headers,
      redirect: "manual",
      signal,
      ...(body !== undefined && { body }),
    });
    const location = response.headers.get("location");
    if (
      response.type !== "opaqueredirect" &&
      (response.status < 300 || response.status > 399 || response.status === 304)
    ) {
      return response;
    }
    await response.body?.cancel();
    const next = location === null ? undefined : resolve(location, url);
    if (next === undefined || next.origin !== outgoing.url.origin) {
      throw new ToolError(
        "REDIRECTED",
        "the service redirects to another address; the request was not sent there",
      );
    }
    const becomesGet = response.status === 303 || (method === "POST" && response.status < 303);
    if (becomesGet && method !== "HEAD") {
      method = "GET";
      body = undefined;
    }
    url = next;
  }
  throw new ToolError("REDIRECTED", "the service redirects without end");
}

function resolve(location: string, from: URL): URL | undefined {
  try {
    return new URL(location, from);
  } catch {
    return undefined;
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
