import { createReport, type Report } from "./diagnostics.js";
import { type Lock, readLock } from "./lock.js";
import type { Locatable, Place } from "./origin.js";
import { read } from "./read.js";

/** The lock of the last run; `unreadable` where there is one that somebody has damaged, which was reported. */
export function openLock(
  text: string | undefined,
  file: string,
  foreign: boolean,
  report: Report,
): Lock | undefined | "unreadable" {
  const lock = readLock(text);
  if (lock !== undefined || text === undefined) return lock;
  const { problem, place } = faultOf(text, file);
  const document: Locatable = { file, text, place: () => place };
  // In a spec of ours every name is written down; those of foreign tools are remembered here and nowhere else.
  report.add(foreign ? "TP909" : "TP908", { document, path: [] }, { problem });
  return "unreadable";
}

function faultOf(text: string, file: string): { readonly problem: string; readonly place: Place } {
  const marker = /^(?:<{7}|={7}|>{7}).*$/m.exec(text);
  if (marker !== null) {
    const line = text.slice(0, marker.index).split("\n").length;
    const place = { file, line, column: 1, length: marker[0].length };
    return { problem: "it holds a conflict of a merge", place };
  }
  const report = createReport();
  read({ path: file, text }, report);
  const [fault] = report.sorted();
  return {
    problem: fault?.message ?? "it is not as toolpress wrote it",
    place: fault?.place ?? { file, line: 1, column: 1, length: 0 },
  };
}
