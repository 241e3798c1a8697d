import { isObject } from "../message.js";
import { checkInteractionTools } from "./check-interaction-tools.js";
import { checkReplayedSteps, type IssuedSteps } from "./check-replayed-steps.js";
import { checkTurns } from "./check-turns.js";
import type { InteractionRules } from "./interaction-rules.js";
import { readInput } from "./read-input.js";
import type { Step } from "./step.js";
import { refused, type Refused } from "./texts.js";

// The checks of `POST /interactions` in the order of the service, as far as the order is known. The first failure decides.

/** A stored interaction with all steps of the conversation, including the steps of the user. */
export interface StoredChain {
  readonly steps: readonly Step[];
}

export interface InteractionContext {
  readonly rules: InteractionRules;
  readonly issued: IssuedSteps;
  readonly compares: "all" | "signed";
  /** Undefined if the interaction does not exist. */
  readonly stored: (id: string) => StoredChain | undefined;
  readonly isKnownModel: (model: string) => boolean;
}

export interface CheckedInteraction {
  /** Every step of the conversation. Empty for a refused request. */
  readonly steps: readonly Step[];
  readonly refusal?: Refused;
}

export type InteractionBody = Readonly<Record<string, unknown>>;

const fields = [
  ..."model agent agent_config input system_instruction tools generation_config response_format".split(" "),
  ..."response_mime_type response_modalities previous_interaction_id continuation_token store stream".split(
    " ",
  ),
  ..."background service_tier labels webhook_config environment safety_settings cached_content".split(" "),
];

const configFields = [
  ..."max_output_tokens seed stop_sequences thinking_level thinking_summaries tool_choice".split(" "),
  ..."temperature top_p top_k image_config speech_config video_config media_resolution".split(" "),
];

/** Checks a request. The caller checks the continuation token. */
export function checkInteraction(body: unknown, context: InteractionContext): CheckedInteraction {
  if (!isObject(body)) return { steps: [], refusal: refused("notJson") };
  const refusal =
    checkFields(body, context.rules) ??
    checkTarget(body, context) ??
    checkStorage(body, context) ??
    checkConfig(body, context.rules);
  if (refusal) return { steps: [], refusal };
  const { tool_choice: choice } = (body.generation_config ?? {}) as InteractionBody;
  const toolRefusal = checkInteractionTools(body.tools, choice, context.rules);
  return toolRefusal ? { steps: [], refusal: toolRefusal } : checkHistory(body, context);
}

function checkFields(body: InteractionBody, rules: InteractionRules): Refused | undefined {
  const unknown = Object.keys(body).find((name) => !fields.includes(name));
  if (unknown !== undefined) return refused("unknownParameter", unknown);
  const unsupported = ["safety_settings", "cached_content"].find((name) => body[name] !== undefined);
  return unsupported !== undefined && rules.refusesSafetyAndCaches
    ? refused("notSupported", unsupported)
    : undefined;
}

function checkTarget(
  { model, agent, generation_config: config, background }: InteractionBody,
  { isKnownModel }: InteractionContext,
): Refused | undefined {
  if ((typeof model === "string") === (typeof agent === "string")) return refused("modelOrAgent");
  if (typeof model === "string") return isKnownModel(model) ? undefined : refused("modelUnknown", model);
  if (config !== undefined) return refused("agentConfig");
  return String(agent).startsWith("deep-research") && background !== true
    ? refused("backgroundRequired")
    : undefined;
}

function checkStorage(body: InteractionBody, { stored, rules }: InteractionContext): Refused | undefined {
  const { store, previous_interaction_id: previous, background, continuation_token: token } = body;
  if (body.input === undefined && (token === undefined || previous === undefined))
    return refused("inputMissing");
  if (store === false && previous !== undefined) return refused("storeRequired", "previous_interaction_id");
  if (store === false && background === true) return refused("storeRequired", "background");
  if (previous === undefined) return undefined;
  const chain = typeof previous === "string" ? stored(previous) : undefined;
  if (chain === undefined) return refused("interactionUnknown", String(previous));
  const hasBuiltins = chain.steps.some(({ type }) => /^(?:google_search|code_execution)_/.test(type));
  return hasBuiltins && rules.refusesStoredBuiltins ? refused("storedBuiltins") : undefined;
}

function checkConfig(
  { generation_config: config }: InteractionBody,
  rules: InteractionRules,
): Refused | undefined {
  if (config === undefined) return undefined;
  if (!isObject(config)) return refused("invalidInput", "generation_config");
  const unknown = Object.keys(config).find((name) => !configFields.includes(name));
  if (unknown !== undefined) return refused("unknownParameter", `generation_config.${unknown}`);
  const { thinking_level: level } = config;
  return level === undefined || rules.thinkingLevels.includes(String(level))
    ? undefined
    : refused("thinkingLevel", String(level), rules.thinkingLevels);
}

function checkHistory(body: InteractionBody, context: InteractionContext): CheckedInteraction {
  const { rules, issued, compares, stored } = context;
  const chain = stored(String(body.previous_interaction_id))?.steps ?? [];
  if (body.input === undefined) return { steps: chain };
  const read = readInput(body.input, issued.isIssued);
  if ("refusal" in read) return { steps: [], refusal: read.refusal };
  if (rules.refusesIsError && read.steps.some((step) => step.is_error !== undefined))
    return { steps: [], refusal: refused("unknownParameter", "is_error") };
  const steps = [...(rules.losesStoredCalls ? chain.filter(isNoCall) : chain), ...read.steps];
  const refusal =
    checkTurns(steps, issued.isAnsweredByService) ??
    checkReplayedSteps(read.steps, { issued, compares, signatures: rules.signatures !== "none" });
  return refusal ? { steps: [], refusal } : { steps };
}

function isNoCall({ type }: Step): boolean {
  return type !== "function_call";
}
