import type { Part } from "@toolpress/runtime";
import type { SignaturePlacement } from "../../gemini-rules/interactions/interaction-rules.js";
import type { Step } from "../../gemini-rules/interactions/step.js";
import type { Opaque } from "../opaque.js";
import type { Answer, ScriptPart } from "../script.js";

/** A step with the texts of its stream. */
export interface RenderedStep {
  readonly step: Step;
  /** The pieces of its text or summary; one piece by default. */
  readonly chunks?: readonly string[];
}

export interface StepContext {
  readonly opaque: Opaque;
  readonly signatures: SignaturePlacement;
}

/** The parts of a scripted answer as steps, with ids and signatures. */
export function renderSteps(answer: Answer, context: StepContext): readonly RenderedStep[] {
  if (answer.steps) return answer.steps.map((step) => ({ step }));
  const rendered: RenderedStep[] = [];
  for (const scriptPart of answer.parts) {
    const next = stepOf(scriptPart, context.opaque);
    const last = rendered.at(-1);
    const joined = next && last && join(last, next);
    if (joined) rendered[rendered.length - 1] = joined;
    else if (next) rendered.push(next);
  }
  return sign(rendered, answer, context);
}

function stepOf(scriptPart: ScriptPart, opaque: Opaque): RenderedStep | undefined {
  const { part, chunks = [part.text ?? ""], id } = scriptPart;
  if (part.text !== undefined && part.text !== "") {
    return part.thought === true
      ? { step: { type: "thought", summary: chunks.map(textBlock) }, chunks }
      : { step: { type: "model_output", content: [textBlock(part.text)] }, chunks };
  }
  const { functionCall: call, functionResponse: response, inlineData } = part;
  if (call) {
    const callId = (id === false ? undefined : id) ?? call.id ?? opaque.id("short");
    return { step: { type: "function_call", id: callId, name: call.name, arguments: call.args ?? {} } };
  }
  if (response) {
    const { id: callId, name, response: result } = response;
    return { step: { type: "function_result", call_id: callId, name, result } };
  }
  if (inlineData) {
    const { mimeType, data } = inlineData;
    const block = { type: mimeType.split("/")[0], mime_type: mimeType, data };
    return { step: { type: "model_output", content: [block] } };
  }
  return codeExecutionStep(part);
}

function codeExecutionStep(part: Part): RenderedStep | undefined {
  const { executableCode, codeExecutionResult } = part as Readonly<
    Record<string, { readonly code?: string; readonly output?: string } | undefined>
  >;
  const id = "exec0001";
  if (executableCode)
    return { step: { type: "code_execution_call", id, arguments: { code: executableCode.code } } };
  return codeExecutionResult
    ? { step: { type: "code_execution_result", call_id: id, result: codeExecutionResult.output } }
    : undefined;
}

function textBlock(text: string): Readonly<Record<string, unknown>> {
  return { type: "text", text };
}

/** Joins two texts, or two summaries, to one step, as the service sends them. */
function join(last: RenderedStep, next: RenderedStep): RenderedStep | undefined {
  if (!last.chunks || !next.chunks || last.step.type !== next.step.type) return undefined;
  const chunks = [...last.chunks, ...next.chunks];
  const step =
    last.step.type === "thought"
      ? { ...last.step, summary: chunks.map(textBlock) }
      : { ...last.step, content: [textBlock(chunks.join(""))] };
  return { step, chunks };
}

/** Puts one signature where the model puts it. A thought without a summary is added if there is none to sign. */
function sign(
  steps: readonly RenderedStep[],
  answer: Answer,
  { opaque, signatures: placement }: StepContext,
): readonly RenderedStep[] {
  const scripted = answer.parts.find(({ part }) => part.functionCall)?.signature;
  if (placement === "none" || scripted === false || steps.length === 0) return steps;
  const firstCall = steps.findIndex(({ step }) => step.type === "function_call");
  const signature = scripted ?? opaque.signature();
  const signsCall = firstCall >= 0 && (placement === "call" || placement === "both");
  const withCalls = steps.map((rendered, index) =>
    signsCall && index === firstCall
      ? withSignature(rendered, signature)
      : placement === "call-empty" && rendered.step.type === "function_call"
        ? withSignature(rendered, "")
        : rendered,
  );
  if (signsCall && placement === "call") return withCalls;
  const thought = withCalls.findIndex(({ step }) => step.type === "thought");
  const thoughtSignature = signsCall ? opaque.signature() : signature;
  if (thought < 0) return [{ step: { type: "thought", signature: thoughtSignature } }, ...withCalls];
  return withCalls.map((rendered, index) =>
    index === thought ? withSignature(rendered, thoughtSignature) : rendered,
  );
}

function withSignature(rendered: RenderedStep, signature: string): RenderedStep {
  return { ...rendered, step: { ...rendered.step, signature } };
}
