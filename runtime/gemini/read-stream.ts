import type { ModelCall } from "../model.js";
import { createByteLimit } from "./read-body.js";
import { connectionError, checkResponse } from "./service-error.js";
import { createSseParser } from "./sse.js";
import type { GenerateContentResponse } from "../wire.js";

/**
 * The chunks of a stream. Chunks that arrive together are yielded together, because one promise per chunk would cost
 * more than parsing it.
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
          // Without `alt=sse` the service sends a list of responses.
          for (const chunk of Array.isArray(body) ? body : [body]) chunks.push(checkResponse(chunk));
        }
      } finally {
        // The chunks before an error are still emitted.
        yield chunks;
      }
    }
  } catch (error) {
    throw connectionError(error, call, "CUT_STREAM");
  } finally {
    // Closes the connection if the consumer leaves early.
    await reader?.cancel().catch(() => {});
  }
}
