import * as workflow from "@temporalio/workflow";
import type { PendingCall, RunResult } from "@toolpress/runtime";
import { runLoop, startContents } from "@toolpress/runtime/loop";
import { inActivities, temporalHost, type TemporalActivities } from "@toolpress/runtime/hosts/temporal";
import { createChaos } from "../generated/chaos/index.ts";

interface Activities extends TemporalActivities {
  announce(label: string, address: string, pending: PendingCall): Promise<void>;
}

const activities = workflow.proxyActivities<Activities>({
  startToCloseTimeout: "1 minute",
  retry: { initialInterval: "100ms", maximumInterval: "1s" },
});

export interface Input {
  readonly label: string;
  readonly prompt: string;
  readonly deadlineMs?: number;
}

export function chaos({ label, prompt, deadlineMs }: Input): Promise<RunResult> {
  const host = temporalHost(workflow, activities, {
    waitMs: Infinity,
    onWaiting: (pending) => activities.announce(label, label, pending),
  });
  return runLoop(host, {
    tools: createChaos({ handlers: inActivities }),
    contents: startContents([], prompt, "gemini-3.5-flash"),
    emit: (turn, { type }) =>
      console.log(`EVENT ${JSON.stringify({ label, type, turn, id: `${label}:${turn}:${type}` })}`),
    options: deadlineMs === undefined ? {} : { deadlineMs },
  });
}
