import { fork } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { judgeFolder } from "./documents.js";
import { isMap, type JsonMap, lookUp, mapOf } from "./read-document.js";

/** A process of Prism that mocks one document. */
export interface PrismServer {
  readonly url: string;
  close(): Promise<void>;
}

const timeoutMs = 120_000;

/** Starts Prism in a separate process on loopback. Rejects if Prism cannot read the document. */
export async function startPrism(document: JsonMap, reads: "requests" | "all"): Promise<PrismServer> {
  const child = fork(fileURLToPath(import.meta.url), ["--prism"], {
    execArgv: [...process.execArgv, "--max-old-space-size=6000"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const close = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
  };
  const started = await new Promise<{ url: string } | { problem: string }>((resolve) => {
    const timer = setTimeout(() => resolve({ problem: `no start in ${timeoutMs / 1_000} s` }), timeoutMs);
    timer.unref();
    child.once("message", (message) => resolve(message as { url: string } | { problem: string }));
    child.once("exit", (code) => resolve({ problem: `Prism ended with ${code}` }));
    child.send(reads === "all" ? withSuccessesOnly(document) : withoutAnswers(document));
  });
  if ("url" in started) return { url: started.url, close };
  await close();
  throw new Error(started.problem);
}

/**
 * Removes all answers except successes. A status of 400 or above is then always the verdict of Prism itself.
 */
export function withSuccessesOnly(document: JsonMap): JsonMap {
  return withResponses(document, successesOf);
}

const done: JsonMap = { "204": { description: "Done." } };

/** Removes all answers, and the schemas that only answers need. */
export function withoutAnswers(document: JsonMap): JsonMap {
  const silent = withResponses(document, () => done);
  const needed = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const reference = (value as JsonMap)["$ref"];
    if (typeof reference === "string" && !needed.has(reference)) {
      needed.add(reference);
      visit(lookUp(document, reference));
    }
    Object.values(value).forEach(visit);
  };
  visit(silent["paths"]);
  const components = mapOf(document["components"]);
  const schemas = Object.entries(mapOf(components["schemas"])).filter(([name]) =>
    needed.has(`#/components/schemas/${name}`),
  );
  return {
    ...silent,
    components: { ...components, responses: {}, schemas: Object.fromEntries(schemas) },
  };
}

function withResponses(document: JsonMap, choose: (responses: JsonMap) => JsonMap): JsonMap {
  const paths = Object.entries(mapOf(document["paths"])).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(mapOf(item)).map(([method, operation]) => [
        method,
        isMap(operation) && isMap(operation["responses"])
          ? { ...operation, responses: choose(operation["responses"]) }
          : operation,
      ]),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(paths) as JsonMap };
}

function successesOf(responses: JsonMap): JsonMap {
  const kept = Object.entries(responses).filter(([status]) => /^2(\d\d|XX)$/i.test(status));
  return kept.length > 0 ? Object.fromEntries(kept) : done;
}

interface Prism {
  getHttpOperationsFromSpec(document: unknown): Promise<readonly unknown[]>;
  createServer(
    operations: readonly unknown[],
    options: object,
  ): { listen(port: number, host: string): Promise<string> };
  createLogger(name: string, options: object): object;
}

async function serve(document: unknown): Promise<string> {
  const load = createRequire(join(judgeFolder, "package.json"));
  const { getHttpOperationsFromSpec } = load("@stoplight/prism-http") as Prism;
  const { createServer } = load("@stoplight/prism-http-server") as Prism;
  const { createLogger } = load("@stoplight/prism-core") as Prism;
  const operations = await getHttpOperationsFromSpec(document);
  const config = {
    validateRequest: true,
    validateResponse: true,
    checkSecurity: true,
    // With `true`, Prism would turn mock answers that violate the document into failures.
    errors: false,
    isProxy: false,
    mock: { dynamic: false, ignoreExamples: false },
  };
  const components = { logger: createLogger("judge", { enabled: false }) };
  return createServer(operations, { cors: false, config, components }).listen(0, "127.0.0.1");
}

if (process.argv.includes("--prism")) {
  process.on("disconnect", () => process.exit());
  process.once("message", (document) => {
    serve(document).then(
      (url) => process.send?.({ url }),
      (error: unknown) => process.send?.({ problem: String(error) }),
    );
  });
}
