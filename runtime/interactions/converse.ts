import { isRunError, RunError, type CutStream } from "../errors.js";
import { exchange } from "../gemini/exchange.js";
import { readJsonBody, readText } from "../gemini/read-body.js";
import { retryLater, streamError } from "../gemini/retry.js";
import { hideSecrets } from "../gemini/service-error.js";
import type { ModelCall } from "../model.js";
import type { GenerateContentRequest, GenerateContentResponse, Part } from "../wire.js";
import { createStepAssembler, type StepAssembler } from "./assemble-steps.js";
import type { InteractionsOptions } from "./interactions.js";
import { planRequest, type PlannedRequest } from "./plan-request.js";
import { readEvents } from "./read-events.js";
import { eventFailure, malformedAnswer, toClassic } from "./read-failure.js";
import { addCounts, readInteraction, responseOf, type Ended } from "./read-interaction.js";
import type { Json } from "./step.js";

// This module sends requests to the Interactions API and reads the answers. It is loaded with the first request.

/** The largest number of requests that continue one answer. */
const MAX_HOPS = 16;

/** Yields the parts of an answer and returns the value at its end. */
type Answer<T> = AsyncGenerator<readonly Part[], T>;

/** Requests one answer, or the rest of a partial one. */
type Ask = (planned: PlannedRequest, partial?: Ended) => Answer<Ended>;

export async function generate(
  options: InteractionsOptions,
  request: GenerateContentRequest,
  call: ModelCall,
): Promise<GenerateContentResponse> {
  const answer = converse(options, request, call, async function* (planned, partial) {
    return send(options, { body: () => planned.encode(false, partial) }, call, async (response) =>
      readInteraction(await readJsonBody(response, options.maxResponseBytes)),
    );
  });
  const { value } = await answer.next();
  return value as GenerateContentResponse;
}

export async function* stream(
  options: InteractionsOptions,
  request: GenerateContentRequest,
  call: ModelCall,
): AsyncGenerator<GenerateContentResponse> {
  const answer = converse(options, request, call, (planned, partial) =>
    askStream(options, call, planned, partial),
  );
  let next = await answer.next();
  try {
    for (; !next.done; next = await answer.next())
      yield { candidates: [{ content: { role: "model", parts: [...next.value] } }] };
  } finally {
    // The consumer may stop reading before the end of the answer.
    await answer.return(undefined as never);
  }
  // The last chunk contains everything except the parts, because earlier chunks contain the parts.
  const { candidates: [candidate] = [], ...rest } = next.value;
  yield { ...rest, candidates: [{ ...candidate, content: { ...candidate?.content, parts: [] } }] };
}

async function* converse(
  options: InteractionsOptions,
  request: GenerateContentRequest,
  call: ModelCall,
  ask: Ask,
): Answer<GenerateContentResponse> {
  try {
    let planned = planRequest(options, request, call, true);
    let ended: Ended;
    try {
      ended = yield* ask(planned);
    } catch (error) {
      if (!planned.previous || !isLost(error)) throw error;
      // The service has lost the conversation, so the complete history is sent once.
      planned = planRequest(options, request, call, false);
      ended = yield* ask(planned);
    }
    ended = yield* askRest(ended, planned, ask);
    return responseOf(ended, planned.link(ended.id));
  } catch (error) {
    return malformedAnswer(error);
  }
}

/** Continues a partial answer until it is complete. */
async function* askRest(ended: Ended, planned: PlannedRequest, ask: Ask): Answer<Ended> {
  const tokens = new Set<string>();
  while (ended.status === "requires_continuation") {
    const { token } = ended;
    if (!token || tokens.has(token) || tokens.size === MAX_HOPS)
      throw new RunError({ kind: "protocol", code: "CONTINUATION", message: "the answer never ended" });
    tokens.add(token);
    const next: Ended = yield* ask(planned, ended);
    const steps = [...ended.steps, ...next.steps];
    ended = { ...next, steps, usage: addCounts(ended.usage, next.usage) };
  }
  return ended;
}

