import * as workflow from "@temporalio/workflow";
import { runLoop, startContents } from "@toolpress/runtime/loop";
import { inActivities, temporalHost } from "@toolpress/runtime/hosts/temporal";
import { createOrders } from "./generated/orders/index.ts";
import type { activities } from "./temporal-worker.ts";

const proxies = workflow.proxyActivities<typeof activities>({ startToCloseTimeout: "3 minutes" });

/** The loop runs here, and its effects are activities. A person decides with the signal `decision`: the key and the decision. */
export async function ask(question: string): Promise<{ status: string; text: string }> {
  const { workflowId } = workflow.workflowInfo();
  const host = temporalHost(workflow, proxies, {
    waitMs: Infinity,
    onWaiting: (pending) => proxies.askPerson(pending, workflowId),
  });
  const { status, text } = await runLoop(host, {
    tools: createOrders({ handlers: inActivities }),
    contents: startContents([], question, "gemini-3.5-flash"),
    options: { deadlineMs: 24 * 3600_000 },
  });
  return { status, text };
}
