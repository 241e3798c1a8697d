import type { ExitCode, Given, Terminal } from "../commands/command.js";
import { type Memory, memoryFile } from "./memory.js";
import { isMemory, parseAs } from "./check-memory.js";
import { readSealed } from "./sealed-file.js";
import { isStillTrue } from "./witness.js";

/** Says again what the last run said, if it changed nothing and everything it depended on is as it was. */
export function recall(given: Given, terminal: Terminal, build: string): ExitCode | undefined {
  const start = performance.now();
  // A cache file can be forged: a check, and whoever wants everything made anew, uses none.
  if (given.has("check") || given.has("force")) return undefined;
  if (given.has("stubs") || given.text("format") === "json") return undefined;
  const memory = readMemory(memoryFile(given, terminal, build));
  if (memory === undefined || !memory.witnesses.every(isStillTrue)) return undefined;
  for (const { to, text } of memory.said) {
    terminal[to].write(text.join(`${Math.round(performance.now() - start)} ms`));
  }
  return memory.exitCode;
}

function readMemory(file: string | undefined): Memory | undefined {
  const text = readSealed(file);
  return text === undefined ? undefined : parseAs(text, isMemory);
}
