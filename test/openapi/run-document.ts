import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Diagnostic } from "../../generator/diagnostics/report.js";
import { generate } from "../../generator/generate.js";
import { defaultOptions, type Options } from "../../generator/options.js";
import { dispatch, type Toolset } from "../../runtime/index.js";
import { writeRunnable } from "../helpers/import-generated.js";
import { type RawRequest, startLoopback } from "./loopback.js";

/** A document that was compiled, imported and connected to a loopback server. */
export interface RunningDocument {
  readonly tools: Toolset<unknown>;
  readonly diagnostics: readonly Diagnostic[];
  /** The generated text by its path in the folder of the set. */
  readonly files: ReadonlyMap<string, string>;
  /** Calls a tool and returns its answer. */
  call(name: string, args: unknown, context?: object): Promise<unknown>;
  /** Calls a tool and returns the request that arrives at the server. Throws if the call was refused. */
  send(name: string, args: unknown, context?: object): Promise<RawRequest>;
  close(): Promise<void>;
}

export interface RunOptions {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly options?: Partial<Options>;
  readonly connect?: object;
  readonly answer?: Parameters<typeof startLoopback>[0];
}

/** Compiles a document and runs the generated code. */
export async function runDocument(
  document: object,
  { settings = { all: true }, options = {}, connect = {}, answer }: RunOptions = {},
): Promise<RunningDocument> {
  const server = await startLoopback(answer);
  const folder = mkdtempSync(join(tmpdir(), "run-document-"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const spec = { path: "specs/tried.openapi.json", text: JSON.stringify(document), settings };
  const inputs = { specs: [spec], load: () => undefined, out: "generated" };
  const { sets, diagnostics } = await generate(
    inputs,
    { file: () => undefined },
    { ...defaultOptions, ...options },
  );
  const set = sets[0];
  if (set === undefined || set.failed)
    throw new Error(diagnostics.map(({ code, message }) => `${code} ${message}`).join("\n"));
  const moduleUrl = writeRunnable(set, folder);
  const { connectTried } = (await import(/* @vite-ignore */ moduleUrl("client.js"))) as {
    connectTried(options: object): unknown;
  };
  const { createTried } = (await import(/* @vite-ignore */ moduleUrl("index.js"))) as {
    createTried(parts: object): Toolset<unknown>;
  };
  const tools = createTried({ http: connectTried({ baseUrl: server.url, ...connect }) });
  const call = async (name: string, args: unknown, context: object = {}): Promise<unknown> => {
    server.requests.length = 0;
    const answered = await dispatch(tools, { name, args: args as Record<string, unknown> }, { context });
    return answered.response;
  };
  return {
    tools,
    diagnostics,
    files: new Map(set.files.map(({ path, text }) => [path, text])),
    call,
    async send(name, args, context) {
      const response = await call(name, args, context);
      const [request] = server.requests;
      if (request === undefined) throw new Error(`nothing arrived: ${JSON.stringify(response)}`);
      return request;
    },
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
