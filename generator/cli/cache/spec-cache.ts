import type { CompiledSpec, GeneratedSet, Previous, SpecFile } from "../../pipeline/generation.js";
import { hashText, type LockedFile, lockFile, printLock, readLock } from "../../pipeline/lock.js";
import type { Project } from "../project/project.js";
import { cacheFile, readCacheFile, writeCacheFile } from "./cache-file.js";
import { isSpecEntry, parseAs } from "./check-entries.js";
import { everythingIn, type FileStamp, stampAll } from "./file-stamp.js";
import { type CachedSpec, readSpec } from "./read-spec.js";
import { hashInputs, hashLoaded, type SetEntry, type SpecEntry } from "./spec-entry.js";

/** A cache of the results for single specs. After an edit, only the affected specs are compiled. */
export interface SpecCache {
  /** Returns the results of the specs that do not have to be compiled again. */
  read(specs: readonly SpecFile[]): ReadonlyMap<SpecFile, CompiledSpec>;
  /** Returns the sets of a cached result whose folders matched the plan and have not changed since then. */
  untouched(compiled: CompiledSpec): ReadonlySet<GeneratedSet>;
  /** Returns whether this build has rendered exactly the file that a row of the lock describes. */
  hasRendered(set: string, file: LockedFile): boolean;
  /** Stores the results for the next run. `asPlanned` contains the names of the sets whose folders match the plan. */
  write(specs: readonly CompiledSpec[], asPlanned: ReadonlySet<string>): void;
}

/**
 * Opens the cache of a project. Returns undefined if there is no folder for caches. `start` is the time at which the
 * run began, by the clock of the file system.
 */
export function openSpecCache(project: Project, build: string, start: number): SpecCache | undefined {
  const file = cacheFile(project.root, [build, project.root, project.out, "specs"]);
  if (file === undefined) return undefined;
  const lines = new Map<string, string>();
  const entries = new Map<string, SpecEntry>();
  const before = readCacheFile(file) ?? "";
  for (const line of before.split("\n").filter((text) => text !== "")) {
    const entry = parseAs(line, isSpecEntry);
    if (entry === undefined) continue;
    entries.set(entry.path, entry);
    lines.set(entry.path, line);
  }
  const sets = new Map([...entries.values()].flatMap((entry) => entry.sets.map((set) => [set.name, set])));
  const hasRendered = (set: string, file: LockedFile): boolean =>
    sets.get(set)?.rendered.some((known) => isSame(known, file)) === true;

  const cached = new Map<CompiledSpec, CachedSpec>();

  return {
    read(specs) {
      const known = specs.flatMap((spec) => {
        const entry = entries.get(spec.path);
        const found = entry && readSpec(spec, entry, project);
        if (found !== undefined) cached.set(found.compiled, found);
        return found === undefined ? [] : [[spec, found.compiled] as const];
      });
      return new Map(known);
    },
    untouched: (compiled) => cached.get(compiled)?.untouched ?? new Set(),
    hasRendered,
    write(specs, asPlanned) {
      const stampsOf: StampsOf = (set) =>
        asPlanned.has(set) ? stampAll(everythingIn(project.folderOf(set).path), start) : undefined;
      // The entries of specs that this run did not compile are kept.
      const next = new Map(project.whole ? [] : lines);
      for (const compiled of specs) {
        const { path } = compiled.spec;
        const found = cached.get(compiled);
        const line =
          found === undefined
            ? lineOf(compiled, project, hasRendered, stampsOf)
            : refreshed(entries.get(path)!, lines.get(path)!, found, stampsOf);
        if (line === undefined) next.delete(path);
        else next.set(path, line);
      }
      const content = [...next.values()].join("\n");
      if (content !== before) writeCacheFile(file, content);
    },
  };
}

/**
 * Returns the output of the last run as the compiler reads it. The lock provides names and order. The hashes in the
 * lock are not trusted, because a person who edits a file can edit the lock too. So a file is rendered again unless
 * the cache records that this build has rendered exactly this text.
 */
export function previousOutput(project: Project, cache: SpecCache | undefined): Previous {
  return {
    file(set, path) {
      const text = project.previousFile(set, path);
      const lock = path === lockFile ? readLock(text) : undefined;
      if (lock === undefined) return text;
      const known = (file: LockedFile): LockedFile =>
        cache?.hasRendered(set, file) === true ? file : { ...file, hash: "" };
      return printLock({ ...lock, files: lock.files.map(known) });
    },
    sets: () => project.previousSets(),
  };
}

type StampsOf = (set: string) => readonly FileStamp[] | undefined;

function lineOf(
  compiled: CompiledSpec,
  project: Project,
  hasRendered: SpecCache["hasRendered"],
  stampsOf: StampsOf,
): string | undefined {
  const { spec, sets, diagnostics, dependencies } = compiled;
  // A spec with errors is not cached, because some files of its folder may come from an earlier version of the spec.
  if (diagnostics.some(({ severity }) => severity === "error")) return undefined;
  // The location of a problem in the config changes if other lines of the config change. So a result with such a
  // problem cannot be used again.
  const config = spec.settingsOrigin?.document.file;
  const isInSpec = diagnostics.every(({ location }) => location === undefined || location.file !== config);
  const settled = isInSpec && sets.every((set) => set.settled && !set.failed);
  const entry: SpecEntry = {
    path: spec.path,
    inputs: settled ? hashInputs(spec, project) : "",
    dependencies: [...dependencies].map(([path, loaded]) => [path, hashLoaded(loaded)]),
    diagnostics,
    sets: sets.map((set) => setEntryOf(set, hasRendered, stampsOf)),
  };
  return JSON.stringify(entry);
}

function setEntryOf(set: GeneratedSet, hasRendered: SpecCache["hasRendered"], stampsOf: StampsOf): SetEntry {
  const { name, source, lock, files } = set;
  const justRendered = new Set(set.rendered);
  return {
    name,
    source,
    lock: hashText(files.find(({ path }) => path === lockFile)?.text ?? ""),
    rendered: lock.files.filter((file) => justRendered.has(file.path) || hasRendered(name, file)),
    stamps: stampsOf(name),
  };
}

/** Returns the entry with new stamps. A set gets new stamps if it had none, or if its files changed. */
function refreshed(entry: SpecEntry, line: string, found: CachedSpec, stampsOf: StampsOf): string {
  const untouched = new Set([...found.untouched].map(({ name }) => name));
  if (untouched.size === entry.sets.length) return line;
  const sets = entry.sets.map((set) =>
    untouched.has(set.name) ? set : { ...set, stamps: stampsOf(set.name) },
  );
  return JSON.stringify({ ...entry, sets });
}

/**
 * Returns whether two rows of the lock are equal. All fields are compared, because the fields `imports` and `types` are
 * used for kept tools.
 */
function isSame(known: LockedFile, file: LockedFile): boolean {
  return JSON.stringify(known) === JSON.stringify(file);
}
