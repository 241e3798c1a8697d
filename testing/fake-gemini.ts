import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Content } from "@toolpress/runtime";
import type { Limits } from "../gemini-rules/check-declarations.js";
import { checkRequest } from "../gemini-rules/check-request.js";
import { modelRules, type ModelRules } from "../gemini-rules/model-rules.js";
import { admit } from "./admit.js";
import { errorBody, refusal, type ErrorBody } from "./error-body.js";
import { createOpaque, createSignatureMemory, type IdStyle } from "./opaque.js";
import type { ReceivedRequest } from "./received-request.js";
import { renderAnswer, type RenderContext } from "./render-answer.js";
import { scripted, type ScriptEntry } from "./script.js";
import { sendError, sendScripted, type SseErrors } from "./send.js";

export interface FakeGeminiOptions {
  /** One answer per request that passes the checks, in order; or one function for all of them. */
  readonly script?: readonly ScriptEntry[] | Extract<ScriptEntry, (...given: never[]) => unknown>;
  /** The only key that is accepted; any key when absent. */
  readonly apiKey?: string;
  /** The only bearer token that Vertex accepts; any when absent. */
  readonly accessToken?: string;
  /** Names that exist; any `gemini-…` when absent. */
  readonly models?: readonly string[];
  /** How calls are named; by the model's generation when absent. */
  readonly ids?: IdStyle;
  /** `any` takes signatures that this fake did not issue, e.g. of imported histories. */
  readonly signatures?: "issued" | "any";
  /** Where the service is to differ from the rules of the model. */
  readonly rules?: Partial<ModelRules>;
  /** Limits of declarations that changed over time or were never published. */
  readonly limits?: Partial<Limits>;
  /** Content type of errors on the SSE route; both were seen. */
  readonly sseErrors?: SseErrors;
  /** Another seed, other ids and signatures. */
  readonly seed?: number;
}

export interface FakeGemini {
  /** The address of the fake, for `baseUrl` of clients. */
  readonly url: string;
  /** Every request so far, refused ones too. */
  readonly requests: readonly ReceivedRequest[];
  /** Adds answers to the script. */
  add(...entries: readonly ScriptEntry[]): void;
  /** Takes the signatures of a history as issued by this fake. */
  trust(contents: readonly Content[]): void;
  /** Answers that nobody asked for yet. */
  readonly remaining: number;
  /** Throws when a request was refused or an answer was left over. */
  assertDone(): void;
  close(): Promise<void>;
}

/** A Gemini on loopback HTTP that is as strict as the real one and answers from a script. */
export async function fakeGemini(options: FakeGeminiOptions = {}): Promise<FakeGemini> {
  const service = createService(options);
  const server = createServer((incoming, out) => {
    service.serve(incoming, out).catch((problem: unknown) => {
      sendError(out, errorBody(500, `fakeGemini: ${String(problem)}`), { sseErrors: "json" });
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: service.requests,
    add: (...entries) => void service.entries.push(...entries),
    trust: service.trust,
    get remaining() {
      return service.entries.length;
    },
    assertDone: () => assertDone(service.requests, service.entries.length),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

interface Service {
  readonly requests: ReceivedRequest[];
  readonly entries: ScriptEntry[];
  readonly trust: (contents: readonly Content[]) => void;
  serve(incoming: IncomingMessage, out: ServerResponse): Promise<void>;
}

function createService(options: FakeGeminiOptions): Service {
  const { script = [], sseErrors = "event-stream", seed = 1 } = options;
  const requests: ReceivedRequest[] = [];
  const entries: ScriptEntry[] = typeof script === "function" ? [] : [...script];
  const opaque = createOpaque(seed);
  const signatures = createSignatureMemory();
  const knowsSignature = options.signatures === "any" ? () => true : signatures.knows;

  async function serve(incoming: IncomingMessage, out: ServerResponse): Promise<void> {
    const admitted = admit(incoming, await bodyOf(incoming), requests.length, options);
    requests.push(admitted.request);
    const request = admitted.request;
    out.on("close", () => {
      if (!out.writableFinished) request.aborted = true;
    });
    const refuse = (error: ErrorBody): void => {
      Object.assign(request, { status: error.error.code, error });
      sendError(out, error, { request, sseErrors });
    };
    if (admitted.error) return refuse(admitted.error);
    const checked = checkRequest(request.body, {
      flavor: request.flavor,
      version: request.version,
      model: request.model,
      ...(options.rules && { rules: options.rules }),
      ...(options.limits && { limits: options.limits }),
      knowsSignature,
    });
    Object.assign(request, { parsed: checked.request });
    if (checked.violations.length > 0) return refuse(refusal(checked.violations));
    const entry = typeof script === "function" ? script : entries.shift();
    if (entry === undefined) return refuse(exhausted(request.index));
    request.status = 200;
    const rules = { ...modelRules(request.model), ...options.rules };
    const ids = options.ids ?? (rules.ids && rules.callIds ? "short" : "none");
    const context: RenderContext = {
      request,
      rules,
      ids,
      opaque,
      signatures,
      responseId: opaque.signature().slice(0, 22),
    };
    const next = scripted(typeof entry === "function" ? await entry(request) : entry);
    await sendScripted(out, next, {
      request,
      sseErrors,
      events: (answer) =>
        answer.kind === "answer" ? renderAnswer(answer, context) : remembered(answer.events),
    });
  }

  function remembered(events: readonly unknown[]): readonly unknown[] {
    signatures.rememberAll(events);
    return events;
  }

  return { requests, entries, serve, trust: signatures.rememberAll };
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** Not one of Google's: a status that no client retries, and words that name the mistake. */
function exhausted(index: number): ErrorBody {
  return errorBody(
    400,
    `fakeGemini: the script holds no answer for request ${index + 1}; add one, or find out why it was sent`,
  );
}

function assertDone(requests: readonly ReceivedRequest[], remaining: number): void {
  const refused = requests.find((request) => request.error !== undefined);
  if (refused) {
    throw new Error(`fakeGemini refused request ${refused.index + 1}: ${refused.error?.error.message}`);
  }
  if (remaining > 0) {
    throw new Error(
      `fakeGemini: ${remaining} scripted ${remaining === 1 ? "answer was" : "answers were"} never asked for`,
    );
  }
}
