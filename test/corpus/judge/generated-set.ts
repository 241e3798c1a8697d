import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Diagnostic } from "../../../generator/diagnostics/report.js";
import { generate } from "../../../generator/generate.js";
import type { Schema } from "../../../generator/ir.js";
import type { LoweredTool } from "../../../generator/lower/lowered.js";
import { defaultOptions } from "../../../generator/options.js";
import { defaultLimits } from "../../../generator/read/read.js";
import { dispatch, type Toolset } from "../../../runtime/index.js";
import { writeRunnable } from "../../helpers/import-generated.js";
import { compileDocument } from "../../openapi/compile-document.js";
import type { JudgedApi, JsonMap } from "./read-document.js";
import { fileContent, type ToolArguments } from "./tool-arguments.js";

export interface CallOutcome {
  /** The response of the server. Undefined if nothing was sent. */
  readonly answer:
    | { readonly status: number; readonly violations: string; readonly text: string }
    | undefined;
  /** The code of the error that the model reads, if there was an error. */
  readonly code: string | undefined;
  readonly message: string;
  /** The message that only the application receives. */
  readonly thrown?: string;
  /**
   * The warnings for the developer about results that do not match the document. Each location of a tool
   * occurs once.
   */
  readonly mismatch?: string;
}

/** The generated code of a document, connected to a server. */
export interface GeneratedApi {
  readonly tools: readonly LoweredTool[];
  /** The schemas that several tools share. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** The number of errors by code. */
  readonly errors: Readonly<Record<string, number>>;
  /** Creates the set with a connection that has these options. */
  open(options: object): Toolset<object>;
  remove(): void;
}

const limits = { ...defaultLimits, yamlBytes: 20_000_000 };

/**
 * Generates the set of a document, writes it as JavaScript and imports it. `cookies` contains the names of
 * the cookies that the set may send.
 */
export async function generateApi(
  text: string,
  path: string,
  cookies: readonly string[] = [],
): Promise<GeneratedApi> {
  const folder = mkdtempSync(join(tmpdir(), "judge-"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const settings = { all: true, cookies };
  const spec = { path, text, settings };
  const inputs = { specs: [spec], load: () => undefined, out: "generated", limits };
  const { sets, diagnostics } = await generate(inputs, { file: () => undefined }, defaultOptions);
  const [set] = sets;
  if (set === undefined || set.failed) throw new Error(`no set: ${problems(diagnostics)}`);
  const moduleUrl = writeRunnable(set, folder);
  const client = (await import(moduleUrl("client.js"))) as Record<string, (options: object) => unknown>;
  const index = (await import(moduleUrl("index.js"))) as Record<string, (parts: object) => Toolset<object>>;
  const connectSet = exported(client, "connect");
  const createSet = exported(index, "create");

  // The request parameters come from the compiler, because the generated code does not export them.
  const compiled = compileDocument(text, path, settings, ".");
  const names = new Set(set.lock.tools.map(({ name }) => name));
  const errors: Record<string, number> = {};
  for (const { code, severity } of diagnostics)
    if (severity === "error") errors[code] = (errors[code] ?? 0) + 1;
  return {
    tools: compiled.tools.filter(({ tool }) => names.has(tool.name)),
    schemas: compiled.schemas,
    errors,
    open: (options) => createSet({ http: connectSet(options) }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function problems(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return errors.map(({ code, message }) => `${code} ${message}`).join("; ");
}

/**
 * Returns a function that calls a tool. The outcome contains the HTTP response and the texts that the model
 * reads.
 */
export function connectApi(
  generated: GeneratedApi,
  api: JudgedApi,
  baseUrl: string,
): (tool: LoweredTool, given: ToolArguments) => Promise<CallOutcome> {
  const watched = watchedFetch();
  const tools = generated.open({
    baseUrl,
    credentials: credentialsFor(api.securitySchemes),
    retries: 0,
    fetch: watched.fetch,
    openFile: () => new Blob([fileContent]),
    saveFile: () => "saved",
  });
  return async ({ tool }, { args, context }) => {
    watched.forget();
    const call = { name: tool.name, args };
    let thrown: unknown;
    const onError = (error: unknown): void => void (thrown = error);
    let mismatch: string | undefined;
    const onResultMismatch = (issues: readonly object[]): void => void (mismatch = JSON.stringify(issues));
    const options = { context, approve: () => "run" as const, onError, onResultMismatch };
    const { response } = await dispatch(tools, call, options);
    const error = response["error"] as { code?: string; message?: string } | undefined;
    return {
      answer: await watched.answer(),
      code: error === undefined ? undefined : (error.code ?? "ERROR"),
      message: error === undefined ? "" : wordsOf(error),
      ...(thrown instanceof Error && { thrown: thrown.message }),
      ...(mismatch !== undefined && { mismatch }),
    };
  };
}

/** For invalid arguments, the issues explain the failure. For any other failure, the code is added. */
function wordsOf({ code = "", message = "" }: { code?: string; message?: string }): string {
  return code === "INVALID_ARGUMENTS" ? message : `${code}: ${message}`;
}

function exported<T>(module: Readonly<Record<string, T>>, prefix: string): T {
  const found = Object.entries(module).find(([name]) => name.startsWith(prefix));
  if (found === undefined) throw new Error(`the generated module exports nothing called ${prefix}…`);
  return found[1];
}

/** Creates a `fetch` that stores a copy of the last response, before the runtime changes it. */
function watchedFetch(): {
  fetch(url: string, init: RequestInit): Promise<Response>;
  forget(): void;
  answer(): Promise<CallOutcome["answer"]>;
} {
  let last: Response | undefined;
  return {
    async fetch(url, init) {
      const response = await fetch(url, init);
      last = response.clone();
      return response;
    },
    forget: () => (last = undefined),
    async answer() {
      if (last === undefined) return undefined;
      const violations = last.headers.get("sl-violations") ?? "";
      return { status: last.status, violations, text: await last.text() };
    },
  };
}

function credentialsFor(schemes: Readonly<Record<string, JsonMap>>): object {
  return Object.fromEntries(
    Object.entries(schemes).map(([name, scheme]) => {
      const isBasic = scheme["type"] === "basic" || String(scheme["scheme"]).toLowerCase() === "basic";
      const isPair = isBasic && scheme["type"] !== "apiKey";
      return [name, isPair ? { username: "judge", password: "judge-secret" } : "judge-secret"];
    }),
  );
}
