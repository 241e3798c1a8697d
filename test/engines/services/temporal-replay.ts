import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import proto from "@temporalio/proto";
import { bundleWorkflowCode, Worker } from "@temporalio/worker";

// Replays the histories of a folder with the workflow code as it is now. A difference makes the replay fail.

const folder = process.argv[2] ?? "";
const workflowBundle = await bundleWorkflowCode({
  workflowsPath: fileURLToPath(new URL("temporal-workflow.ts", import.meta.url)),
});
let failed = 0;
for (const file of readdirSync(folder)) {
  const json = JSON.parse(readFileSync(`${folder}/${file}`, "utf8")) as object;
  const history = proto.temporal.api.history.v1.History.fromObject(json);
  try {
    await Worker.runReplayHistory({ workflowBundle }, history, file.replace(/\.json$/, ""));
    process.stdout.write(`REPLAYED ${file}\n`);
  } catch (error) {
    failed += 1;
    process.stdout.write(`DIFFERENT ${file} ${String(error)}\n`);
  }
}
process.exitCode = failed === 0 ? 0 : 1;
