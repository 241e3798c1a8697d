import { type Loopback, startLoopback } from "../../openapi/loopback.js";
import type { LoweredTool } from "../../../generator/lower/lowered.js";
import { type Difference, differencesOf } from "./arrived.js";
import { type JudgedDocument, parseDocument, readDocumentText } from "./documents.js";
import { type CallOutcome, connectApi, generateApi, type GeneratedApi } from "./generated-set.js";
import { Causes, type Outcome } from "./outcome.js";
import { limitOfPrism } from "./prism-limits.js";
import { type PrismServer, startPrism } from "./prism-server.js";
import { type DocumentOperation, type JudgedApi, readApi } from "./read-document.js";
import { createRequestSchemas } from "./request-schemas.js";
import { createSampling, type SampledRequest, type Sampling } from "./sample-request.js";
import { createSamplers } from "./samplers.js";
import { operationOf, type ToolArguments, toToolArguments } from "./tool-arguments.js";

export interface JudgeOptions {
  readonly seed: number;
  readonly maxOperations: number;
  readonly onProgress: (text: string) => void;
}

type Call = (tool: LoweredTool, given: ToolArguments) => Promise<CallOutcome>;

/** Everything that is needed to judge one document. */
interface Court {
  readonly api: JudgedApi;
  readonly generated: GeneratedApi;
  readonly sampling: Sampling;
  readonly recorder: Loopback;
  readonly callRecorder: Call;
  readonly callPrism: Call | undefined;
  readonly causes: Causes;
  readonly counts: Counts;
  readonly lost: Set<string>;
  /** Set if Prism does not know the answers of the document. Mismatches of results then mean nothing. */
  readonly isSilent: boolean;
}

type Counts = {
  unsampled: number;
  calls: number;
  accepted: number;
  refused: number;
  limited: number;
  notSent: number;
  mismatches: number;
  mismatchesOfPrism: number;
  writes: number;
  unasked: number;
  unaskedBytes: number;
  examples: { valid: number; equal: number; different: number; refused: number };
};

/** The cookies that tools may send because the config allows them. */
function cookiesOf({ operations, securitySchemes }: JudgedApi): readonly string[] {
  const credentials = Object.values(securitySchemes).map(({ name }) => name);
  const parameters = [...operations.values()].flatMap((operation) => operation.parameters);
  const names = parameters.flatMap(({ in: place, name }) => (place === "cookie" ? name : []));
  return [...new Set(names)].filter((name) => !credentials.includes(name));
}

/** Calls every tool of a document. */
export async function judgeDocument(document: JudgedDocument, options: JudgeOptions): Promise<Outcome> {
  const start = Date.now();
  const text = readDocumentText(document);
  const api = readApi(parseDocument(document, text));
  const extension = document.path.endsWith(".json") ? "json" : "yaml";
  const starting = startingPrism(document, api);
  const path = `${document.name}.openapi.${extension}`;
  const generated = await generateApi(text, path, cookiesOf(api));
  options.onProgress(`${generated.tools.length} tools after ${seconds(start)} s`);
  const recorder = await startLoopback();
  const prism = await starting;
  const schemas = createRequestSchemas(api);
  const court: Court = {
    api,
    generated,
    sampling: createSampling(api, schemas, createSamplers(api, schemas, options.seed)),
    recorder,
    callRecorder: connectApi(generated, api, recorder.url),
    callPrism: typeof prism === "string" ? undefined : connectApi(generated, api, prism.url),
    causes: new Causes(),
    counts: noCounts(),
    lost: new Set(),
    isSilent: document.prismReads === "requests",
  };
  try {
    await judgeTools(court, options, start);
  } finally {
    await close(recorder, prism);
    generated.remove();
  }
  return {
    name: document.name,
    version: api.version,
    operations: api.operations.size,
    tools: generated.tools.length,
    ...court.counts,
    lost: court.lost.size,
    errors: generated.errors,
    causes: court.causes.list(),
    seconds: Number(seconds(start)),
    ...(typeof prism === "string" && { problem: `not judged by Prism: ${prism.slice(0, 200)}` }),
  };
}

