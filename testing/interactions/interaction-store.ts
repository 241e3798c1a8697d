import { textOf, type IssuedSteps } from "../../gemini-rules/interactions/check-replayed-steps.js";
import type { Step } from "../../gemini-rules/interactions/step.js";

/** The JSON of an interaction. */
export type InteractionJson = Readonly<Record<string, unknown>>;

export interface StoredInteraction {
  readonly json: InteractionJson;
  /** Every step of the conversation, the answer included. */
  readonly steps: readonly Step[];
  /** The events of its stream, each with an id. */
  readonly events: readonly InteractionJson[];
  /** How many `GET` requests still report `in_progress`. */
  pendingPolls: number;
}

/** A partial answer that a token continues. */
export interface Hop {
  /** The stored interaction that issued the token. Undefined if it is not stored. */
  readonly owner?: string;
  /** The body without its token, for requests that repeat it. */
  readonly request: string;
  /** The steps before the answer. */
  readonly before: readonly Step[];
  /** The steps of the answer so far. */
  readonly answered: readonly Step[];
}

/** Everything that one fake remembers. */
export interface InteractionStore extends IssuedSteps {
  readonly interactions: Map<string, StoredInteraction>;
  readonly hops: Map<string, Hop>;
  /** Remembers the steps of an answer. */
  issue(steps: readonly Step[]): void;
}

export function createInteractionStore(accepts: "issued" | "any" = "issued"): InteractionStore {
  const answers = new Map<string, (readonly Step[])[]>();
  const signatures = new Set<string>();
  const issued = new Set<string>();
  const answeredByService = new Set<string>();
  return {
    interactions: new Map(),
    hops: new Map(),
    issue(steps) {
      for (const step of steps) {
        issued.add(textOf(step));
        const { type, id, call_id: callId, signature } = step;
        if (typeof signature === "string") signatures.add(signature);
        if (type === "function_result") answeredByService.add(String(callId));
        if (type === "function_call") answers.set(String(id), [...(answers.get(String(id)) ?? []), steps]);
      }
    },
    answersWith: (callId) => answers.get(callId) ?? [],
    knowsSignature: (signature) => accepts === "any" || signatures.has(signature),
    isIssued: (step) => accepts === "any" || issued.has(textOf(step)),
    isAnsweredByService: (callId) => answeredByService.has(callId),
  };
}
