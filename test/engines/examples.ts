import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { join } from "node:path";
import { call, fakeGemini } from "../../testing/index.js";
import { data, modules, node, project } from "./install.js";
import { openPort, Process } from "./processes.js";
import { startPostgres } from "./dbos.js";
import { startRestateServer } from "./restate.js";
import { postJson, untilDone } from "./runs.js";

// Starts each service of `examples/durable`, as docs/durable.md describes, and takes a run through it.

const ports = { shop: 26_000, service: 26_100, events: 26_200, frontend: 26_300, control: 26_400 };
const question = "My order A-17 arrived broken. I want 12.50 back.";
const shopUrl = `http://127.0.0.1:${ports.shop}`;
const serviceUrl = `http://127.0.0.1:${ports.service}`;
const eventsUrl = `http://127.0.0.1:${ports.events}`;

interface Approval {
  readonly address: string;
  readonly key: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The shop that the example calls. It pays once for each idempotency key. */
class Shop {
  readonly refunds = new Map<string, string>();
  readonly approvals: Approval[] = [];
  readonly #server = createServer(async (request, response) => {
    const [, what] = (request.url ?? "").split("/");
    const key = String(request.headers["idempotency-key"]);
    if (what === "orders") response.end(JSON.stringify({ status: "delivered", total: 40 }));
    else if (what === "approvals") {
      this.approvals.push((await json(request)) as Approval);
      response.end("{}");
    } else {
      const { amount } = (await json(request)) as { amount: number };
      this.refunds.set(key, `R-${amount}`);
      response.end(JSON.stringify({ refund: this.refunds.get(key) }));
    }
  }).listen(ports.shop, "127.0.0.1");
  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** How a client uses one of the services. */
interface Client {
  /** Asks the question and returns the id of the run. */
  ask(): Promise<string>;
  eventsOf(id: string): string;
  decide(id: string, approval: Approval): Promise<unknown>;
  result(id: string): Promise<{ readonly status: string; readonly text: string }>;
}

interface Example {
  readonly title: string;
  /** The processes in the order of their start. */
  readonly processes: readonly Process[];
  readonly client: Client;
}

type Start = (env: Readonly<Record<string, string>>) => Promise<Example>;

const service = (
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  ready: Process["ready"],
) => new Process({ name: command.join(" "), command: [node, ...command], cwd: project, env, ready });

const examples: Readonly<Record<string, Start>> = {
  restate: async (env) => {
    const { server, ingress, admin } = await startRestateServer("examples");
    const support = service(
      ["restate.ts"],
      { ...env, PORT: String(ports.service), EVENTS_PORT: String(ports.events) },
      () => openPort(ports.service),
    );
    await support.start();
    await postJson(`${admin}/deployments`, { uri: serviceUrl, force: true });
    return {
      title: "restate.ts",
      processes: [server, support],
      client: {
        ask: async () =>
          ((await postJson(`${ingress}/support/ask/send`, question)) as { invocationId: string })
            .invocationId,
        eventsOf: (id) => `${eventsUrl}/events/${id}`,
        decide: (_id, { address }) => postJson(`${ingress}/restate/awakeables/${address}/resolve`, "approve"),
        result: async (id) => (await fetch(`${ingress}/restate/invocation/${id}/attach`)).json() as never,
      },
    };
  },
  dbos: async (env) => {
    const { database, url } = await startPostgres("examples");
    const support = service(
      ["dbos.ts"],
      { ...env, PORT: String(ports.service), DATABASE_URL: `${url}/support` },
      () => openPort(ports.service),
    );
    await support.start();
    return {
      title: "dbos.ts",
      processes: [database, support],
      client: {
        ask: async () => {
          await postJson(`${serviceUrl}/runs/first`, { question });
          return "first";
        },
        eventsOf: (id) => `${serviceUrl}/events/${id}`,
        decide: (id, { key }) => postJson(`${serviceUrl}/decisions/${id}`, { key, decision: "approve" }),
        result: async (id) => (await fetch(`${serviceUrl}/runs/${id}`)).json() as never,
      },
    };
  },
  temporal: async (env) => {
    const control = `http://127.0.0.1:${ports.control}`;
    const frontend = service(
      ["services/temporal-frontend.ts"],
      { PORT: String(ports.frontend), CONTROL_PORT: String(ports.control) },
      () => openPort(ports.control),
    );
    await frontend.start();
    const address = `127.0.0.1:${ports.frontend}`;
    const worker = service(
      ["temporal-worker.ts"],
      { ...env, TEMPORAL_ADDRESS: address, EVENTS_PORT: String(ports.events) },
      () => openPort(ports.events),
    );
    await worker.start();
    return {
      title: "temporal-worker.ts and temporal-workflow.ts",
      processes: [frontend, worker],
      client: {
        ask: async () => {
          await postJson(`${control}/start`, { label: "first", workflow: "ask", input: question });
          return "first";
        },
        eventsOf: (id) => `${eventsUrl}/events/${id}`,
        decide: (label, { key }) =>
          postJson(`${control}/signal`, { label, signal: "decision", args: [key, "approve"] }),
        result: async (label) => {
          const found = (await postJson(`${control}/result`, { label })) as { result?: never };
          if (found.result === undefined) throw new Error("the workflow runs");
          return found.result;
        },
      },
    };
  },
  cloudflare: async (env) => {
    const worker = service(
      ["services/miniflare.ts", "cloudflare.ts", join(data, "example")],
      { ...env, PORT: String(ports.service) },
      () => openPort(ports.service),
    );
    await worker.start();
    return {
      title: "cloudflare.ts",
      processes: [worker],
      client: {
        ask: async () => {
          await fetch(`${serviceUrl}/runs/first`, { method: "POST", body: question });
          return "first";
        },
        eventsOf: (id) => `${serviceUrl}/events/${id}`,
        decide: (_id, { address }) => postJson(`${serviceUrl}/decisions/${address}`, "approve"),
        result: async (id) => {
          const found = (await (await fetch(`${serviceUrl}/runs/${id}`)).json()) as { output: never };
          if (found.output === null) throw new Error("the instance runs");
          return found.output;
        },
      },
    };
  },
};

