import { gemini, ToolError, type CallContext, type PendingCall, type RunEvent } from "@toolpress/runtime";
import { createChaos } from "../generated/chaos/index.ts";

// The tools and the model of all services. Their effects are in the process that tests them, which sees what is done twice.

export interface Run {
  readonly label: string;
  readonly prompt: string;
  readonly deadlineMs?: number;
}

const ledger = process.env["LEDGER_URL"] ?? "";

/** Milliseconds before each effect, so that a process can be killed at that time. */
const LAG_MS = 25;
const lag = (): Promise<void> => new Promise((over) => setTimeout(over, LAG_MS));

/** The limits of the agents. On a loaded machine, shorter timeouts would lead to other results than expected. */
export const limits = { toolTimeoutMs: 600_000, turnTimeoutMs: 600_000 };

async function post(path: string, body: object, signal?: AbortSignal): Promise<unknown> {
  const init = { method: "POST", body: JSON.stringify(body), ...(signal && { signal }) };
  const response = await connect(ledger + path, init);
  if (!response.ok) throw new Error(`the ledger answers ${response.status}`);
  return response.json();
}

/** Sends a request again if the connection is refused, which happens on a loaded machine. */
async function connect(url: string, init: RequestInit): Promise<Response> {
  for (let attempt = 0; ; attempt += 1)
    try {
      return await fetch(url, init);
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string };
      if (code !== "ECONNREFUSED" || attempt === 5) throw error;
      await lag();
    }
}

async function work({ token }: { token: string }, call: CallContext<Run>): Promise<string> {
  await lag();
  const { idempotencyKey: key, turn, signal, context } = call;
  const { label } = context;
  return (await post("/tool", { label, turn, effect: token, key, pid: process.pid }, signal)) as string;
}

export const tools = createChaos<Run>({
  handlers: {
    note: work,
    log: work,
    fail: async (args, call) => {
      throw new ToolError("OUT_OF_ORDER", await work(args, call));
    },
    pay: work,
    job: work,
  },
});

export const model = gemini({
  apiKey: "key",
  model: "gemini-3.5-flash",
  baseUrl: ledger,
  fetch: async (url, init) => {
    await lag();
    return fetch(url, { ...init, headers: { ...init?.headers, "x-pid": String(process.pid) } });
  },
});

const reported = new Set(["run_start", "model_start", "model_end", "tool_start", "turn_end", "run_end"]);

/** Prints the events that show the phase of a run. */
export function report(label: string): (event: RunEvent) => void {
  return ({ type, turn, id }) => {
    if (reported.has(type)) process.stdout.write(`EVENT ${JSON.stringify({ label, type, turn, id })}\n`);
  };
}

/** Announces a call that waits, with the address of its decision. */
export async function announce(
  label: string,
  address: string,
  { key, tool, args }: PendingCall,
): Promise<void> {
  const token = String(args["token"]);
  await post("/waiting", { label, key, tool, token, address });
}