/** Starts Prism, or returns the reason why Prism does not start. */
async function startingPrism({ prismReads }: JudgedDocument, api: JudgedApi): Promise<PrismServer | string> {
  if (prismReads === "nothing") return "it does not finish reading the document";
  const reads = prismReads ?? "all";
  return startPrism(api.document, reads).catch((error: unknown) => String(error));
}

function noCounts(): Counts {
  const examples = { valid: 0, equal: 0, different: 0, refused: 0 };
  const calls = { unsampled: 0, calls: 0, accepted: 0, refused: 0, limited: 0, notSent: 0 };
  return { ...calls, mismatches: 0, mismatchesOfPrism: 0, writes: 0, unasked: 0, unaskedBytes: 0, examples };
}

async function close(recorder: Loopback, prism: PrismServer | string): Promise<void> {
  await recorder.close();
  if (typeof prism !== "string") await prism.close();
}

function seconds(start: number): string {
  return ((Date.now() - start) / 1_000).toFixed(1);
}

async function judgeTools(court: Court, options: JudgeOptions, start: number): Promise<void> {
  let done = 0;
  let lastReport = Date.now();
  for (const tool of court.generated.tools.slice(0, options.maxOperations)) {
    const { method, path, body } = operationOf(tool);
    const operation = court.api.operations.get(`${method} ${path}`);
    if (operation === undefined) throw new Error(`the document has no ${method} ${path}`);
    const examples = court.sampling.examples(operation, body?.contentType);
    for (const extent of ["required", "full"] as const) {
      const request = court.sampling.request(operation, body?.contentType, extent);
      if (request === undefined) court.counts.unsampled += 1;
      else await askPrism(court, tool, request);
      if (extent === "required" && request !== undefined && isWriting(method))
        await findUnasked(court, tool, operation, request);
    }
    for (const example of examples) {
      await askPrism(court, tool, example);
      await compareExample(court, tool, operation, example);
    }
    done += 1;
    if (Date.now() - lastReport < 15_000) continue;
    lastReport = Date.now();
    options.onProgress(`${done} tools called after ${seconds(start)} s`);
  }
}

function isWriting(method: string): boolean {
  return method !== "GET" && method !== "HEAD" && method !== "OPTIONS";
}

async function askPrism(court: Court, tool: LoweredTool, request: SampledRequest): Promise<void> {
  const { callPrism, counts, causes, generated, lost } = court;
  const { name } = tool.tool;
  const given = toToolArguments(request, tool, generated.schemas);
  for (const place of given.lost) {
    const key = `${name} ${place}`;
    if (!lost.has(key)) causes.add("lost", place, name);
    lost.add(key);
  }
  if (callPrism === undefined) return;
  const { answer, code, message, thrown, mismatch } = await callPrism(tool, given);
  counts.calls += 1;
  if (answer === undefined && (code === "TIMEOUT" || code === "NETWORK")) {
    counts.limited += 1;
    causes.add("limit of Prism", `Prism does not answer: ${code}`, name);
  } else if (answer === undefined) {
    counts.notSent += 1;
    causes.add("not sent", refusalCause(message, name), name);
  } else if (answer.status >= 400) {
    const cause = prismCause(answer);
    const limit = limitOfPrism(cause, operationOf(tool));
    counts[limit === undefined ? "refused" : "limited"] += 1;
    if (limit === undefined) causes.add("refused by Prism", cause, name);
    else causes.add("limit of Prism", `${limit}: ${cause}`, name);
  } else {
    counts.accepted += 1;
    if ((code === undefined && mismatch === undefined) || court.isSilent) return;
    counts.mismatches += 1;
    if (answer.violations.includes('"response"')) counts.mismatchesOfPrism += 1;
    else causes.add("result mismatch", refusalCause(mismatch ?? thrown ?? message, name), name);
  }
}