export const exampleNames: readonly string[] = Object.keys(examples);

/** Takes a run through an example. Returns a line for the report, and whether everything was as it should be. */
export async function tryExample(name: string): Promise<[line: string, isGood: boolean]> {
  const fake = await fakeGemini({
    script: [
      call("find_order", { number: "A-17" }),
      call("refund_order", { number: "A-17", amount: 12.5 }),
      "You get 12.50 euros back.",
    ],
  });
  const shop = new Shop();
  const env = { GEMINI_API_KEY: "key", GEMINI_BASE_URL: fake.url, SHOP_URL: shopUrl };
  const { title, processes, client } = await examples[name]!(env);
  try {
    const until = Date.now() + 60_000;
    const isOver = (): boolean => Date.now() > until;
    const id = await client.ask();
    const abort = new AbortController();
    const events = collect(client.eventsOf(id), abort.signal).catch((error: unknown) => String(error));
    const approval = await untilDone(async () => {
      const [first] = shop.approvals;
      if (!first) throw new Error("no approval");
      return first;
    }, isOver);
    const refundsBefore = shop.refunds.size;
    await client.decide(id, approval);
    const result = await untilDone(() => client.result(id), isOver);
    await new Promise((later) => setTimeout(later, 300));
    abort.abort();
    const seen = await events;
    const isGood =
      result.status === "done" &&
      result.text === "You get 12.50 euros back." &&
      refundsBefore === 0 &&
      shop.refunds.size === 1 &&
      ["tool_end", "text_delta"].every((type) => seen.includes(`"type":"${type}"`));
    return [
      `examples/durable/${title}: ${result.status}, ${shop.refunds.size} refund, "${result.text}"`,
      isGood,
    ];
  } catch (error) {
    const output = processes.flatMap(({ lastLines }) => lastLines.slice(-15)).join("\n");
    return [`examples/durable/${title}: ${String(error)}\n${output}`, false];
  } finally {
    for (const each of [...processes].reverse()) each.kill();
    shop.close();
    await fake.close();
  }
}

/** The text of a stream of events until the signal is aborted. */
async function collect(url: string, signal: AbortSignal): Promise<string> {
  let text = "";
  try {
    const response = await fetch(url, { signal });
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? [])
      text += decoder.decode(chunk as Uint8Array, { stream: true });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return text;
}

/** The problems that TypeScript finds in the examples and services with the types of the real SDKs. */
export function typeErrors(): string {
  const tsc = join(modules, "typescript/bin/tsc");
  // The services are checked like the examples.
  for (const [file, include, exclude] of [
    ["tsconfig.json", "*.ts", "cloudflare.ts"],
    ["tsconfig.cloudflare.json", "cloudflare.ts", "none"],
  ] as const) {
    const config = { extends: `../${file}`, include: [include], exclude: [exclude] };
    writeFileSync(join(project, "services", file), JSON.stringify(config));
  }
  return ["", "services/"]
    .flatMap((folder) => [`${folder}tsconfig.json`, `${folder}tsconfig.cloudflare.json`])
    .map((file) => spawnSync(node, [tsc, "-p", file], { cwd: project, encoding: "utf8" }).stdout)
    .join("");
}
