import { fingerprint } from "../base/fingerprint.js";
import { foldEscapedSurrogates } from "../base/fold-surrogates.js";
import type { ModelCall } from "../model.js";
import type { Content, GenerateContentRequest } from "../wire.js";
import type { InteractionsOptions } from "./interactions.js";
import type { Ended } from "./read-interaction.js";
import type { Json } from "./step.js";
import { writeFields } from "./write-request.js";
import { encodeSteps, isUnedited } from "./write-steps.js";

/** The request of one turn. It is sent several times if the answer is partial. */
export interface PlannedRequest {
  /** The id of the stored interaction that the request continues. */
  readonly previous: string | undefined;
  /** Encodes the body. If a partial answer is passed, the request continues the partial answer. */
  encode(stream: boolean, partial?: Ended): Uint8Array<ArrayBuffer>;
  /** Returns the link that the history keeps to a stored answer. Undefined if the answer is not stored. */
  link(id: string | undefined): Json | undefined;
}

export function planRequest(
  options: InteractionsOptions,
  request: GenerateContentRequest,
  call: ModelCall,
  mayChain: boolean,
): PlannedRequest {
  const { store = false, markErrors = false } = options;
  const texts = request.contents.map((content) => encodeSteps(content, markErrors));
  const linked = store && mayChain ? findLink(request.contents, texts) : undefined;
  const previous = linked?.id;
  const fields = { ...writeFields(request, call.model ?? options.model), store };
  const input = texts.slice(linked ? linked.index + 1 : 0).filter((text) => text !== "");
  return {
    previous,
    encode(stream, partial) {
      // The id of a stored answer replaces the input. Otherwise the same request is sent with the token.
      const continuesStored = store && partial !== undefined;
      const before = continuesStored ? partial.id : previous;
      const head = {
        ...fields,
        ...(before !== undefined && { previous_interaction_id: before }),
        ...(partial && { continuation_token: partial.token }),
        ...(stream && { stream }),
      };
      const rest = foldEscapedSurrogates(JSON.stringify(head)).slice(1);
      const body = continuesStored ? `{${rest}` : `{"input":[${input.join(",")}],${rest}`;
      return new TextEncoder().encode(body);
    },
    link: (id) => (store && id !== undefined ? { id, covers: fingerprint(texts) } : undefined),
  };
}

interface Link {
  readonly id: string;
  readonly index: number;
}

/** Returns the newest stored answer, if the preceding history is unchanged. */
function findLink(contents: readonly Content[], texts: readonly string[]): Link | undefined {
  const index = contents.findLastIndex(({ role }) => role === "model");
  const content = contents[index];
  const { id, covers } = (content?.interaction ?? {}) as Json;
  if (!content?.steps || typeof id !== "string" || !isUnedited(content)) return undefined;
  return covers === fingerprint(texts.slice(0, index)) ? { id, index } : undefined;
}
