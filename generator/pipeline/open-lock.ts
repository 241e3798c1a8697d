import { createReport, type Report } from "../diagnostics/report.js";
import { outputVersion } from "../emit/context.js";
import { type Lock, outputVersionOf, readLock } from "./lock.js";
import { isLegalName, toolNames } from "../name/name.js";
import type { Locatable, SourceLocation } from "../base/origin.js";
import { read } from "../read/read.js";

/**
 * Reads the lock of the last run. Reports a lock that is damaged or written by a newer version, and returns
 * "unreadable".
 */
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
  // The spec of a foreign dialect does not contain the wire names of its tools, so losing the lock loses these names.
  // Our own YAML contains all names.
  report.add(foreign ? "TP909" : "TP908", { document, path: [] }, { problem });
  return "unreadable";
}

/** Returns whether a newer version of toolpress wrote a lock, and reports such a lock. */
export function refuseNewerLock(text: string | undefined, file: string, report: Report): boolean {
  const found = outputVersionOf(text);
  if (found === undefined || found <= outputVersion) return false;
  report.add("TP917", { file, line: 1, column: 1, length: 0 }, { found, expected: outputVersion });
  return true;
}

/**
 * Returns whether this version could have written the lock. The lock decides which foreign tools are kept, so a lock
 * that was edited must not be used.
 */
function isConsistent({ output, tools }: Lock, foreign: boolean): boolean {
  if (output !== outputVersion) return true;
  const files = new Set(tools.map(({ names }) => names.file));
  return (
    files.size === tools.length &&
    tools.every(({ name, names, binding }) => {
      const { type, value, file } = toolNames(name);
      const isExpected =
        isLegalName(name) && names.type === type && names.value === value && names.file === file;
      // A foreign dialect never binds a module. In an edited lock, such a binding could make generated code import any
      // module.
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
