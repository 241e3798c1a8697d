import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunResult } from "@toolpress/runtime";
import { data, node, project } from "./install.js";
import type { Ledger } from "./ledger.js";
import { openPort, Process } from "./processes.js";
import { postJson, untilDone, type Engine } from "./runs.js";

const ports = { frontend: 27_233, control: 27_234 };
const control = `http://127.0.0.1:${ports.control}`;

interface Found {
  readonly result?: RunResult;
  readonly failure?: string;
}

/** The worker, core and sandbox of Temporal, with a stand-in for the server. Only the worker is killed. */
export async function startTemporal(ledger: Ledger, isOver: () => boolean): Promise<Engine> {
  const frontend = new Process({
    name: "the stand-in for the frontend",
    command: [node, "services/temporal-frontend.ts"],
    cwd: project,
    env: { PORT: String(ports.frontend), CONTROL_PORT: String(ports.control) },
    ready: () => openPort(ports.control),
    onLine: (line) => (line.startsWith("TASK FAILED") ? failures.push(line) : undefined),
  });
  const failures: string[] = [];
  let isReady = false;
  const worker = new Process({
    name: "worker",
    command: [node, "services/temporal-worker.ts"],
    cwd: project,
    env: { LEDGER_URL: ledger.url, TEMPORAL_ADDRESS: `127.0.0.1:${ports.frontend}` },
    ready: async () => {
      if (!isReady) throw new Error("the worker starts");
      isReady = false;
    },
    onLine: (line) => {
      if (line === "READY") isReady = true;
      // The worker puts the name of the workflow in front of what a workflow prints.
      ledger.readLine(line.slice(Math.max(line.indexOf("EVENT "), 0)));
    },
  });
  await frontend.start();
  await worker.start();
  const labels: string[] = [];
  return {
    title: "Temporal",
    engine: worker,
    services: [worker],
    afterKill: async () => void (await postJson(`${control}/worker-died`, {})),
    run: async ({ label, ...request }) => {
      await postJson(`${control}/start`, { label, workflow: "chaos", input: { label, ...request } });
      for (;;) {
        const { result, failure } = (await postJson(`${control}/result`, { label })) as Found;
        if (result) labels.push(label);
        if (result) return result;
        if (failure !== undefined || isOver()) throw new Error(`${label} ends: ${failure ?? "too late"}`);
        await new Promise((later) => setTimeout(later, 100));
      }
    },
    decide: async ({ address, key }, decision) => {
      const body = { label: address, signal: "decision", args: [key, decision] };
      await untilDone(() => postJson(`${control}/signal`, body), isOver);
    },
    replay: async () => {
      const folder = join(data, "histories");
      mkdirSync(folder);
      for (const label of labels)
        writeFileSync(
          join(folder, `${label}.json`),
          JSON.stringify(await postJson(`${control}/history`, { label })),
        );
      return {
        histories: labels.length,
        replayed: replay(folder),
        changeRefused: refusesChange(folder),
        failedTasks: failures.length,
      };
    },
    stop: () => [worker, frontend].forEach((each) => each.kill()),
  };
}

function runReplay(folder: string): { stdout: string; stderr: string; status: number | null } {
  const options = { cwd: project, timeout: 300_000, encoding: "utf8" } as const;
  return spawnSync(node, ["services/temporal-replay.ts", folder], options);
}

/** Whether the replay finds a history in which the first activity is another one. */
function refusesChange(folder: string): boolean {
  const changed = join(data, "changed");
  mkdirSync(changed);
  const history = readFileSync(join(folder, "undisturbed-mixed.json"), "utf8");
  writeFileSync(join(changed, "changed.json"), history.replace('"name":"model"', '"name":"tool"'));
  return runReplay(changed).stdout.includes("DIFFERENT changed.json");
}

/** Replays the histories with the real worker. Throws if one of them differs. */
function replay(folder: string): number {
  const { stdout, stderr, status } = runReplay(folder);
  if (status !== 0) throw new Error(`the replay fails:\n${stdout.slice(-2000)}\n${stderr.slice(-2000)}`);
  return stdout.match(/^REPLAYED/gm)?.length ?? 0;
}
