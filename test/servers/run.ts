import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateApi, type GeneratedApi } from "../corpus/judge/generated-set.js";
import { alertmanager } from "./alertmanager.js";
import { runLifecycle, type StepOutcome } from "./lifecycle.js";
import { installServers, NotAvailable } from "./packages.js";
import { powerdns } from "./powerdns.js";
import type { ServerUnderTest, StartedServer } from "./server.js";

// `npm run test:servers`: an agent creates, reads, changes and deletes data on real servers. Its tools are
// made from the servers' own documents. The servers come from Debian packages, listen on loopback only and
// store their data in a temporary folder.

interface Row extends StepOutcome {
  readonly server: string;
}

async function judge(server: ServerUnderTest): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "servers-"));
  const made: GeneratedApi[] = [];
  let started: StartedServer | undefined;
  try {
    started = await server.start(folder);
    const rows: StepOutcome[] = [];
    for (const { path, text } of started.documents) {
      const outcome = await generateApi(text, path).catch((error: unknown) => String(error));
      const problem = typeof outcome === "string" ? outcome : errorsOf(outcome);
      rows.push({ title: "generate", operation: path, problem });
      if (typeof outcome !== "string") made.push(outcome);
    }
    const [first] = made;
    if (first !== undefined) rows.push(...(await runLifecycle(server.steps(), first, started.connection)));
    return rows.map((row) => ({ ...row, server: server.name }));
  } finally {
    await started?.stop();
    for (const generated of made) generated.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

function errorsOf({ errors }: GeneratedApi): string | undefined {
  const found = Object.entries(errors).map(([code, count]) => `${code} × ${count}`);
  return found.length === 0 ? undefined : found.join(", ");
}

function print(rows: readonly Row[]): void {
  const cells = (row: Row): readonly string[] => [
    row.server,
    row.title,
    row.operation,
    row.problem === undefined ? "done" : `FAILED: ${row.problem.replace(/\s+/g, " ").slice(0, 160)}`,
  ];
  const all = [["server", "step", "operation", "outcome"], ...rows.map(cells)];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(" | ")} |`;
  console.log(
    [line(all[0]!), line(widths.map((width) => "-".repeat(width))), ...all.slice(1).map(line)].join("\n"),
  );
  const failed = rows.filter(({ problem }) => problem !== undefined);
  const broken = failed.filter(({ problem }) => problem?.startsWith("INVALID_RESULT"));
  console.log(`\n${rows.length} steps, ${failed.length} failed, ${broken.length} with INVALID_RESULT`);
}

const reason = installServers();
if (reason !== undefined) console.log(`not run: ${reason}`);
else {
  const rows: Row[] = [];
  for (const server of [powerdns, alertmanager]) {
    try {
      rows.push(...(await judge(server)));
    } catch (error) {
      if (!(error instanceof NotAvailable)) throw error;
      console.log(`not run: ${server.name}: ${error.message}`);
    }
  }
  print(rows);
  process.exitCode = rows.some(({ problem }) => problem !== undefined) ? 1 : 0;
}
