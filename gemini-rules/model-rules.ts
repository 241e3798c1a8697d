/** The rules that differ between models. */
export interface ModelRules {
  /** Whether the first call of each model content in the current turn must have a signature. */
  readonly signatures: boolean;
  /** Whether a response must have the id of its call if the call has an id. */
  readonly ids: boolean;
  /** Whether calls and responses have a field `id`. Some Vertex endpoints did not support it before mid 2026. */
  readonly callIds: boolean;
  /** Whether the contents must end with a user turn. */
  readonly endsWithUser: boolean;
  /** Whether built-in tools may be combined with functions. */
  readonly combinesTools: boolean;
  /**
   * Whether the model allows media in `functionResponse.parts`, JSON output together with functions, and text before
   * responses.
   */
  readonly modern: boolean;
  /** Whether a user turn without any response may follow a turn with calls. */
  readonly unansweredCalls: boolean;
  /** Whether an empty text counts as the data of a part. */
  readonly emptyText: boolean;
  /** Whether a response may have an id although its call has none. */
  readonly addedIds: boolean;
}

/**
 * Matches older models, which accept contents that end with a model turn. Models since mid 2026 refuse such contents.
 */
const takesTrailingModelTurn = /^gemini-3(?:\.[0-5])?-(?!flash-lite)/;

/**
 * Matches models that accept empty texts, and calls without responses. Recordings show this on the Gemini API and on
 * Vertex.
 */
const lenientModels = /^gemini-2\.0-/;

/** Matches models whose responses may have an id although the call has none. Early recordings on Vertex show this. */
const takesAddedIds = /^gemini-3-pro-preview/;

/**
 * Returns the rules of a model. The name may have a path such as `models/`. A name without a version number counts as a
 * current model.
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
