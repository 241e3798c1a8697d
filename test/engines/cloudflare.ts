import { mkdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { join } from "node:path";
import type { RunResult } from "@toolpress/runtime";
import { data, node, project } from "./install.js";
import { Ledger } from "./ledger.js";
import { Process } from "./processes.js";
import { postJson, untilDone, type Engine } from "./runs.js";
import { promptOf } from "./scenarios.js";

const port = 28_787;
const url = `http://127.0.0.1:${port}`;

interface Status {
  readonly status: string;
  readonly output?: string | null;
  readonly error?: unknown;
}

/** Cloudflare Workflows in miniflare, whose process has both the engine and the service. */
export async function startCloudflare(ledger: Ledger, isOver: () => boolean): Promise<Engine> {
  const folder = join(data, "miniflare");
  mkdirSync(folder, { recursive: true });
  let isReady = false;
  const miniflare = new Process({
    name: "miniflare",
    command: [node, "services/miniflare.ts", "services/cloudflare.ts", folder],
    cwd: project,
    env: { LEDGER_URL: ledger.url, PORT: String(port) },
    ready: async () => {
      if (!isReady) throw new Error("miniflare starts");
      isReady = false;
    },
    onLine: (line) => {
      if (line === "READY") isReady = true;
      ledger.readLine(line.replace(/^stdout: /, ""));
    },
  });
  await miniflare.start();
  return {
    title: "Cloudflare Workflows",
    engine: miniflare,
    services: [miniflare],
    run: async (run) => {
      await untilDone(() => postJson(`${url}/start`, { run }), isOver);
      for (;;) {
        const found = (await untilDone(() => postJson(`${url}/result`, { run }), isOver)) as Status;
        if (found.output) return JSON.parse(found.output) as RunResult;
        if (found.status === "errored" || isOver())
          throw new Error(`${run.label} is ${JSON.stringify(found)}`);
        await sleep(200);
      }
    },
    decide: async ({ label, address }, decision) => {
      const message = { run: { label, prompt: "" }, type: address, decision };
      await untilDone(() => postJson(`${url}/decide`, message), isOver);
    },
    stop: () => miniflare.kill(),
  };
}

/** How many runs miniflare continues after its process was killed, and whether one was wrong. Returns a line for the report. */
export async function measureInterrupted(runs: number): Promise<string> {
  const ledger = new Ledger();
  await ledger.start();
  let isOver = false;
  const engine = await startCloudflare(ledger, () => isOver);
  try {
    let finished = 0;
    const all = Array.from({ length: runs }, (_, index) => {
      const label = `interrupted${index}`;
      const ended = engine.run({ label, prompt: promptOf(label, "mixed") });
      return ended.then(
        () => (finished += 1),
        () => undefined,
      );
    });
    await sleep(1500);
    const before = finished;
    engine.engine.kill();
    await engine.engine.start();
    await Promise.race([Promise.all(all), sleep(60_000)]);
    isOver = true;
    await Promise.all(all);
    return `${engine.title}: ${runs} runs when the process of miniflare was killed (${before} had finished); ${finished - before} finished within 60 s of its restart`;
  } finally {
    engine.stop();
    await ledger.close();
  }
}
