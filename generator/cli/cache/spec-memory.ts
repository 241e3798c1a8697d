import type { CompiledSpec, GeneratedSet, SpecFile } from "../../pipeline/generation.js";
import { hashText, type LockedFile, lockFile } from "../../pipeline/lock.js";
import type { Project } from "../project/project.js";
import { isRecalled, type RecalledSpec, recallSpec, untouchedSets } from "./recall-spec.js";
import { isSpecEntry, parseAs } from "./check-memory.js";
import { readSealed, sealedFile, writeSealed } from "./sealed-file.js";
import { hashAnswer, hashTold, type SetEntry, type SpecEntry } from "./spec-entry.js";
import { everythingIn, testifyAll, type Witness } from "./witness.js";

/** What earlier runs found out about single specs, so that after an edit only what it touches is compiled. */
export interface SpecMemory {
  /** The specs whose outcome is known, and what they came to. */
  recall(specs: readonly SpecFile[]): ReadonlyMap<SpecFile, RecalledSpec>;
  /** Whether this build made this very text itself, by rendering it. */
  hasRendered(set: string, file: LockedFile): boolean;
  /** For the next run. `asPlanned` names the sets whose folders were found as they should be. */
  keep(specs: readonly CompiledSpec[], asPlanned: ReadonlySet<string>): void;
}

/** Opens the memory of a project; undefined where there is no place for one. `start` is when the run began, by the clock of the file system. */
export function openSpecMemory(project: Project, build: string, start: number): SpecMemory | undefined {
  const file = sealedFile(project.root, [build, project.root, project.out, "specs"]);
  if (file === undefined) return undefined;
  const lines = new Map<string, string>();
  const entries = new Map<string, SpecEntry>();
  const before = readSealed(file) ?? "";
  for (const line of before.split("\n").filter((text) => text !== "")) {
    const entry = parseAs(line, isSpecEntry);
    if (entry === undefined) continue;
    entries.set(entry.path, entry);
    lines.set(entry.path, line);
  }
  const sets = new Map([...entries.values()].flatMap((entry) => entry.sets.map((set) => [set.name, set])));
  const hasRendered = (set: string, file: LockedFile): boolean =>
    sets.get(set)?.rendered.some((known) => isSame(known, file)) === true;
  const testify = (set: string): readonly Witness[] | undefined =>
    testifyAll(everythingIn(project.folderOf(set).path), start);

  return {
    recall(specs) {
      const recalled = specs.flatMap((spec) => {
        const entry = entries.get(spec.path);
        const known = entry && recallSpec(spec, entry, project);
        return known === undefined ? [] : [[spec, known] as const];
      });
      return new Map(recalled);
    },
    hasRendered,
    keep(specs, asPlanned) {
      // Of specs that this run was not about, nothing new is known.
      const next = new Map(project.whole ? [] : lines);
      for (const compiled of specs) {
        const { path } = compiled.spec;
        const witness = (set: string): readonly Witness[] | undefined =>
          asPlanned.has(set) ? testify(set) : undefined;
        const line = isRecalled(compiled)
          ? refreshed(entries.get(path)!, lines.get(path)!, compiled, witness)
          : lineOf(compiled, project, hasRendered, witness);
        if (line === undefined) next.delete(path);
        else next.set(path, line);
      }
      const content = [...next.values()].join("\n");
      if (content !== before) writeSealed(file, content);
    },
  };
}

type Testify = (set: string) => readonly Witness[] | undefined;

function lineOf(
  compiled: CompiledSpec,
  project: Project,
  hasRendered: SpecMemory["hasRendered"],
  witness: Testify,
): string | undefined {
  const { spec, sets, diagnostics, asked } = compiled;
  // With errors in the spec, what lies in the folder is partly older than it.
  if (diagnostics.some(({ severity }) => severity === "error")) return undefined;
  // A problem in the config moves with lines that are nothing to the spec, so what was said of its place may not be true again.
  const config = spec.settingsOrigin?.document.file;
  const isInSpec = diagnostics.every(({ place }) => place === undefined || place.file !== config);
  const settled = isInSpec && sets.every((set) => set.settled && !set.failed);
  const entry: SpecEntry = {
    path: spec.path,
    told: settled ? hashTold(spec, project) : "",
    asked: [...asked].map(([path, answer]) => [path, hashAnswer(answer)]),
    diagnostics,
    sets: sets.map((set) => setEntryOf(set, hasRendered, witness)),
  };
  return JSON.stringify(entry);
}

function setEntryOf(set: GeneratedSet, hasRendered: SpecMemory["hasRendered"], witness: Testify): SetEntry {
  const { name, source, lock, files } = set;
  const justRendered = new Set(set.rendered);
  return {
    name,
    source,
    lock: hashText(files.find(({ path }) => path === lockFile)?.text ?? ""),
    rendered: lock.files.filter((file) => justRendered.has(file.path) || hasRendered(name, file)),
    witnesses: witness(name),
  };
}

/** The same entry, with witnesses where there were none or where they were not true any more. */
function refreshed(entry: SpecEntry, line: string, recalled: RecalledSpec, witness: Testify): string {
  const untouched = new Set(untouchedSets(recalled).map(({ name }) => name));
  if (untouched.size === entry.sets.length) return line;
  const sets = entry.sets.map((set) =>
    untouched.has(set.name) ? set : { ...set, witnesses: witness(set.name) },
  );
  return JSON.stringify({ ...entry, sets });
}

/** The row as a whole: what a lock says beside the hash decides about kept tools. */
function isSame(known: LockedFile, file: LockedFile): boolean {
  return JSON.stringify(known) === JSON.stringify(file);
}
