import type { ModelCall } from "../model.js";
import { createByteLimit } from "./read-body.js";
import { broken, checkResponse } from "./service-error.js";
import { createSseParser } from "./sse.js";
import type { GenerateContentResponse } from "../wire.js";

/** The chunks of a stream. Those that came together are given together: a promise for each would cost more than to parse it. */
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
          // Without `alt=sse` a list of responses comes.
          for (const chunk of Array.isArray(body) ? body : [body]) chunks.push(checkResponse(chunk));
        }
      } finally {
        // What came before an error was said.
        yield chunks;
      }
    }
  } catch (error) {
    throw broken(error, call, "CUT_STREAM");
  } finally {
    // Frees the connection when the consumer leaves early.
    await reader?.cancel().catch(() => {});
  }
}