function shorten(text: string): string {
  return text.replace(/\s+/g, " ").slice(0, 240);
}

/** Returns the first problem that the model reads, without the name of the tool. */
function refusalCause(message: string, tool: string): string {
  const problems = message
    .replace(/\nCall again with:.*/s, "")
    .split("\n")
    .map((line) => line.replaceAll(tool, "the tool").replace(/^\d+\. /, ""))
    .filter((line) => !/^\d+ problems in/.test(line));
  return shorten((problems[0] ?? message).replace(/\[\d+\]/g, "[]"));
}

/** Returns Prism's first objection to a request, without the indexes of list items. */
function prismCause({ status, text, violations }: NonNullable<CallOutcome["answer"]>): string {
  try {
    const problem = JSON.parse(text) as {
      title?: string;
      detail?: string;
      validation?: readonly { location?: readonly string[]; message: string }[];
    };
    const [first] = problem.validation ?? [];
    const place = first?.location?.map((step) => (/^\d+$/.test(step) ? "[]" : step)).join(".");
    const reason = first === undefined ? (problem.detail ?? "") : `${place}: ${first.message}`;
    return shorten(`${status} ${problem.title ?? ""}: ${reason}`);
  } catch {
    return `${status} ${shorten(text || violations)}`;
  }
}

/** Returns the bound parameters by location and name, such as `header x-version`. */
function fixedNames({ tool, ...lowered }: LoweredTool): ReadonlySet<string> {
  const { parameters } = operationOf({ tool, ...lowered });
  return new Set(
    parameters.flatMap(({ argument, in: place, name }) =>
      tool.policy.bind.has(argument) ? [`${place} ${place === "header" ? name.toLowerCase() : name}`] : [],
    ),
  );
}

/**
 * Calls a tool with the recorder as its server. Returns the differences between the request and its sample,
 * or the outcome of the call if no request arrived.
 */
async function record(
  court: Court,
  tool: LoweredTool,
  operation: DocumentOperation,
  given: ToolArguments,
  sampled: SampledRequest,
): Promise<readonly Difference[] | CallOutcome> {
  court.recorder.requests.length = 0;
  const outcome = await court.callRecorder(tool, given);
  const [raw] = court.recorder.requests;
  return raw === undefined ? outcome : differencesOf(raw, sampled, operation, court.api, fixedNames(tool));
}

async function findUnasked(
  court: Court,
  tool: LoweredTool,
  operation: DocumentOperation,
  request: SampledRequest,
): Promise<void> {
  const given = toToolArguments(request, tool, court.generated.schemas);
  const found = await record(court, tool, operation, given, given.sent);
  // Refused calls were already counted when Prism was called.
  if ("code" in found) return;
  court.counts.writes += 1;
  const extra = found.filter(({ kind }) => kind === "unasked");
  if (extra.length === 0) return;
  court.counts.unasked += 1;
  for (const { place, bytes } of extra) {
    court.counts.unaskedBytes += bytes;
    court.causes.add("unasked", shorten(place), tool.tool.name);
  }
}

async function compareExample(
  court: Court,
  tool: LoweredTool,
  operation: DocumentOperation,
  example: SampledRequest,
): Promise<void> {
  const { counts, causes } = court;
  const given = toToolArguments(example, tool, court.generated.schemas);
  const found = await record(court, tool, operation, given, example);
  counts.examples.valid += 1;
  if ("code" in found) {
    counts.examples.refused += 1;
    causes.add("example refused", refusalCause(found.message, tool.tool.name), tool.tool.name);
  } else if (found.length === 0) counts.examples.equal += 1;
  else {
    counts.examples.different += 1;
    for (const { kind, place } of found)
      causes.add("example different", shorten(`${kind}: ${place}`), tool.tool.name);
  }
}
