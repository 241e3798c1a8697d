import type { Content } from "@toolpress/runtime";
import { checkBytes, checkContents, checkOneOfs } from "../gemini-rules/check-contents.js";
import { checkTurns } from "../gemini-rules/interactions/check-turns.js";
import { checkHistory } from "../gemini-rules/check-history.js";
import { checkSignatures } from "../gemini-rules/check-signatures.js";
import { parseMessage, type Violation } from "../gemini-rules/message.js";
import { modelRules } from "../gemini-rules/model-rules.js";
import type { ParsedContent } from "../gemini-rules/request.js";
import { contentMessage } from "../gemini-rules/request-message.js";
import type { Flavor } from "../gemini-rules/tool-messages.js";
import { stepsOf } from "./interactions/steps-of.js";

export interface ReplayOptions {
  readonly flavor?: Flavor;
  /** The model whose rules apply. Default: the rules of current models. */
  readonly model?: string;
  /** Set to false for the history of a model that uses no thought signatures. */
  readonly signatures?: boolean;
}

/**
 * Throws if Gemini would refuse these contents in a new request. The contents may end with a turn of the
 * model, because a user turn can follow.
 */
export function assertReplayable(contents: readonly Content[], options: ReplayOptions = {}): void {
  if (contents.some(({ steps }) => steps !== undefined)) return assertReplayableSteps(contents);
  const violations = replayViolations(contents, options);
  if (violations.length === 0) return;
  const lines = violations.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  throw new Error(`these contents cannot be sent to Gemini again:\n${lines.join("\n")}`);
}

/** A history of the Interactions API. */
function assertReplayableSteps(contents: readonly Content[]): void {
  const steps = stepsOf(contents);
  const called = new Set(steps.flatMap(({ type, id }) => (type === "function_call" ? [id] : [])));
  const next = { type: "user_input", content: [] };
  // Calls that the service answers itself have their results in the steps of the model.
  const answered = new Set(
    contents.flatMap(({ steps = [] }) =>
      (steps as readonly { readonly type?: string; readonly call_id?: string }[]).flatMap(
        ({ type, call_id: id }) => (type === "function_result" && called.has(id) ? [id] : []),
      ),
    ),
  );
  const refusal = checkTurns([...steps, next], (id) => answered.has(id));
  if (refusal) throw new Error(`these contents cannot be sent to Gemini again:\n${refusal.message}`);
}

function replayViolations(contents: readonly Content[], options: ReplayOptions = {}): readonly Violation[] {
  const { flavor = "gemini", model = "", signatures = true } = options;
  const rules = { ...modelRules(model), endsWithUser: false, ...(!signatures && { signatures }) };
  const payload: Violation[] = [];
  // Sending drops the values that JSON omits, so they are dropped here too.
  const sent = JSON.parse(JSON.stringify(contents)) as readonly unknown[];
  const parsed = sent.map(
    (content, index) =>
      parseMessage(content, contentMessage(flavor), `contents[${index}]`, payload) as ParsedContent,
  );
  const request = { contents: parsed };
  const stages = [
    () => [...payload, ...checkOneOfs(request), ...checkBytes(request)],
    () => checkContents(request, rules),
    () => checkHistory(parsed, rules),
    () => checkSignatures(parsed, flavor, rules),
  ];
  for (const stage of stages) {
    const found = stage();
    if (found.length > 0) return found;
  }
  return [];
}
