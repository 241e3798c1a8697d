import type { ServerResponse } from "node:http";
import { refused, type Refused } from "../../gemini-rules/interactions/texts.js";
import type { InteractionStreamStyle, ReceivedInteraction } from "./interaction-options.js";
import type { InteractionStore, StoredInteraction } from "./interaction-store.js";
import { sendEvents, sendInteraction } from "./send-interaction.js";

export interface StoredCall {
  readonly request: ReceivedInteraction;
  readonly id: string;
  readonly store: InteractionStore;
  readonly style: InteractionStreamStyle;
  readonly refuse: (refusal: Refused) => void;
}

/** Answers the methods of stored interactions: get, resume of a stream, cancel and delete. */
export async function answerResource(call: StoredCall, out: ServerResponse): Promise<void> {
  const { request, id, store, style, refuse } = call;
  const stored = store.interactions.get(id);
  if (!stored) return refuse(refused("interactionUnknown", id));
  if (request.method === "delete") {
    store.interactions.delete(id);
    return sendInteraction(out, {});
  }
  if (request.method === "cancel") {
    if (stored.pendingPolls === 0) return refuse(refused("notCancellable", id));
    const json = { ...stored.json, status: "cancelled", steps: [] };
    store.interactions.set(id, { ...stored, json, pendingPolls: 0 });
    return sendInteraction(out, json);
  }
  if (!request.stream) return sendInteraction(out, currentOf(stored, request));
  const last = request.query.get("last_event_id");
  const at = last === null ? -1 : stored.events.findIndex(({ event_id: event }) => event === last);
  if (last !== null && at < 0) return refuse(refused("invalidInput", "last_event_id"));
  const end = style.done ? "done" : "none";
  await sendEvents(out, { events: stored.events.slice(at + 1), pacing: {}, end });
}

/** The interaction now. With `include_input` its steps begin with those of the user. */
function currentOf(stored: StoredInteraction, { query }: ReceivedInteraction): unknown {
  if (stored.pendingPolls > 0) {
    stored.pendingPolls -= 1;
    return { ...stored.json, status: "in_progress", steps: [] };
  }
  return query.get("include_input") === "true" ? { ...stored.json, steps: stored.steps } : stored.json;
}
