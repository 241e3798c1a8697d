/** What differs between models; everything else holds for all of them. */
export interface ModelRules {
  /** The first call of each step of the current turn must carry its signature. */
  readonly signatures: boolean;
  /** A response must carry the id of its call, and only then. */
  readonly ids: boolean;
  /** Calls and responses have a field `id`; some Vertex endpoints did not know it until mid 2026. */
  readonly callIds: boolean;
  /** Contents must end with a user turn. */
  readonly endsWithUser: boolean;
  /** Built-in tools may stand beside functions. */
  readonly combinesTools: boolean;
  /** Media in `functionResponse.parts`, JSON output beside functions, text before responses. */
  readonly modern: boolean;
}

/** Since mid 2026 new models refuse contents that end with a model turn; these earlier ones still take them. */
const takesTrailingModelTurn = /^gemini-3(?:\.[0-5])?-(?!flash-lite)/;

/** The rules of a model by its name, with or without a path such as `models/` before it. A name without a number counts as current. */
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
  };
}
