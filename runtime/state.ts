import type { Answered, PendingCall } from "./host.js";
import { callsOf } from "./history.js";
import type { Step } from "./run-result.js";
import type { Toolset } from "./tool.js";
import type { Usage } from "./usage.js";
import type { Content } from "./wire.js";

/** A paused run: plain JSON, to be kept wherever the caller likes. Who can change it can change the run: sign it or keep it on the server. */
export interface State {
  readonly v: 1;
  readonly runId: string;
  readonly toolset: { readonly name: string; readonly hash: string };
  readonly progress: Progress;
  /** Answers of the last turn's calls, null where one is still missing. */
  readonly answers: readonly (Answered | null)[];
  readonly pending: readonly PendingCall[];
}

/** How far a run is. */
export interface Progress {
  readonly turn: number;
  readonly contents: readonly Content[];
  readonly usage: Usage;
  readonly steps: readonly Step[];
  readonly toolCalls: number;
  /** Turns in a row in which every call failed. */
  readonly failedTurns: number;
  readonly finishReason: string;
}

/** Why a state cannot be continued with this toolset, or undefined. */
export function findStateFlaw(state: unknown, tools: Toolset<never>): string | undefined {
  if (!isRecord(state) || state.v !== 1) return "the state is not of version 1";
  const { toolset, progress, answers, runId, pending } = state as Partial<Record<keyof State, unknown>>;
  if (!isRecord(toolset) || toolset.name !== tools.name || toolset.hash !== tools.hash) {
    return `the state belongs to other tools than "${tools.name}" as it is now`;
  }
  const shaped =
    typeof runId === "string" &&
    isRecordList(pending) &&
    isRecord(progress) &&
    ["turn", "toolCalls", "failedTurns"].every((key) => Number.isSafeInteger(progress[key])) &&
    Array.isArray(progress.contents) &&
    progress.contents.every((content) => isRecord(content) && isRecordList(content.parts)) &&
    Array.isArray(progress.steps) &&
    isRecord(progress.usage) &&
    Array.isArray(answers) &&
    answers.every((answer) => answer === null || (isRecord(answer) && isRecord(answer.response)));
  if (!shaped) return "the state is damaged";
  const calls = callsOf((progress.contents as Content[]).at(-1));
  return calls.length === 0 || calls.length !== answers.length
    ? "the state does not end with open calls"
    : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isRecordList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isRecord);
}
