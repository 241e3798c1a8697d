import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Content } from "@toolpress/runtime";
import { checkRequest } from "../gemini-rules/check-request.js";
import { modelRules } from "../gemini-rules/model-rules.js";
import { admit } from "./admit.js";
import { errorBody, refusal, type ErrorBody } from "./error-body.js";
import type { FakeGemini, FakeGeminiOptions } from "./fake-options.js";
import { nodeHttp } from "./node-http.js";
import { createOpaque, createSignatureStore } from "./opaque.js";
import type { ReceivedRequest } from "./received-request.js";
import { renderAnswer, type RenderContext } from "./render-answer.js";
import { normaliseEntry, type ScriptEntry } from "./script.js";
import { sendError, sendScripted } from "./send.js";

/** Starts a Gemini service on loopback HTTP that checks requests like the real one and answers from a script. */
export async function fakeGemini(options: FakeGeminiOptions = {}): Promise<FakeGemini> {
  const service = createService(options);
  const server = nodeHttp().createServer((incoming, out) => {
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
  const signatures = createSignatureStore();
  const knowsSignature = options.signatures === "any" ? () => true as const : signatures.knows;

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
    if (entry === undefined) return refuse(scriptExhausted(request.index));
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
    const next = normaliseEntry(typeof entry === "function" ? await entry(request) : entry);
    await sendScripted(out, next, {
      request,
      sseErrors,
      events: (answer) =>
        answer.kind === "answer" ? renderAnswer(answer, context) : withKnownSignatures(answer.events),
    });
  }

  function withKnownSignatures(events: readonly unknown[]): readonly unknown[] {
    signatures.addAll(events);
    return events;
  }

  return { requests, entries, serve, trust: signatures.addAll };
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** Not an error of Google's: a status that clients do not retry, with a message that names the mistake. */
function scriptExhausted(index: number): ErrorBody {
  return errorBody(
    400,
    `fakeGemini: the script has no answer for request ${index + 1}; add one, or find out why it was sent`,
  );
}

function assertDone(requests: readonly ReceivedRequest[], remaining: number): void {
  const refused = requests.find((request) => request.error !== undefined);
  if (refused) {
    throw new Error(`fakeGemini refused request ${refused.index + 1}: ${refused.error?.error.message}`);
  }
  if (remaining > 0) {
    throw new Error(
      `fakeGemini: ${remaining} scripted ${remaining === 1 ? "answer was" : "answers were"} never used`,
    );
  }
}
