import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { installJudge, judgedDocuments, judgeFolder } from "./judge/documents.js";
import { judgeDocument } from "./judge/judge-document.js";
import type { Outcome } from "./judge/outcome.js";
import { printDetails, printTables } from "./judge/print.js";

// `npm run corpus:prism [-- --only name,name] [--seed 1] [--max-operations 50]` calls every tool of published
// documents over HTTP, with Stoplight Prism and a recorder as servers. The first run installs Prism, samplers
// and documents into `.cache`.

interface Order {
  readonly name: string;
  readonly seed: number;
  readonly maxOperations: number;
}

/** The time limit for one document, which is far longer than any document needs. */
const timeoutMs = 900_000;

/**
 * Judges a document in a process of its own. Its memory is freed at the end, and after a crash the other
 * documents are still judged.
 */
function judgeApart(order: Order): Promise<Outcome | string> {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(import.meta.url), ["--worker"], {
      execArgv: [...process.execArgv, "--max-old-space-size=6000"],
    });
    const timer = setTimeout(() => finish(`no answer in ${timeoutMs / 1_000} s`), timeoutMs);
    function finish(outcome: Outcome | string): void {
      clearTimeout(timer);
      child.removeAllListeners();
      child.kill("SIGKILL");
      resolve(outcome);
    }
    child.on("message", (message: { progress: string } | { outcome: Outcome } | { crash: string }) => {
      if ("progress" in message) console.log(`  ${order.name}: ${message.progress}`);
      else finish("outcome" in message ? message.outcome : message.crash);
    });
    child.on("exit", (code) => finish(`the process ended with ${code}`));
    child.send(order);
  });
}

function serve(): void {
  process.on("disconnect", () => process.exit());
  process.once("message", ({ name, seed, maxOperations }: Order) => {
    const document = judgedDocuments.find((one) => one.name === name)!;
    const onProgress = (progress: string): void => void process.send?.({ progress });
    judgeDocument(document, { seed, maxOperations, onProgress }).then(
      (outcome) => process.send?.({ outcome }),
      (error: unknown) => process.send?.({ crash: error instanceof Error ? error.stack : String(error) }),
    );
  });
}

function readOptions(): { readonly names: readonly string[]; readonly seed: number; readonly most: number } {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      seed: { type: "string", default: "1" },
      "max-operations": { type: "string", default: "100000" },
    },
  });
  const known = judgedDocuments.map(({ name }) => name);
  const names = values.only?.split(",") ?? known;
  const strange = names.filter((name) => !known.includes(name));
  if (strange.length > 0)
    throw new Error(`--only has no document ${strange.join(", ")}; there are ${known.join(", ")}`);
  return { names, seed: Number(values.seed), most: Number(values["max-operations"]) };
}

async function main(): Promise<void> {
  const { names, seed, most } = readOptions();
  installJudge();
  const outcomes: Outcome[] = [];
  const crashes: string[] = [];
  const details = join(judgeFolder, "details.md");
  const start = Date.now();
  for (const [index, name] of names.entries()) {
    const outcome = await judgeApart({ name, seed, maxOperations: most });
    if (typeof outcome === "string") crashes.push(`${name}: ${outcome}`);
    else outcomes.push(outcome);
    writeFileSync(details, printDetails(outcomes));
    console.log(`${index + 1} of ${names.length}: ${name}, ${((Date.now() - start) / 1_000).toFixed(0)} s`);
  }
  printTables(outcomes);
  console.log(`\nThe cause of everything that was not accepted, lost or changed: ${details}`);
  for (const crash of crashes) console.log(`\nNOT JUDGED ${crash}`);
  const unasked = outcomes.reduce((sum, one) => sum + one.unasked, 0);
  process.exitCode = crashes.length === 0 && unasked === 0 ? 0 : 1;
}

if (process.argv.includes("--worker")) serve();
else await main();
