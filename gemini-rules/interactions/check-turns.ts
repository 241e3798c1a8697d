import type { Step } from "./step.js";
import { refused, type Refused } from "./texts.js";

/** Whether the service itself answered the call with this id, as it does for agents and MCP servers. */
export type IsAnsweredByService = (callId: string) => boolean;

/** Checks that each call has one result, directly after the steps of its answer, and that the input does not end with the model. */
export function checkTurns(
  steps: readonly Step[],
  isAnsweredByService: IsAnsweredByService,
): Refused | undefined {
  const open = new Map<string, string>();
  let answering = false;
  for (const step of steps) {
    if (isOfService(step, isAnsweredByService)) continue;
    if (step.type === "function_result") {
      const flaw = checkResult(step, open);
      if (flaw) return flaw;
      answering = true;
      continue;
    }
    // Before a new answer or a message of the user, every earlier call needs a result.
    const [unanswered] = open.values();
    if (unanswered !== undefined && (answering || step.type === "user_input"))
      return refused("callUnanswered", unanswered);
    answering = false;
    if (step.type === "function_call") open.set(String(step.id), String(step.name));
  }
  const [unanswered] = open.values();
  if (unanswered !== undefined) return refused("callUnanswered", unanswered);
  const last = steps.at(-1)?.type;
  return last === "user_input" || last === "function_result" ? undefined : refused("endsWithModel");
}

function isOfService(step: Step, isAnsweredByService: IsAnsweredByService): boolean {
  const id = step.type === "function_call" ? step.id : step.type === "function_result" && step.call_id;
  return typeof id === "string" && isAnsweredByService(id);
}

function checkResult(step: Step, open: Map<string, string>): Refused | undefined {
  const { call_id: id, name, result } = step;
  if (typeof id !== "string") return refused("callIdMissing");
  if (typeof name !== "string" || result === undefined) return refused("resultInvalid");
  const expected = open.get(id);
  if (expected === undefined) return refused("resultNotAfterCall", name);
  if (expected !== name) return refused("resultName", name, expected);
  open.delete(id);
  return undefined;
}
