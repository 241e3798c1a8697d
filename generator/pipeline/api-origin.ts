import { originOf } from "../base/http-address.js";
import { within } from "../base/origin.js";
import type { Settings } from "../dialects/spec-settings.js";
import type { Report } from "../diagnostics/report.js";
import type { ImportedSet } from "../ir.js";
import type { Lock } from "./lock.js";

// Credentials go to the origin of the API, and a document says where that is. An update of it comes from somebody else, so the origin
// of the first run stays until a person agrees to another one.

/** Refuses a document that moves its API, before any set is made of it. */
export function checkApiOrigins(
  sets: readonly ImportedSet[],
  lockOf: (set: ImportedSet) => Lock | undefined,
  settings: Settings,
  report: Report,
): void {
  for (const set of sets) {
    const found = originOf(set.http?.servers ?? []);
    const expected = set.http?.agreedOrigin ?? lockOf(set)?.origin;
    if (found === undefined || expected === undefined || found === expected) continue;
    report.add("TP649", within(set.origin, "servers"), { expected, found });
    settings.refuse();
  }
}

/** The origin for the next lock. A document that names none for a while does not make it forgotten. */
export function lockedOrigin({ http }: ImportedSet, lock: Lock | undefined): string | undefined {
  return originOf(http?.servers ?? []) ?? lock?.origin;
}
