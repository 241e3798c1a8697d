import { createReport, type Report } from "../diagnostics/report.js";
import { outputVersion } from "../emit/context.js";
import { type Lock, outputVersionOf, readLock } from "./lock.js";
import { isLegalName, toolNames } from "../name/name.js";
import type { Locatable, SourceLocation } from "../base/origin.js";
import { read } from "../read/read.js";

/** The lock of the last run; `unreadable` if it is damaged or a newer version wrote it, which is reported. */
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
  const { problem, location } = faultOf(text, file);
  const document: Locatable = { file, text, location: () => location };
  // A toolpress spec contains every name. The names of foreign tools are recorded only in the lock.
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

/** Whether this version could have written the lock. It decides which foreign tools are kept, so an edited one must not be used. */
function isConsistent({ output, tools }: Lock, foreign: boolean): boolean {
  if (output !== outputVersion) return true;
  const files = new Set(tools.map(({ names }) => names.file));
  return (
    files.size === tools.length &&
    tools.every(({ name, names, binding }) => {
      const { type, value, file } = toolNames(name);
      const isExpected =
        isLegalName(name) && names.type === type && names.value === value && names.file === file;
      // Foreign dialects never bind modules: an edited lock could import any code that way.
      return isExpected && !(foreign && binding.kind === "module");
    })
  );
}

function faultOf(
  text: string,
  file: string,
): { readonly problem: string; readonly location: SourceLocation } {
  const marker = /^(?:<{7}|={7}|>{7}).*$/m.exec(text);
  if (marker !== null) {
    const line = text.slice(0, marker.index).split("\n").length;
    const location = { file, line, column: 1, length: marker[0].length };
    return { problem: "it contains a merge conflict", location };
  }
  const report = createReport();
  read({ path: file, text }, report);
  const [fault] = report.sorted();
  return {
    problem: fault?.message ?? "its content was changed",
    location: fault?.location ?? { file, line: 1, column: 1, length: 0 },
  };
}
