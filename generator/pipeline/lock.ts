import { createHash } from "node:crypto";
import { isLock } from "./check-lock.js";
import { visibleJson } from "../base/invisible.js";
import type { RecordedNames } from "../emit/planned-file.js";
import type { Binding, ToolNames } from "../ir.js";

export const lockFile = "toolpress.lock.json";

/** What one run leaves for the next: names, order, hashes, and what was lowered. Committed beside the output. */
export interface Lock {
  /** The only trace of a version in the output. */
  readonly output: number;
  readonly source: string;
  /** Where the API is to which credentials are sent; a document does not change it alone. */
  readonly origin?: string | undefined;
  readonly tools: readonly LockedTool[];
  readonly files: readonly LockedFile[];
}

export interface LockedTool {
  readonly name: string;
  /** As the source calls it. */
  readonly source: string;
  readonly names: ToolNames;
  readonly binding: LockedBinding;
  readonly bytes: number;
  readonly tokens: number;
  readonly depth: number;
  /** Rewrites as `rule pointer`. */
  readonly lowered: readonly string[];
  /** Optional arguments the importer left out, as `rule path`. */
  readonly pruned?: readonly string[];
  /** As the runtime reads it, where it says anything: a kept tool has no spec that could tell. */
  readonly policy?: Readonly<Record<string, unknown>>;
}

/** Of an HTTP call the lock tells which one it is, and what `client.ts` must know of it; the rest is in the document. */
export type LockedBinding = Exclude<Binding, { kind: "http" }> | LockedCall;

export interface LockedCall {
  readonly kind: "http";
  readonly method: string;
  readonly path: string;
  /** Alternatives of schemes, where credentials are needed. */
  readonly security?: readonly (readonly string[])[];
  /** It sends files. */
  readonly files?: true;
}

export interface LockedFile extends RecordedNames {
  readonly path: string;
  /** Of the inputs that decide the text. */
  readonly key: string;
  /** Of the text itself, line ends folded to LF. */
  readonly hash: string;
}

/** The names that a row records, and nothing else of it. */
export function namesOf({ imports, types }: LockedFile): RecordedNames {
  return { ...(imports && { imports }), ...(types && { types }) };
}

export function hashText(text: string): string {
  return createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("base64url").slice(0, 22);
}

/** One line per tool and per file, so that an edit to one tool is one changed line. */
export function printLock(lock: Lock): string {
  const list = (items: readonly object[]): string =>
    items.length === 0 ? "[]" : `[\n${items.map((item) => `    ${JSON.stringify(item)}`).join(",\n")}\n  ]`;
  const lines = [
    "{",
    `  "output": ${lock.output},`,
    `  "source": ${JSON.stringify(lock.source)},`,
    ...(lock.origin === undefined ? [] : [`  "origin": ${JSON.stringify(lock.origin)},`]),
    `  "tools": ${list(lock.tools)},`,
    `  "files": ${list(lock.files)}`,
    "}",
    "",
  ];
  return visibleJson(lines.join("\n"));
}

/** A lock that cannot be read counts as none: everything is made anew, nothing is deleted. */
export function readLock(text: string | undefined): Lock | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isLock(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The output version of a lock, also of one that this version cannot read. */
export function outputVersionOf(text: string | undefined): number | undefined {
  const found = /^\s*\{\s*"output":\s*(\d{1,9})\s*,/.exec(text ?? "")?.[1];
  return found === undefined ? undefined : Number(found);
}
