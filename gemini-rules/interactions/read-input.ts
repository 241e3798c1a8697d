import { isObject } from "../message.js";
import { checkContent, checkStep, firstRefusal, isContentType, isStepType, type Step } from "./step.js";
import { refused, type Refused } from "./texts.js";

/** The input of a request as steps, or the refusal of its form. */
export type ReadInput = { readonly steps: readonly Step[] } | { readonly refusal: Refused };

/** Reads the four forms of `input`: a text, one block of content, a list of content, a list of steps. */
export function readInput(input: unknown, isIssued: (step: Step) => boolean): ReadInput {
  if (typeof input === "string")
    return input === "" ? { refusal: refused("inputEmpty", "input") } : ofContent([textBlock(input)]);
  if (isObject(input) && isContentType(input.type)) return ofContent([input]);
  if (!Array.isArray(input)) return { refusal: refused("invalidInput", "input") };
  if (input.length === 0) return { refusal: refused("inputEmpty", "input") };
  const items = input as readonly unknown[];
  const isContent = items.map((item) => isObject(item) && isContentType(item.type));
  const isStep = items.map((item) => isObject(item) && isStepType(item.type));
  if (isContent.includes(true) && isStep.includes(true)) return { refusal: refused("inputMixed") };
  if (isContent.includes(true)) return ofContent(items);
  const wrong = items.findIndex((item) => !isObject(item) || typeof item.type !== "string");
  if (wrong >= 0) return { refusal: refused("invalidInput", `input[${wrong}]`) };
  const steps = items as readonly Step[];
  const refusal = firstRefusal(steps, (step, index) => checkStep(step, `input[${index}]`, isIssued));
  return refusal ? { refusal } : { steps: steps.flatMap(withoutNestedResults) };
}

function textBlock(text: string): unknown {
  return { type: "text", text };
}

function ofContent(content: readonly unknown[]): ReadInput {
  const refusal = firstRefusal(content, (block, index) => checkContent(block, `input[${index}]`));
  return refusal ? { refusal } : { steps: [{ type: "user_input", content }] };
}

/** Moves function results out of the content of a `user_input`. Some clients put results there, and the service accepts this. */
function withoutNestedResults(step: Step): readonly Step[] {
  if (step.type !== "user_input") return [step];
  const content = step.content as readonly Step[];
  const results = content.filter(({ type }) => type === "function_result");
  if (results.length === 0) return [step];
  const others = content.filter(({ type }) => type !== "function_result");
  return others.length === 0 ? results : [...results, { ...step, content: others }];
}
