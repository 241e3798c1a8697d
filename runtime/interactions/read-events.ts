import type { ModelCall } from "../model.js";
import { createByteLimit } from "../gemini/read-body.js";
import { connectionError } from "../gemini/service-error.js";
import { createSseParser } from "../gemini/sse.js";
import { parseBody } from "./read-failure.js";
import type { Json } from "./step.js";

/** Yields the events of a stream. Events that arrive together are yielded together. */
export async function* readEvents(
  { body }: Response,
  call: ModelCall,
  maxBytes?: number,
): AsyncGenerator<readonly Json[]> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  const parser = createSseParser();
  const count = createByteLimit(maxBytes);
  try {
    for (let ended = !reader; !ended; ) {
      const { done, value } = await reader!.read();
      ended = done;
      if (value) count(value);
      const texts = parser.push(decoder.decode(value, { stream: !done }));
      const last = done ? parser.end().flatMap(parseCut) : [];
      yield [...texts.filter((text) => text !== "[DONE]").map((text) => JSON.parse(text) as Json), ...last];
    }
  } catch (error) {
    throw connectionError(error, call, "CUT_STREAM");
  } finally {
    // Closes the connection if the consumer stops reading before the end.
    await reader?.cancel().catch(() => {});
  }
}

/** Parses the text after the last complete event: an incomplete event, or an error that is not an event. */
function parseCut(text: string): Json[] {
  try {
    const event = parseBody(text) as Json;
    return [event.error ? { event_type: "error", ...event } : event];
  } catch {
    return [];
  }
}
