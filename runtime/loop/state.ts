import { isContent } from "../base/content-shape.js";
import { isObject } from "../base/is-object.js";
import type { ToolAnswer, PendingCall } from "../host.js";
import { callsOf } from "./history.js";
import type { CallScope } from "./request.js";
import type { LimitStatus, Turn } from "../run-result.js";
import type { Toolset } from "../tool.js";
import { NO_USAGE, type Usage } from "./usage.js";
import type { Content } from "../wire.js";

/**
 * A paused run as plain JSON. The caller stores the state. A person who can change the state can change the
 * run, so sign the state or keep it on the server.
 */
export interface State {
  readonly v: 2;
  readonly runId: string;
  readonly toolset: { readonly name: string; readonly hash: string };
  readonly progress: Progress;
  /** The answers to the calls of the last turn. An element is null if the call has no answer yet. */
  readonly answers: readonly (ToolAnswer | null)[];
  readonly pending: readonly PendingCall[];
}

/** The progress of a run. */
export interface Progress {
  readonly turn: number;
  readonly contents: readonly Content[];
  readonly usage: Usage;
  readonly turns: readonly Turn[];
  readonly toolCalls: number;
  /** The number of consecutive turns in which every call failed. */
  readonly failedTurns: number;
  readonly finishReason: string;
  /** The number of times that the run was resumed. A missing field counts as 0. */
  readonly resumed?: number | undefined;
  /** The limit that the last turn reached. The run ends at this limit when its calls are answered. */
  readonly limit?: LimitStatus | undefined;
  /** The tools that the run may call. A missing field means all tools of the set. */
  readonly scope?: CallScope | undefined;
}

/**
 * Returns the reason why a run cannot continue from this state with this tool set, or undefined. The state
 * comes from outside the program, so its fields may have any type.
 */
export function findStateFlaw(state: State, tools: Toolset<never>): string | undefined {
  try {
    const { v, runId, toolset, progress, answers, pending } = state;
    if (v !== 2) return "the version of the state is not 2";
    if (toolset.name !== tools.name || toolset.hash !== tools.hash) {
      return `the state belongs to another version of the tool set "${tools.name}"`;
    }
    const {
      turn,
      toolCalls,
      failedTurns,
      usage,
      resumed = 0,
      scope = { active: [], allowed: [] },
    } = progress;
    const usageCounts = Object.keys(NO_USAGE).map((name) => usage[name as keyof Usage]);
    const counts = [turn, toolCalls, failedTurns, resumed, ...usageCounts];
    const calls = progress.contents.map(callsOf).at(-1) ?? [];
    const isValid =
      typeof runId === "string" &&
      counts.every((count) => Number.isSafeInteger(count) && count >= 0) &&
      progress.contents.every((content) => content && isContent(content)) &&
      calls.length > 0 &&
      calls.length === answers.length &&
      answers.every((answer) => answer === null || isObject(answer.response.response)) &&
      progress.turns.every(({ calls: callRecords }) => Array.isArray(callRecords)) &&
      [scope.active, scope.allowed].every((names) => names.every((name) => typeof name === "string")) &&
      !pending.includes(undefined as never) &&
      pending.every(({ callId, reason }) => typeof callId === "string" && typeof reason === "string");
    return isValid ? undefined : DAMAGED;
  } catch {
    return DAMAGED;
  }
}

const DAMAGED = "the state is damaged or contains no open calls";
