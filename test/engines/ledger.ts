import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fakeGemini, type FakeGemini } from "../../testing/index.js";
import { answerTo, positionOf } from "./scenarios.js";

/** The position of a run between two effects, or in one. */
export const phases = [
  "before model",
  "during model",
  "after model",
  "before tool",
  "during tool",
  "after tool",
  "waiting",
] as const;
export type Phase = (typeof phases)[number];

/** One execution of a tool or of a request to the model. */
export interface Execution {
  readonly kind: "model" | "tool";
  readonly label: string;
  readonly turn: number;
  /** The token of a tool, or the turn of a request. */
  readonly effect: string;
  readonly key: string;
  readonly pid: number;
  readonly startedAt: number;
  endedAt?: number;
}

/** A call that waits for a decision, as the service reported it. */
export interface Waiting {
  readonly label: string;
  readonly key: string;
  readonly tool: string;
  readonly token: string;
  /** The address of the decision: an awakeable of Restate, or a workflow. */
  readonly address: string;
}

/** An event of a run, as the service printed it. */
interface Printed {
  readonly label: string;
  readonly type: string;
  readonly turn: number;
  readonly id: string;
}

interface RunState {
  phase: Phase | undefined;
  /** The effects that the engine has acknowledged, with the time of the first event behind them. */
  readonly acknowledged: Map<string, number>;
  readonly runEnds: Set<string>;
  toolsInFlight: number;
}

/** Milliseconds that an effect takes. */
const DURATION = { model: 60, tool: 80 };

/**
 * Everything outside of the engine and the service: the model, the service behind the tools, and the person who decides. Because
 * these see each effect, the ledger knows the phase of each run and what was done twice.
 */
export class Ledger {
  readonly executions: Execution[] = [];
  readonly runs = new Map<string, RunState>();
  onPhase: (label: string, phase: Phase) => void = () => {};
  onWaiting: (waiting: Waiting) => void = () => {};
  onSign: (label: string) => void = () => {};
  #fake!: FakeGemini;
  #server!: Server;
  url = "";

  async start(): Promise<void> {
    this.#fake = await fakeGemini({
      script: ({ body }) => answerTo(body),
      signatures: "any",
      maxRequests: 1,
    });
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((up) => this.#server.listen(0, "127.0.0.1", up));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await this.#fake.close();
  }

  stateOf(label: string): RunState {
    const found = this.runs.get(label);
    if (found) return found;
    const state = { phase: undefined, acknowledged: new Map(), runEnds: new Set<string>(), toolsInFlight: 0 };
    this.runs.set(label, state);
    return state;
  }

  /** Reads a line of the output of a service. */
  readLine(line: string): void {
    if (!line.startsWith("EVENT ")) return;
    const { label, type, turn, id } = JSON.parse(line.slice(6)) as Printed;
    this.onSign(label);
    const state = this.stateOf(label);
    if (type === "run_end") state.runEnds.add(id);
    if (type === "run_end" || type === "turn_end") this.#acknowledge(label, "tool", turn);
    if (type === "run_end" || type === "model_end") this.#acknowledge(label, "model", turn);
    if (type === "run_end" || type === "turn_end" || type === "model_end") state.phase = undefined;
    // In a replay the loop reports requests that are in the journal.
    if (type === "model_start" && !state.acknowledged.has(`model ${turn}`))
      this.#enter(label, "before model");
    if (type === "tool_start" && state.toolsInFlight === 0) this.#enter(label, "before tool");
  }

  #acknowledge(label: string, kind: Execution["kind"], turn: number): void {
    const { acknowledged } = this.stateOf(label);
    for (const { effect, ...execution } of this.executions)
      if (execution.label === label && execution.kind === kind && execution.turn === turn) {
        const name = `${kind} ${effect}`;
        if (!acknowledged.has(name)) acknowledged.set(name, Date.now());
      }
  }

  #enter(label: string, phase: Phase): void {
    this.stateOf(label).phase = phase;
    this.onSign(label);
    this.onPhase(label, phase);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    if (request.url === "/tool") return this.#runTool(JSON.parse(text) as ToolRequest, response);
    if (request.url === "/waiting") {
      response.end("{}");
      const waiting = JSON.parse(text) as Waiting;
      this.#enter(waiting.label, "waiting");
      return this.onWaiting(waiting);
    }
    return this.#askModel(request, text, response);
  }

  async #askModel(request: IncomingMessage, text: string, response: ServerResponse): Promise<void> {
    const { label, turn } = positionOf(JSON.parse(text));
    const pid = Number(request.headers["x-pid"]);
    const execution = this.#begin({ kind: "model", label, turn, effect: String(turn), key: "", pid });
    this.#enter(label, "during model");
    const answered = await fetch(this.#fake.url + (request.url ?? ""), {
      method: "POST",
      headers: { "content-type": "application/json", "x-goog-api-key": "key" },
      body: text,
    });
    const body = await answered.text();
    await sleep(DURATION.model);
    if (response.destroyed) return;
    execution.endedAt = Date.now();
    response.writeHead(answered.status, { "content-type": answered.headers.get("content-type") ?? "" });
    response.end(body, () => this.#enter(label, "after model"));
  }

  async #runTool({ label, ...call }: ToolRequest, response: ServerResponse): Promise<void> {
    const state = this.stateOf(label);
    const execution = this.#begin({ kind: "tool", label, ...call });
    state.toolsInFlight += 1;
    this.#enter(label, "during tool");
    await sleep(DURATION.tool);
    state.toolsInFlight -= 1;
    if (response.destroyed) return;
    execution.endedAt = Date.now();
    response.end(JSON.stringify(`done ${call.effect}`), () => this.#enter(label, "after tool"));
  }

  #begin(execution: Omit<Execution, "startedAt">): Execution {
    const started = { ...execution, startedAt: Date.now() };
    this.executions.push(started);
    return started;
  }
}

interface ToolRequest {
  readonly label: string;
  readonly turn: number;
  readonly effect: string;
  readonly key: string;
  readonly pid: number;
}
