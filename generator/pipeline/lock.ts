import { createHash } from "node:crypto";
import { isLock } from "./check-lock.js";
import { visibleJson } from "../base/invisible.js";
import type { RecordedNames } from "../emit/planned-file.js";
import type { Binding, ToolNames } from "../ir.js";

export const lockFile = "toolpress.lock.json";

/** The data that one run records for the next: names, order, hashes and rewrites. Committed beside the output. */
export interface Lock {
  /** The only trace of a version in the output. */
  readonly output: number;
  readonly source: string;
  /** The origin of the API, to which credentials are sent. A change of the document alone does not change it. */
  readonly origin?: string | undefined;
  readonly tools: readonly LockedTool[];
  readonly files: readonly LockedFile[];
}

export interface LockedTool {
  readonly name: string;
  /** The name in the source. */
  readonly source: string;
  readonly names: ToolNames;
  readonly binding: LockedBinding;
  readonly bytes: number;
  readonly tokens: number;
  readonly depth: number;
  /** Rewrites as `rule pointer`. */
  readonly lowered: readonly string[];
  /** Optional arguments that the importer left out, as `rule path`. */
  readonly pruned?: readonly string[];
  /** The policy as the runtime reads it, unless it is empty. It is recorded because a kept tool has no usable spec. */
  readonly policy?: Readonly<Record<string, unknown>>;
}

/** Of an HTTP call the lock records its identity and the facts for `client.ts`. The rest is in the document. */
export type LockedBinding = Exclude<Binding, { kind: "http" }> | LockedCall;

export interface LockedCall {
  readonly kind: "http";
  readonly method: string;
  readonly path: string;
  /** The alternative sets of security schemes, if credentials are needed. */
  readonly security?: readonly (readonly string[])[];
  /** The call sends files. */
  readonly files?: true;
}

export interface LockedFile extends RecordedNames {
  readonly path: string;
  /** The hash of the inputs that determine the text. */
  readonly key: string;
  /** The hash of the text, with LF line ends. */
  readonly hash: string;
}

/** The names that a row records. */
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

/** Reads a lock. Undefined if it is missing or invalid: then all files are generated again and none is deleted. */
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
