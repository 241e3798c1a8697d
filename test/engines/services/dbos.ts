import { createServer } from "node:http";
import { DBOS } from "@dbos-inc/dbos-sdk";
import { createAgent, type Decision, type RunResult } from "@toolpress/runtime";
import { dbosHost } from "@toolpress/runtime/hosts/dbos";
import { announce, limits, model, report, tools, type Run } from "./world.ts";

async function chaos(run: Run): Promise<RunResult> {
  const { label, prompt, deadlineMs } = run;
  const agent = createAgent<Run>({
    tools,
    model,
    ...limits,
    onEvent: report(label),
    host: (effects) =>
      dbosHost(DBOS, effects, {
        waitSeconds: Infinity,
        onWaiting: (pending) => announce(label, DBOS.workflowID ?? "", pending),
      }),
  });
  return agent.run(prompt, { context: run, deadlineMs });
}

const workflow = DBOS.registerWorkflow(chaos, { name: "chaos" });

interface Request {
  readonly run?: Run;
  readonly decision?: Decision;
  readonly address?: string;
  readonly key?: string;
}

/** Starts a run, sends a decision, or returns the result of a run. */
async function answer(path: string, { run, decision, address = "", key = "" }: Request): Promise<unknown> {
  if (path === "/start" && run) {
    await DBOS.startWorkflow(workflow, { workflowID: run.label, ...queue })(run);
    return "started";
  }
  if (path === "/decide") {
    await DBOS.send(address, decision, `decision:${key}`, key);
    return "decided";
  }
  const status = await DBOS.getWorkflowStatus(address);
  const ended = status?.status === "SUCCESS" || status?.status === "ERROR";
  return { status: status?.status, result: ended ? status.output : undefined };
}

const queueName = process.env["QUEUE"];
const queue = queueName === undefined ? {} : { queueName };
DBOS.setConfig({
  name: "chaos",
  systemDatabaseUrl: process.env["DATABASE_URL"] ?? "",
  applicationVersion: "1",
  executorID: process.env["EXECUTOR"] ?? "one",
  logLevel: "error",
});
// The client of Postgres reports a lost connection as an error of its own. DBOS connects again.
process.on("uncaughtException", (error) => console.error(error));
await DBOS.launch();
if (queueName !== undefined)
  await DBOS.registerQueue(queueName, { onConflict: "always_update", workerConcurrency: 100 });

createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString() || "{}";
  try {
    response.end(JSON.stringify(await answer(request.url ?? "", JSON.parse(text) as Request)));
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
}).listen(Number(process.env["PORT"]), "127.0.0.1");
