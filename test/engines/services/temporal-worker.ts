import { fileURLToPath } from "node:url";
import { Context } from "@temporalio/activity";
import { NativeConnection, Worker } from "@temporalio/worker";
import { createEffects, type Effects } from "@toolpress/runtime";
import { announce, model, report, tools } from "./world.ts";

/** The effects of one activity. They stop with their activity. */
function effects(): Effects {
  const { info, cancellationSignal: signal } = Context.current();
  const label = info.workflowExecution!.workflowId;
  const listen = report(label);
  return createEffects({
    tools,
    model,
    context: { label, prompt: "" },
    signal,
    emit: (turn, body) => listen({ ...body, id: "", runId: "", turn }),
  });
}

const connection = await NativeConnection.connect({ address: process.env["TEMPORAL_ADDRESS"] ?? "" });
const worker = await Worker.create({
  connection,
  taskQueue: "chaos",
  workflowsPath: fileURLToPath(new URL("temporal-workflow.ts", import.meta.url)),
  activities: {
    model: (effect: Parameters<Effects["model"]>[0]) => effects().model(effect),
    tool: (effect: Parameters<Effects["tool"]>[0]) => effects().tool(effect),
    announce,
  },
  // Without a cache every workflow task replays its history.
  maxCachedWorkflows: 0,
});
process.stdout.write("READY\n");
await worker.run();
