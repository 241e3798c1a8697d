/** The rules that differ between models. */
export interface ModelRules {
  /** The first call of each step of the current turn must have a signature. */
  readonly signatures: boolean;
  /** A response must have the id of its call, if the call has one. */
  readonly ids: boolean;
  /** Calls and responses have a field `id`. Some Vertex endpoints did not know it until mid 2026. */
  readonly callIds: boolean;
  /** Contents must end with a user turn. */
  readonly endsWithUser: boolean;
  /** Built-in tools may be combined with functions. */
  readonly combinesTools: boolean;
  /** Allows media in `functionResponse.parts`, JSON output with functions, and text before responses. */
  readonly modern: boolean;
  /** A turn with calls may be followed by a user turn without any response. */
  readonly unansweredCalls: boolean;
  /** An empty text counts as data of a part. */
  readonly emptyText: boolean;
  /** A response may have an id although its call has none. */
  readonly addedIds: boolean;
}

/** Since mid 2026 new models refuse contents that end with a model turn. These older models accept them. */
const takesTrailingModelTurn = /^gemini-3(?:\.[0-5])?-(?!flash-lite)/;

/** Recordings show 200 for calls without responses and for empty texts, on the Gemini API and on Vertex. */
const lenientModels = /^gemini-2\.0-/;

/** Its first recordings, on Vertex, have calls without ids. Clients gave their responses an id all the same. */
const takesAddedIds = /^gemini-3-pro-preview/;

/**
 * The rules of a model by its name, which may have a path such as `models/`. A name without a number counts as
 * current.
 */
export function modelRules(path: string): ModelRules {
  const model = path.slice(path.lastIndexOf("/") + 1);
  const generation = Number(/^gemini-(\d+)/.exec(model)?.[1] ?? 3);
  const modern = generation >= 3;
  return {
    signatures: modern,
    ids: modern,
    callIds: true,
    endsWithUser: modern && !takesTrailingModelTurn.test(model),
    combinesTools: modern,
    modern,
    unansweredCalls: lenientModels.test(model),
    emptyText: lenientModels.test(model),
    addedIds: takesAddedIds.test(model),
  };
}
