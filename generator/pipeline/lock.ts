import { createHash } from "node:crypto";
import { isLock } from "./check-lock.js";
import { visibleJson } from "../base/invisible.js";
import type { RecordedNames } from "../emit/planned-file.js";
import type { Binding, ToolNames } from "../ir.js";

export const lockFile = "toolpress.lock.json";

/**
 * The data that a run records for the next run: names, order, hashes and rewrites. The lock is committed beside the
 * output.
 */
export interface Lock {
  /** The version of the output. Generated files do not contain the version of toolpress. */
  readonly output: number;
  readonly source: string;
  /** The origin of the API, to which credentials are sent. A change of the document alone never changes this field. */
  readonly origin?: string | undefined;
  readonly tools: readonly LockedTool[];
  readonly files: readonly LockedFile[];
}

export interface LockedTool {
  readonly name: string;
  /** The name in the spec. */
  readonly source: string;
  readonly names: ToolNames;
  readonly binding: LockedBinding;
  readonly bytes: number;
  readonly tokens: number;
  readonly depth: number;
  /** The rewrites of the tool, each as the name and the pointer, for example `const-to-enum /properties/kind`. */
  readonly lowered: readonly string[];
  /** The arguments that the importer left out or bounded more strictly, each as the reason and the path. */
  readonly pruned?: readonly string[];
  /**
   * The policy as the runtime reads it. The field is missing if the tool has no policies. If the tool is kept, its spec
   * has errors, so the policy is read from the lock.
   */
  readonly policy?: Readonly<Record<string, unknown>>;
}

/**
 * The binding of a tool in the lock. For an HTTP tool, the binding contains only the method, the path, and the facts
 * that `client.ts` needs.
 */
export type LockedBinding = Exclude<Binding, { kind: "http" }> | LockedCall;

export interface LockedCall {
  readonly kind: "http";
  readonly method: string;
  readonly path: string;
  /** Alternatives: a call needs the credentials of all schemes in one list. Missing if a call needs no credentials. */
  readonly security?: readonly (readonly string[])[];
  /** True if the call sends files. */
  readonly files?: true;
}

export interface LockedFile extends RecordedNames {
  readonly path: string;
  /** The hash of the data that determine the text. */
  readonly key: string;
  /** The hash of the text with LF line ends. */
  readonly hash: string;
}

/** Returns the names that the lock records for a file. */
export function namesOf({ imports, types }: LockedFile): RecordedNames {
  return { ...(imports && { imports }), ...(types && { types }) };
}

export function hashText(text: string): string {
  return createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("base64url").slice(0, 22);
}

/** Prints a lock. Each tool and each file has its own line, so that an edit to one tool changes few lines. */
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

/**
 * Reads a lock. Returns undefined if the lock is missing or invalid. All files are then generated again, and none is
 * deleted.
 */
export function readLock(text: string | undefined): Lock | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isLock(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the output version of a lock. The version is found even if this version of toolpress cannot read the lock.
 */
export function outputVersionOf(text: string | undefined): number | undefined {
  const found = /^\s*\{\s*"output":\s*(\d{1,9})\s*,/.exec(text ?? "")?.[1];
  return found === undefined ? undefined : Number(found);
}
