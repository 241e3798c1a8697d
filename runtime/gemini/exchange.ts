import { readSecret } from "../base/secret.js";
import type { ModelCall } from "../model.js";
import type { GeminiOptions } from "./gemini.js";

/** The options of a model that decide how its requests are sent. */
export type Transport = Pick<
  GeminiOptions,
  "apiKey" | "vertex" | "headers" | "fetch" | "retry" | "maxResponseBytes"
>;

export const loadFailuresAndStreams = () => import("./failures-and-streams.js");

/** Sends a request. Repeats the request until it succeeds or until a retry would not help. */
export async function exchange<T>(
  options: Transport,
  url: string,
  encode: () => Uint8Array,
  call: ModelCall,
  read: (response: Response, secret: string | undefined) => T | Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const token = await readSecret(options.vertex?.accessToken);
    const secret = token || (await readSecret(options.apiKey));
    const bytes = encode() as Uint8Array<ArrayBuffer>;
    try {
      const response = await (options.fetch ?? fetch)(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(token ? { authorization: `Bearer ${token}` } : secret && { "x-goog-api-key": secret }),
          ...options.headers,
        },
        // A custom `fetch` may read the body later, when the encoder has already reused the bytes.
        body: options.fetch ? bytes.slice() : bytes,
        // Following a redirect would forward the key. Cloudflare Workers do not support the mode "error", so
        // `readRefusal` recognises a redirect by its status.
        redirect: "manual",
        signal: call.signal ?? null,
      });
      if (!response.ok)
        throw await (await loadFailuresAndStreams()).readRefusal(response, options.maxResponseBytes);
      return await read(response, secret);
    } catch (error) {
      const { connectionError, hideSecrets, retryLater } = await loadFailuresAndStreams();
      await retryLater(
        hideSecrets(connectionError(error, call), secret, options.headers),
        attempt,
        options.retry,
        call,
      );
    }
  }
}
