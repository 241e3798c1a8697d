import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "./measure.js";

/** The cost of one run of a program. */
export interface Cost {
  /** The milliseconds from start to end. */
  readonly wall: number;
  /** The milliseconds of processor time of all Node processes of the program. */
  readonly cpu: number;
  /** The peak memory of the largest Node process, in megabytes. */
  readonly peak: number;
}

export interface Run extends Cost {
  readonly stdout: string;
  /** The reason for a failure. Undefined if the run succeeded. */
  readonly failure: string | undefined;
}

const probe = fileURLToPath(new URL("./probe.cjs", import.meta.url));
const timeoutMs = 400_000;

/**
 * Runs Node and measures its cost. The variable for additional certificates is removed, because reading the
 * certificates takes longer than starting Node.
 */
export async function runNode(args: readonly string[], cwd = process.cwd()): Promise<Run> {
  const notes = mkdtempSync(join(tmpdir(), "toolpress-bench-"));
  const { NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env;
  const start = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...env, NODE_OPTIONS: `--require ${probe}`, BENCH_PROBE: join(notes, "cost"), CI: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: timeoutMs,
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (text) => (stdout += text));
  child.stderr.on("data", (text) => (stderr += text));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  const wall = performance.now() - start;
  const costs = readdirSync(notes).map(
    (name) => JSON.parse(readFileSync(join(notes, name), "utf8")) as { cpu: number; peak: number },
  );
  rmSync(notes, { recursive: true });
  return {
    wall,
    cpu: costs.reduce((sum, { cpu }) => sum + cpu, 0),
    peak: Math.max(0, ...costs.map(({ peak }) => peak)),
    stdout,
    failure: code === 0 ? undefined : (lastLine(stderr) ?? lastLine(stdout) ?? `exit code ${code}`),
  };
}

function lastLine(text: string): string | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return (lines.find((line) => /error/i.test(line)) ?? lines.at(-1))?.trim().slice(0, 80);
}

/** A program that is measured several times. */
export interface Program {
  readonly name: string;
  readonly run: () => Promise<Run>;
  /** Called before each run. The time of this call is not measured. */
  readonly prepare?: () => void | Promise<void>;
}

export interface Measured {
  readonly name: string;
  readonly runs: readonly Run[];
  readonly failure: string | undefined;
}

/**
 * Runs programs in several rounds. In each round, all programs run once, so that a slow moment of the machine affects
 * all of them. A program that takes longer than `slowMs` runs only once.
 */
export async function measurePrograms(
  programs: readonly Program[],
  rounds: number,
  slowMs = 100_000,
): Promise<readonly Measured[]> {
  const runs = programs.map(() => [] as Run[]);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, program] of programs.entries()) {
      const before = runs[index]!;
      if (before.some(({ failure }) => failure !== undefined)) continue;
      if (before.length > 0 && before[0]!.wall > slowMs) continue;
      await program.prepare?.();
      before.push(await program.run());
    }
  }
  return programs.map(({ name }, index) => {
    const done = runs[index]!;
    return { name, runs: done, failure: done.find(({ failure }) => failure !== undefined)?.failure };
  });
}

export function middle({ runs }: Measured, of: keyof Cost): number {
  return median(runs.map((run) => run[of]));
}

/**
 * Returns half the distance between the slowest and the fastest run, divided by the median. Returns undefined for a
 * single run.
 */
export function spread({ runs }: Measured, of: keyof Cost): number | undefined {
  if (runs.length < 2) return undefined;
  const values = runs.map((run) => run[of]);
  return (Math.max(...values) - Math.min(...values)) / 2 / median(values);
}
