import { CUT_STREAM } from "./errors.js";
import type { ModelCall } from "./model.js";
import { broken, checkResponse, parse } from "./service-error.js";
import { createSseParser } from "./sse.js";
import type { GenerateContentResponse } from "./wire.js";

/** The chunks of a stream. Those that came together are given together: a promise for each would cost more than to parse it. */
export async function* readStream(
  { body }: Response,
  call: ModelCall,
): AsyncGenerator<readonly GenerateContentResponse[]> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  const parser = createSseParser();
  try {
    for (let ended = !reader; !ended; ) {
      const { done, value } = await reader!.read();
      ended = done;
      const chunks: GenerateContentResponse[] = [];
      try {
        for (const event of parser.push(decoder.decode(value, { stream: !done })))
          chunks.push(checkResponse(parse(event)));
      } finally {
        // What came before an error was said.
        yield chunks;
      }
    }
    const { events, rest } = parser.end();
    // A body without events: an error, or the list that comes without `alt=sse`.
    const bodies = [...events.map(parse), ...(rest ? [parse(rest)].flat() : [])];
    for (const last of bodies) yield [checkResponse(last, CUT_STREAM)];
  } catch (error) {
    throw broken(error, call, CUT_STREAM);
  } finally {
    // Frees the connection when the consumer leaves early.
    await reader?.cancel().catch(() => {});
  }
}
