import { createReport, type Report } from "../diagnostics/report.js";
import { outputVersion } from "../emit/context.js";
import { type Lock, outputVersionOf, readLock } from "./lock.js";
import { isLegalName, toolNames } from "../name/name.js";
import type { Locatable, Place } from "../base/origin.js";
import { read } from "../read/read.js";

/** The lock of the last run; `unreadable` where there is one that somebody has damaged or a newer version wrote, which was reported. */
export function openLock(
  text: string | undefined,
  file: string,
  foreign: boolean,
  report: Report,
): Lock | undefined | "unreadable" {
  if (text === undefined) return undefined;
  if (refuseNewerLock(text, file, report)) return "unreadable";
  const lock = readLock(text);
  if (lock !== undefined && isConsistent(lock, foreign)) return lock;
  const { problem, place } = faultOf(text, file);
  const document: Locatable = { file, text, place: () => place };
  // In a spec of ours every name is written down; those of foreign tools are remembered here and nowhere else.
  report.add(foreign ? "TP909" : "TP908", { document, path: [] }, { problem });
  return "unreadable";
}

/** Whether a newer toolpress wrote a lock; it is reported. */
export function refuseNewerLock(text: string | undefined, file: string, report: Report): boolean {
  const found = outputVersionOf(text);
  if (found === undefined || found <= outputVersion) return false;
  report.add("TP917", { file, line: 1, column: 1, length: 0 }, { found, expected: outputVersion });
  return true;
}

/** Tools of foreign documents may be kept on the word of the lock, so it must be one that this version could have written. */
function isConsistent({ output, tools }: Lock, foreign: boolean): boolean {
  if (output !== outputVersion) return true;
  const files = new Set(tools.map(({ names }) => names.file));
  return (
    files.size === tools.length &&
    tools.every(({ name, names, binding }) => {
      const { type, value, file } = toolNames(name);
      const areOurs =
        isLegalName(name) && names.type === type && names.value === value && names.file === file;
      // No foreign dialect runs modules: it would be a way to have code of one's own imported.
      return areOurs && !(foreign && binding.kind === "module");
    })
  );
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
