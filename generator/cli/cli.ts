#!/usr/bin/env node
import { realpathSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { run } from "./run.js";

/** True if this file was started as a program. False if another module imported this file. */
const started =
  process.argv[1] !== undefined && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href;

/** Runs the command line of this process. `bin/` checks the version of Node and then calls this function. */
export async function main(): Promise<void> {
  // If the reader closes the output early, as in `toolpress stats | head`, this is not an error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit();
    throw error;
  });
  const { stdout, stderr, env } = process;
  process.exitCode = await run(process.argv.slice(2), { cwd: process.cwd(), env, stdout, stderr });
}

if (started) await main();
