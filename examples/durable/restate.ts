import * as restate from "@restatedev/restate-sdk";
import { createAgent } from "@toolpress/runtime";
import { restateHost } from "@toolpress/runtime/hosts/restate";
import { publish, serveEvents } from "./events.ts";
import { askPerson, deadlineMs, model, tools } from "./orders.ts";

const support = restate.service({
  name: "support",
  handlers: {
    async ask(ctx: restate.Context, question: string) {
      const agent = createAgent({
        tools,
        model,
        deadlineMs,
        onEvent: (event) => publish(event.runId, event),
        // A person decides with POST /restate/awakeables/<id>/resolve, and the JSON of a decision.
        host: (effects) =>
          restateHost(ctx, restate.RestatePromise, effects, (_callId, awakeable, pending) =>
            askPerson(pending, awakeable),
          ),
      });
      const { status, text } = await agent.run(question, { streaming: true });
      return { status, text };
    },
  },
});

serveEvents(Number(process.env["EVENTS_PORT"] ?? 9081));
await restate.serve({ services: [support], port: Number(process.env["PORT"] ?? 9080) });
