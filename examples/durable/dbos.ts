import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { DBOS } from "@dbos-inc/dbos-sdk";
import { createAgent, type Decision } from "@toolpress/runtime";
import { dbosHost } from "@toolpress/runtime/hosts/dbos";
import { publish, watch } from "./events.ts";
import { askPerson, deadlineMs, model, tools } from "./orders.ts";

async function ask(question: string): Promise<{ status: string; text: string }> {
  const workflowID = DBOS.workflowID ?? "";
  const agent = createAgent({
    tools,
    model,
    deadlineMs,
    onEvent: (event) => publish(event.runId, event),
    host: (effects) =>
      dbosHost(DBOS, effects, {
        waitSeconds: Infinity,
        onWaiting: (pending) => askPerson(pending, workflowID),
      }),
  });
  const { status, text } = await agent.run(question, { streaming: true });
  return { status, text };
}

const workflow = DBOS.registerWorkflow(ask, { name: "ask" });

DBOS.setConfig({
  name: "support",
  systemDatabaseUrl: process.env["DATABASE_URL"] ?? "",
  // Only this version of the code continues its runs. Change it when the order of the effects changes.
  applicationVersion: "1",
});
await DBOS.launch();

// POST /runs/<id> asks, GET /runs/<id> waits for the result, GET /events/<id> shows the run, POST /decisions/<id> decides.
createServer(async (request, response) => {
  const [, what, id = ""] = (request.url ?? "").split("/");
  if (what === "events") return watch(id, response);
  if (request.method === "GET") {
    response.end(JSON.stringify(await DBOS.getResult(id)));
  } else if (what === "runs") {
    const { question } = (await json(request)) as { question: string };
    await DBOS.startWorkflow(workflow, { workflowID: id })(question);
    response.end("{}");
  } else {
    const { key, decision } = (await json(request)) as { key: string; decision: Decision };
    // The last argument makes a second click on the button a repeated message.
    await DBOS.send(id, decision, `decision:${key}`, key);
    response.end("{}");
  }
}).listen(Number(process.env["PORT"] ?? 3000));
