/**
 * Where a model puts thought signatures: in `thought` steps, in `function_call` steps, in both, or nowhere. With
 * `call-empty`, `thought` steps have the signatures, and calls have an empty text in the same field.
 */
export type SignaturePlacement = "thought" | "call" | "both" | "call-empty" | "none";

/** Rules of the Interactions API that depend on the model or that sources describe differently. */
export interface InteractionRules {
  /** The values that the model takes for `thinking_level`. */
  readonly thinkingLevels: readonly string[];
  readonly signatures: SignaturePlacement;
  /** The status of an interaction with calls that wait for results. */
  readonly openCalls: "requires_action" | "completed";
  /** Whether an empty list `required` in a schema is refused. One report describes the refusal. */
  readonly refusesEmptyRequired: boolean;
  /** Whether `is_error` of a function result is refused. Sources disagree. */
  readonly refusesIsError: boolean;
  /** Whether functions are refused beside built-in tools. */
  readonly refusesBuiltinsWithFunctions: boolean;
  /** Whether `safety_settings` and `cached_content` are refused. The types of the official client have both. */
  readonly refusesSafetyAndCaches: boolean;
  /** Whether a stored interaction with built-in steps cannot be continued. */
  readonly refusesStoredBuiltins: boolean;
  /** Whether the chain of stored interactions loses its calls, so that their results are refused. */
  readonly losesStoredCalls: boolean;
}

/** The rules of a model. Every rule can be replaced in the options of the fake. */
export function interactionRules(model: string): InteractionRules {
  return {
    thinkingLevels: levelsOf(model),
    signatures: "thought",
    openCalls: "requires_action",
    refusesEmptyRequired: true,
    refusesIsError: false,
    refusesBuiltinsWithFunctions: /^gemini-3\.(?:6-flash|5-flash-lite)/.test(model),
    refusesSafetyAndCaches: true,
    refusesStoredBuiltins: false,
    losesStoredCalls: false,
  };
}

function levelsOf(model: string): readonly string[] {
  const levels = ["low", "medium", "high"];
  if (/^gemini-(?:3\.[78]-flash|3\.1-pro)/.test(model)) return levels;
  return model.startsWith("gemini-4-hydrogen") ? ["minimal", ...levels, "xhigh"] : ["minimal", ...levels];
}
