import * as restate from "@restatedev/restate-sdk";
import { createAgent, type RunResult } from "@toolpress/runtime";
import { restateHost } from "@toolpress/runtime/hosts/restate";
import { announce, limits, model, report, tools, type Run } from "./world.ts";

const chaos = restate.service({
  name: process.env["SERVICE_NAME"] ?? "chaos",
  handlers: {
    run: (ctx: restate.Context, run: Run): Promise<RunResult> => {
      const { label, prompt, deadlineMs } = run;
      const agent = createAgent<Run>({
        tools,
        model,
        ...limits,
        onEvent: report(label),
        host: (effects) =>
          restateHost(ctx, restate.RestatePromise, effects, (_callId, awakeable, pending) =>
            announce(label, awakeable, pending),
          ),
      });
      return agent.run(prompt, { context: run, deadlineMs });
    },
  },
  options: {
    // A short time, so that runs are suspended while they wait.
    inactivityTimeout: { milliseconds: 300 },
    retryPolicy: { initialInterval: 100, maxInterval: 1000, maxAttempts: 10_000 },
  },
});

await restate.serve({ services: [chaos], port: Number(process.env["PORT"]) });
