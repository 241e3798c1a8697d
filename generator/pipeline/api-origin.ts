import { originOf } from "../base/http-address.js";
import { within } from "../base/origin.js";
import type { Settings } from "../dialects/spec-settings.js";
import type { Report } from "../diagnostics/report.js";
import type { ImportedSet } from "../ir.js";
import type { Previous } from "./generation.js";
import { type Lock, lockFile, readLock } from "./lock.js";

// Checks that a document does not change the origin of its API. Credentials are sent to this origin. Another party
// writes the updates of the document. So the origin of the first run is locked until the user agrees to another origin.

/**
 * Returns a function that reads the locked origin of a set from its lock. A new set has no lock, so the lock of another
 * set of the same document is read.
 */
export function openOrigins(previous: Previous): LockedOrigins {
  const known = new Map<string, string | undefined>();
  const lockOf = (set: string): Lock | undefined => readLock(previous.file(set, lockFile));
  const ofDocument = (source: string): string | undefined => {
    const locks = (previous.sets?.() ?? []).flatMap((name) => lockOf(name) ?? []);
    return locks.find((lock) => lock.source === source && lock.origin !== undefined)?.origin;
  };
  return ({ name, source, http }) => {
    if (http === undefined) return undefined;
    const own = lockOf(name)?.origin;
    if (own !== undefined) return own;
    if (!known.has(source)) known.set(source, ofDocument(source));
    return known.get(source);
  };
}

/** Returns the origin that the locks contain for a set. */
export type LockedOrigins = (set: ImportedSet) => string | undefined;

/**
 * Refuses a document that changes the origin of its API. This check runs before any set of the document is compiled.
 */
export function checkApiOrigins(
  sets: readonly ImportedSet[],
  locked: LockedOrigins,
  settings: Settings,
  report: Report,
): void {
  for (const set of sets) {
    const found = originOf(set.http?.servers ?? []);
    const expected = set.http?.agreedOrigin ?? locked(set);
    if (found === undefined || expected === undefined || found === expected) continue;
    report.add("TP649", within(set.origin, "servers"), { expected, found });
    settings.refuse();
  }
}

/** Returns the origin for the next lock. If the document names no server, the locked origin is kept. */
export function nextOrigin(set: ImportedSet, locked: LockedOrigins): string | undefined {
  return originOf(set.http?.servers ?? []) ?? locked(set);
}
