import { isContent } from "../base/content-shape.js";
import { isObject } from "../base/is-object.js";
import type { Answered, PendingCall } from "../host.js";
import { callsOf } from "./history.js";
import type { CallScope } from "./request.js";
import type { LimitStatus, Turn } from "../run-result.js";
import type { Toolset } from "../tool.js";
import { NO_USAGE, type Usage } from "./usage.js";
import type { Content } from "../wire.js";

/** A paused run: plain JSON, to be kept wherever the caller likes. Who can change it can change the run: sign it or keep it on the server. */
export interface State {
  readonly v: 2;
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
  readonly turns: readonly Turn[];
  readonly toolCalls: number;
  /** Turns in a row in which every call failed. */
  readonly failedTurns: number;
  readonly finishReason: string;
  /** How often the run was resumed; none where left out. */
  readonly resumed?: number | undefined;
  /** The limit that this turn has reached. */
  readonly limit?: LimitStatus | undefined;
  /** The tools that the run may call; all of the set where left out. */
  readonly scope?: CallScope | undefined;
}

/** Why a state cannot be continued with this toolset, or undefined. It may be anything: it comes from outside. */
export function findStateFlaw(state: State, tools: Toolset<never>): string | undefined {
  try {
    const { v, runId, toolset, progress, answers, pending } = state;
    if (v !== 2) return "the state is not of version 2";
    if (toolset.name !== tools.name || toolset.hash !== tools.hash) {
      return `the state belongs to other tools than "${tools.name}" as it is now`;
    }
    const {
      turn,
      toolCalls,
      failedTurns,
      usage,
      resumed = 0,
      scope = { active: [], allowed: [] },
    } = progress;
    const used = Object.keys(NO_USAGE).map((name) => usage[name as keyof Usage]);
    const counts = [turn, toolCalls, failedTurns, resumed, ...used];
    const calls = progress.contents.map(callsOf).at(-1) ?? [];
    const sound =
      typeof runId === "string" &&
      counts.every((count) => Number.isSafeInteger(count) && count >= 0) &&
      progress.contents.every((content) => content && isContent(content)) &&
      calls.length > 0 &&
      calls.length === answers.length &&
      answers.every((answer) => answer === null || isObject(answer.response.response)) &&
      progress.turns.every(({ calls: made }) => Array.isArray(made)) &&
      [scope.active, scope.allowed].every((names) => names.every((name) => typeof name === "string")) &&
      !pending.includes(undefined as never) &&
      pending.every(({ callId, reason }) => typeof callId === "string" && typeof reason === "string");
    return sound ? undefined : DAMAGED;
  } catch {
    return DAMAGED;
  }
}

const DAMAGED = "the state is damaged or holds no open calls";
