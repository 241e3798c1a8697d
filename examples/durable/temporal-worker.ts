import { fileURLToPath } from "node:url";
import { Context } from "@temporalio/activity";
import { NativeConnection, Worker } from "@temporalio/worker";
import { createEffects, type Effects } from "@toolpress/runtime";
import { publish, serveEvents } from "./events.ts";
import { askPerson, model, tools } from "./orders.ts";

/** The effects of one activity: they stop if the activity is cancelled, and their events go to the clients of its workflow. */
function effects(): Effects {
  const { info, cancellationSignal: signal } = Context.current();
  const workflowId = info.workflowExecution?.workflowId ?? "";
  const emit = (turn: number, body: { readonly type: string }): void =>
    publish(workflowId, { turn, ...body });
  return createEffects({ tools, model, signal, streaming: true, emit });
}

export const activities = {
  model: (effect: Parameters<Effects["model"]>[0]) => effects().model(effect),
  tool: (effect: Parameters<Effects["tool"]>[0]) => effects().tool(effect),
  askPerson,
};

serveEvents(Number(process.env["EVENTS_PORT"] ?? 9081));
const worker = await Worker.create({
  connection: await NativeConnection.connect({
    address: process.env["TEMPORAL_ADDRESS"] ?? "",
  }),
  taskQueue: "support",
  workflowsPath: fileURLToPath(new URL("temporal-workflow.ts", import.meta.url)),
  activities,
});
console.log("ready");
await worker.run();
