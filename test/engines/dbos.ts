import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { RunResult } from "@toolpress/runtime";
import { data, node, project } from "./install.js";
import type { Ledger } from "./ledger.js";
import { openPort, Process } from "./processes.js";
import { postJson, untilDone, type Engine } from "./runs.js";

const ports = { postgres: 25_432, service: 29_180 };

/** Postgres refuses to run as root, so a user of the system runs it. */
function postgresUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option: string): number => Number(execFileSync("id", [option, "postgres"]).toString());
  return { uid: id("-u"), gid: id("-g") };
}

function createCluster(name: string): {
  readonly folder: string;
  readonly user: ReturnType<typeof postgresUser>;
} {
  const user = postgresUser();
  const parent = parentOfClusters();
  const folder = join(parent, name);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  if (user) for (const path of [parent, folder]) chownSync(path, user.uid, user.gid);
  execFileSync("initdb", ["-A", "trust", "-U", "postgres", "-D", folder], {
    ...user,
    cwd: "/",
    stdio: "pipe",
  });
  return { folder, user };
}

/** A database on an empty cluster, with its address. */
export async function startPostgres(
  name: string,
): Promise<{ readonly database: Process; readonly url: string }> {
  const { folder, user } = createCluster(name);
  const database = new Process({
    name: "postgres",
    command: [
      ...["postgres", "-D", folder, "-p", String(ports.postgres), "-k", folder],
      ...["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200"],
    ],
    cwd: "/",
    ...(user && { user }),
    ready: async () =>
      void execFileSync("pg_isready", ["-h", "127.0.0.1", "-p", String(ports.postgres)], { stdio: "pipe" }),
  });
  await database.start();
  return { database, url: `postgresql://postgres@127.0.0.1:${ports.postgres}` };
}

/** Removes the clusters of this process. */
export function removeClusters(): void {
  rmSync(parentOfClusters(), { recursive: true, force: true });
}

/** Other users cannot enter the home of root, so its clusters are below the folder of temporary files. */
function parentOfClusters(): string {
  return process.getuid?.() === 0 ? `/tmp/toolpress-engines-${process.pid}` : join(data, "postgres");
}

/** DBOS with Postgres and one or more processes of the service. Several processes share a queue. */
export async function startDbos(ledger: Ledger, isOver: () => boolean, workers = 1): Promise<Engine> {
  const { database, url } = await startPostgres(`postgres-${workers}-${Date.now()}`);
  const services = Array.from({ length: workers }, (_, index) => {
    const port = ports.service + index;
    return new Process({
      name: `service ${index + 1}`,
      command: [node, "services/dbos.ts"],
      cwd: project,
      env: {
        LEDGER_URL: ledger.url,
        PORT: String(port),
        EXECUTOR: `worker-${index + 1}`,
        DATABASE_URL: `${url}/chaos`,
        ...(workers > 1 && { QUEUE: "chaos" }),
      },
      ready: () => openPort(port),
      onLine: (line) => ledger.readLine(line),
    });
  });
  for (const service of services) await service.start();
  const urls = services.map((_, index) => `http://127.0.0.1:${ports.service + index}`);
  let next = 0;
  const ask = (path: string, body: object): Promise<unknown> =>
    untilDone(
      () => postJson(urls[next++ % workers] + path, body, { signal: AbortSignal.timeout(20_000) }),
      isOver,
    );
  return {
    title: "DBOS",
    engine: database,
    services,
    run: async (request) => {
      await ask("/start", { run: request });
      for (;;) {
        const found = (await ask("/result", { address: request.label })) as {
          status: string;
          result?: RunResult;
        };
        if (found.result) return found.result;
        if (found.status === "ERROR" || isOver()) throw new Error(`${request.label} ends as ${found.status}`);
        await new Promise((later) => setTimeout(later, 200));
      }
    },
    decide: async ({ address, key }, decision) => void (await ask("/decide", { address, key, decision })),
    stop: () => [...services, database].forEach((each) => each.kill()),
  };
}
