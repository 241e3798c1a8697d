import type { OutputStream } from "../commands/command.js";
import { printable } from "./printable.js";

export interface Progress {
  at(what: string): void;
  done(): void;
}

const quietMs = 400;
const everyMs = 80;
const widest = 70;

/**
 * Creates a progress line that is overwritten with each step. The line appears only in terminals, and only if a run is
 * slow.
 */
export function createProgress(output: OutputStream, now: () => number = () => performance.now()): Progress {
  const start = now();
  let last = 0;
  let isShown = false;
  return {
    at(what) {
      const time = now();
      if (output.isTTY !== true || time - start < quietMs || time - last < everyMs) return;
      last = time;
      isShown = true;
      output.write(`\r\u001b[2K${Math.round((time - start) / 1_000)} s  ${printable(what).slice(-widest)}`);
    },
    done() {
      if (isShown) output.write("\r\u001b[2K");
      isShown = false;
    },
  };
}
