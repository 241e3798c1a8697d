#!/usr/bin/env node
import { realpathSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { run } from "./run.js";

/** Whether the file was started as a program, not imported by a test. */
const started =
  process.argv[1] !== undefined && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href;

/** Runs the command line of this process; `bin/` calls it, in a version of Node that can. */
export async function main(): Promise<void> {
  // A reader that closes early (`toolpress stats | head`) does not cause an error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit();
    throw error;
  });
  const { stdout, stderr, env } = process;
  process.exitCode = await run(process.argv.slice(2), { cwd: process.cwd(), env, stdout, stderr });
}

if (started) await main();
