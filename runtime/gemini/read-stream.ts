import type { ModelCall } from "../model.js";
import { createByteLimit } from "./read-body.js";
import { connectionError, checkResponse } from "./service-error.js";
import { createSseParser } from "./sse.js";
import type { GenerateContentResponse } from "../wire.js";

/**
 * Yields the chunks of a stream. Chunks that arrive together are yielded as one list, because one promise per
 * chunk would take more time than parsing the chunk.
 */
export async function* readStream(
  { body }: Response,
  call: ModelCall,
  maxBytes?: number,
): AsyncGenerator<readonly GenerateContentResponse[]> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  const parser = createSseParser();
  const count = createByteLimit(maxBytes);
  try {
    for (let ended = !reader; !ended; ) {
      const { done, value } = await reader!.read();
      ended = done;
      if (value) count(value);
      const chunks: GenerateContentResponse[] = [];
      try {
        const events = parser.push(decoder.decode(value, { stream: !done }));
        if (done) events.push(...parser.end());
        for (const event of events) {
          const body = JSON.parse(event) as unknown;
          // The service sends a list of responses if the URL lacks `alt=sse`.
          for (const chunk of Array.isArray(body) ? body : [body]) chunks.push(checkResponse(chunk));
        }
      } finally {
        // The chunks that precede an error are yielded too.
        yield chunks;
      }
    }
  } catch (error) {
    throw connectionError(error, call, "CUT_STREAM");
  } finally {
    // Closes the connection if the consumer stops before the end of the stream.
    await reader?.cancel().catch(() => {});
  }
}
