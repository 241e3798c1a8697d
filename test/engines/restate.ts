import { join } from "node:path";
import type { RunResult } from "@toolpress/runtime";
import { data, modules, node, project } from "./install.js";
import type { Ledger } from "./ledger.js";
import { openPort, Process } from "./processes.js";
import { postJson, untilDone, type Engine } from "./runs.js";

const ports = { ingress: 28_080, admin: 29_070, fabric: 25_122, service: 29_080 };
const ingress = `http://127.0.0.1:${ports.ingress}`;
const admin = `http://127.0.0.1:${ports.admin}`;

/** The server of Restate, with its addresses. */
export async function startRestateServer(
  name: string,
): Promise<{ readonly server: Process; readonly ingress: string; readonly admin: string }> {
  const server = new Process({
    name: "restate-server",
    command: [
      join(modules, "@restatedev/restate-server-linux-x64/bin/restate-server"),
      ...["--no-logo", "--listen-mode", "tcp", "--bind-ip", "127.0.0.1", "--node-name", "chaos"],
      ...["--bind-port", String(ports.fabric), "--base-dir", join(data, name)],
    ],
    cwd: data,
    env: {
      RESTATE_ADMIN__BIND_PORT: String(ports.admin),
      RESTATE_INGRESS__BIND_PORT: String(ports.ingress),
      RESTATE_DISABLE_TELEMETRY: "true",
      RESTATE_LOG_FILTER: "error",
      DO_NOT_TRACK: "1",
    },
    ready: `${ingress}/restate/health`,
  });
  await server.start();
  return { server, ingress, admin };
}

/** Restate with one or more processes of the service, each of them a deployment of its own port. */
export async function startRestate(ledger: Ledger, isOver: () => boolean, workers = 1): Promise<Engine> {
  const { server } = await startRestateServer(`restate-${workers}-${Date.now()}`);
  const services = Array.from({ length: workers }, (_, index) => {
    const port = ports.service + index;
    return new Process({
      name: `service ${index + 1}`,
      command: [node, "services/restate.ts"],
      cwd: project,
      env: { LEDGER_URL: ledger.url, PORT: String(port), SERVICE_NAME: nameOf(index) },
      // The service speaks HTTP/2 only, so an open port is the sign.
      ready: () => openPort(port),
      onLine: (line) => ledger.readLine(line),
    });
  });
  await Promise.all(services.map((each) => each.start()));
  for (const index of services.keys()) {
    const uri = `http://127.0.0.1:${ports.service + index}`;
    await untilDone(() => postJson(`${admin}/deployments`, { uri, force: true }), isOver);
  }
  let next = 0;
  return {
    title: "Restate",
    engine: server,
    services,
    run: ({ label, ...request }) => {
      const name = nameOf(next++ % workers);
      // A repeated request with the same key returns the result of the first one.
      const headers = { "idempotency-key": label };
      const start = () => postJson(`${ingress}/${name}/run`, { label, ...request }, { headers });
      return untilDone(start, isOver) as Promise<RunResult>;
    },
    decide: async ({ address }, decision) => {
      await untilDone(() => postJson(`${ingress}/restate/awakeables/${address}/resolve`, decision), isOver);
    },
    stop: () => [...services, server].forEach((each) => each.kill()),
  };
}

function nameOf(index: number): string {
  return `chaos${index + 1}`;
}
