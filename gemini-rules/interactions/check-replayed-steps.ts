import type { Step } from "./step.js";
import { refused, type Refused } from "./texts.js";

/** The answers that a service has sent. */
export interface IssuedSteps {
  /** Returns the answers that contain a call with this id. A script that sets ids may use an id several times. */
  answersWith(callId: string): readonly (readonly Step[])[];
  knowsSignature(signature: string): boolean;
  /** Whether the step was sent in an answer. */
  isIssued(step: Step): boolean;
  isAnsweredByService(callId: string): boolean;
}

/** Texts that the service accepts in place of a signature. */
const placeholders = ["skip_thought_signature_validator", "context_engineering_is_the_way_to_go"];

export interface ReplayContext {
  readonly issued: IssuedSteps;
  /** `all` compares every step of the current turn, `signed` only calls and signatures. */
  readonly compares: "all" | "signed";
  readonly signatures: boolean;
}

/** Checks that the model's steps after the last message of the user came back as they were sent. */
export function checkReplayedSteps(steps: readonly Step[], context: ReplayContext): Refused | undefined {
  const current = steps.slice(steps.findLastIndex(({ type }) => type === "user_input") + 1);
  for (const answer of answersIn(current, context.issued)) {
    const refusal = checkAnswer(answer, context);
    if (refusal) return refusal;
  }
  return undefined;
}

/** Returns the steps of each answer. Results of the client separate the answers. */
function answersIn(steps: readonly Step[], issued: IssuedSteps): readonly (readonly Step[])[] {
  const answers: Step[][] = [];
  let last: Step[] | undefined;
  for (const step of steps) {
    const isResult = step.type === "function_result" && !issued.isAnsweredByService(String(step.call_id));
    if (isResult) last = undefined;
    else if (last) last.push(step);
    else answers.push((last = [step]));
  }
  return answers;
}

function checkAnswer(answer: readonly Step[], context: ReplayContext): Refused | undefined {
  const { issued, compares, signatures } = context;
  const ids = answer.flatMap(({ type, id }) => (type === "function_call" ? [String(id)] : []));
  const candidates = ids.flatMap((id) => issued.answersWith(id));
  const sent = candidates.find((candidate) => sameSteps(candidate, answer)) ?? candidates[0];
  const found = signaturesOf(answer);
  if (found.some((signature) => !issued.knowsSignature(signature) && !placeholders.includes(signature)))
    return refused("signatureCorrupted");
  const expected = sent ? signaturesOf(sent) : [];
  const isReplaced = found.some((signature) => placeholders.includes(signature));
  const isMissing = sent ? expected.some((one) => !found.includes(one)) : signatures && found.length === 0;
  if (isMissing && !isReplaced) return refused("signatureMissing");
  if (!sent || isReplaced || sameSteps(sent, answer)) return undefined;
  const calls = (steps: readonly Step[]): readonly Step[] =>
    steps.filter(({ type }) => type === "function_call");
  if (!sameSteps(calls(sent), calls(answer))) return refused("stepChanged", "function_call");
  if (compares === "signed") return undefined;
  const changed = sent.find((step, index) => !answer[index] || textOf(step) !== textOf(answer[index]));
  return refused("stepChanged", changed?.type ?? answer[sent.length]?.type ?? "model_output");
}

function signaturesOf(steps: readonly Step[]): readonly string[] {
  return steps.flatMap(({ signature }) =>
    typeof signature === "string" && signature !== "" ? [signature] : [],
  );
}

function sameSteps(one: readonly Step[], other: readonly Step[]): boolean {
  return one.length === other.length && one.every((step, index) => textOf(step) === textOf(other[index]));
}

/** Returns a step as JSON with sorted names. An empty signature or summary counts as missing. */
export function textOf(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === "object" && item !== null && !Array.isArray(item)
      ? Object.fromEntries(
          Object.entries(item)
            .filter(([name, field]) => !isEmptyField(name, field))
            .sort(([one], [other]) => (one < other ? -1 : 1)),
        )
      : item,
  );
}

function isEmptyField(name: string, field: unknown): boolean {
  return (
    (name === "signature" && field === "") ||
    (name === "summary" && Array.isArray(field) && field.length === 0)
  );
}