/** Returns whether the request may succeed if it contains the complete history. */
function isLost(error: unknown): boolean {
  return (
    isRunError(error) &&
    error.info.code !== "malformed_tool_call" &&
    [400, 404, 501].includes(error.info.status ?? 0)
  );
}

/** The position from which a stream can be resumed. */
interface Progress {
  id?: string;
  lastEvent?: string;
}

/** Reads one stream to its end. The stream of a stored interaction is resumed if its connection breaks. */
async function* askStream(
  options: InteractionsOptions,
  call: ModelCall,
  planned: PlannedRequest,
  partial: Ended | undefined,
): Answer<Ended> {
  const steps = createStepAssembler();
  const progress: Progress = {};
  let outgoing: Outgoing = { body: () => planned.encode(true, partial), accept: "text/event-stream" };
  for (let attempt = 1; ; attempt++) {
    const opened = await send(options, outgoing, call, (response, secret) => ({ response, secret }));
    try {
      const events = readEvents(opened.response, call, options.maxResponseBytes);
      const json = yield* readToEnd(events, steps, progress);
      yield steps.end();
      return readInteraction({ ...json, steps: steps.steps() });
    } catch (thrown) {
      if (!isRunError(thrown)) throw thrown;
      const error = hideSecrets(thrown, opened.secret, options.headers);
      const { id, lastEvent } = progress;
      if (!id || !lastEvent) throw await streamError(error, options.retry, call);
      await retryLater(error, attempt, options.retry, call);
      const query = `stream=true&last_event_id=${encodeURIComponent(lastEvent)}`;
      outgoing = { path: `/${encodeURIComponent(id)}?${query}`, accept: "text/event-stream" };
    }
  }
}

/** Reads events until `interaction.completed`, whose interaction is returned. */
async function* readToEnd(
  stream: AsyncIterable<readonly Json[]>,
  steps: StepAssembler,
  progress: Progress,
): Answer<Json> {
  for await (const events of stream) {
    const parts: Part[] = [];
    try {
      for (const event of events) {
        if (event.event_type === "error") throw eventFailure(event);
        const interaction = (event.interaction ?? {}) as Json;
        if (typeof interaction.id === "string") progress.id = interaction.id;
        if (typeof event.event_id === "string") progress.lastEvent = event.event_id;
        if (event.event_type === "interaction.completed") return interaction;
        parts.push(...steps.push(event));
      }
    } finally {
      // The parts that precede an error are still emitted.
      yield parts;
    }
  }
  const message = "the stream ended before the answer was complete";
  throw new RunError({ kind: "network", code: "CUT_STREAM" satisfies CutStream, message, retryable: true });
}

/** A request: POST if it has a body, and GET otherwise. */
interface Outgoing {
  readonly body?: () => Uint8Array;
  /** The path that follows the URL of the collection. */
  readonly path?: string;
  readonly accept?: string;
}

function send<T>(
  options: InteractionsOptions,
  { body, path = "", accept = "application/json" }: Outgoing,
  call: ModelCall,
  read: (response: Response, secret: string | undefined) => T | Promise<T>,
): Promise<T> {
  /** Calls `fetch` and converts the errors of this API to the classic form. */
  const serviceFetch: typeof fetch = async (url, init) => {
    const headers = { accept, ...init?.headers };
    const get = !body && { method: "GET", body: null };
    const response = await (options.fetch ?? fetch)(url, { ...init, ...get, headers });
    // A redirect contains no error.
    if (response.status < 400) return response;
    return new Response(toClassic(await readText(response, options.maxResponseBytes)), response);
  };
  const encode = body ?? (() => new Uint8Array());
  return exchange({ ...options, fetch: serviceFetch }, urlOf(options) + path, encode, call, read);
}

/** Returns the URL of the collection of interactions. */
function urlOf({ baseUrl, vertex, apiVersion }: InteractionsOptions): string {
  const origin = baseUrl ?? vertex?.origin ?? "https://generativelanguage.googleapis.com";
  const version = apiVersion ?? vertex?.apiVersion ?? "v1beta";
  return `${origin.replace(/\/+$/, "")}/${version}/${vertex?.parent("") ?? ""}interactions`;
}
