import { malformed } from "../base/content-shape.js";
import { isObject } from "../base/is-object.js";
import type { Part } from "../wire.js";
import type { Block, Json, Step } from "./step.js";
import { blocksOf, viewBlock, viewStep } from "./view-steps.js";

/** Builds steps from the events of a stream. */
export interface StepAssembler {
  /** Adds an event. Returns the parts that are complete now, in the order of the steps. */
  push(event: Json): Part[];
  /** Ends every step. Returns the remaining parts. */
  end(): Part[];
  steps(): Step[];
}

interface OpenStep {
  step: Record<string, unknown>;
  /** The text of the arguments so far. */
  args: string;
  readonly parts: Part[];
  ended: boolean;
}

export function createStepAssembler(): StepAssembler {
  const open = new Map<number, OpenStep>();
  /** The index of the step whose parts are emitted. The parts of later steps wait, because parts must have the order of the steps. */
  let front = 0;

  const start = (index: number, step: Json): void => {
    const { content, summary, ...rest } = step;
    const found: OpenStep = { step: { ...rest }, args: "", parts: [], ended: false };
    open.set(index, found);
    // The event `step.start` may already contain content or a summary.
    for (const block of blocksOf(content)) addBlock(found, "content", block);
    for (const block of blocksOf(summary)) addBlock(found, "summary", block);
  };

  const stop = (found: OpenStep): void => {
    if (found.ended) return;
    found.ended = true;
    const { step, args } = found;
    if (step.type === "function_call") step.arguments = parseArguments(args, step.arguments);
    if (/^function_/.test(String(step.type))) found.parts.push(...viewStep(step));
  };

  const flush = (): Part[] => {
    const parts: Part[] = [];
    for (let next = open.get(front); next; next = open.get(front)) {
      parts.push(...next.parts.splice(0));
      if (!next.ended) break;
      front++;
    }
    return parts;
  };

  return {
    push({ event_type: type, index, step, delta }) {
      if (type === "step.start" && isObject(step)) start(Number(index), step);
      else if (type === "step.delta" && isObject(delta)) {
        const found = stepFor(open, Number(index), delta);
        if (found) addDelta(found, delta);
      } else if (type === "step.stop") {
        const found = open.get(Number(index));
        if (found) stop(found);
      }
      return flush();
    },
    end() {
      for (const found of open.values()) stop(found);
      // If an index is missing, the parts of the later steps are still emitted.
      const parts: Part[] = [];
      for (const [index, { parts: waiting }] of sorted(open)) {
        parts.push(...waiting.splice(0));
        front = index + 1;
      }
      return parts;
    },
    steps: () => sorted(open).map(([, { step }]) => step),
  };
}

function sorted(open: ReadonlyMap<number, OpenStep>): [number, OpenStep][] {
  return [...open].sort(([one], [other]) => one - other);
}

/** Finds the step of a delta. One client received deltas of a call with the index of the preceding thought. */
function stepFor(open: ReadonlyMap<number, OpenStep>, index: number, delta: Json): OpenStep | undefined {
  const found = open.get(index);
  if (delta.type !== "arguments_delta" || found?.step.type === "function_call") return found;
  return sorted(open).findLast(([, { step, ended }]) => step.type === "function_call" && !ended)?.[1];
}

function addDelta(found: OpenStep, delta: Json): void {
  const { type, ...payload } = delta;
  const { step } = found;
  switch (type) {
    case "text":
    case "image":
    case "audio":
    case "video":
    case "document":
      return addBlock(found, "content", delta);
    case "thought_summary":
      return isObject(delta.content) ? addBlock(found, "summary", delta.content) : undefined;
    case "thought_signature":
      step.signature = delta.signature;
      return;
    case "arguments_delta":
      found.args += typeof delta.arguments === "string" ? delta.arguments : "";
      return;
    case "text_annotation":
    case "text_annotation_delta": {
      const last = blocksOf(step.content).at(-1) as Record<string, unknown> | undefined;
      if (last && Array.isArray(delta.annotations))
        last.annotations = [...((last.annotations as unknown[]) ?? []), ...(delta.annotations as unknown[])];
      return;
    }
    default:
      // A delta of a built-in tool has the type of the step and contains the complete step.
      if (type === step.type) Object.assign(step, payload);
  }
}

/** Adds a block. A text continues the preceding text; every other block is complete. */
function addBlock(found: OpenStep, field: "content" | "summary", block: Block): void {
  const { step, parts } = found;
  const blocks = (step[field] ??= []) as Record<string, unknown>[];
  const last = blocks.at(-1);
  parts.push(...viewBlock(block, field === "summary"));
  if (
    field === "content" &&
    block.type === "text" &&
    last?.type === "text" &&
    Object.keys(block).length === 2
  )
    last.text = String(last.text) + String(block.text);
  else blocks.push({ ...block });
}

function parseArguments(text: string, start: unknown): unknown {
  if (text === "") return start ?? {};
  try {
    const args: unknown = JSON.parse(text);
    if (isObject(args)) return args;
  } catch {
    // The error below reports invalid JSON too.
  }
  throw malformed("the arguments of a call are not a JSON object");
}
