import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseArguments } from "../../generator/cli/parse-arguments.js";
import { gen } from "../../generator/cli/commands/gen.js";
import { hashText } from "../../generator/pipeline/lock.js";
import { writeCacheFile } from "../../generator/cli/cache/cache-file.js";
import { readRun } from "../../generator/cli/cache/read-run.js";
import type { Project } from "./project.js";
import { allSpecs, at, edits, lock, sequences, tool } from "../helpers/edits.js";
import { seed } from "../helpers/seeded.js";
import { build, cloneOf, contents, createRichProject, runGenWith, worked } from "../helpers/cached-runs.js";

// After an edit, only the affected parts are compiled. Messages and files must be the same as without a
// cache.

let project: Project;
let clones: Project[];

beforeEach(() => {
  project = createRichProject();
  clones = [];
});

afterEach(() => {
  for (const one of [project, ...clones]) one.remove();
});

function clone(): Project {
  const made = cloneOf(project);
  clones.push(made);
  return made;
}

const calls = [
  ["--check"],
  [],
  ["--check"],
  [],
  ["--format", "json"],
  ["--check", "--format", "github"],
  ["specs/math.tools.yaml"],
  ["--strict", "--check"],
];

describe("messages and files are the same with and without a cache when", () => {
  test.each(Object.entries(edits))("%s", async (_name, { change, compiles }) => {
    await runGenWith(project, [], build);
    // The second run is needed because a rename is reported only once. The pauses are
    // needed because the cache ignores a file that was changed a moment ago.
    await wait(60);
    await runGenWith(project, [], build);
    const other = clone();
    await wait(60);
    expect(await worked(project)).toEqual([]);
    change(project);
    change(other);
    for (const args of calls) {
      expect(await runGenWith(project, args, build), args.join(" ")).toEqual(
        await runGenWith(other, args, undefined),
      );
      expect(contents(project)).toEqual(contents(other));
    }
    await wait(60);
    expect(await runGenWith(project, [], build)).toEqual(await runGenWith(other, [], undefined));
    if (compiles.length === 0) return;
    const again = createRichProject();
    clones.push(again);
    await runGenWith(again, [], build);
    await runGenWith(again, [], build);
    change(again);
    const specs = (await worked(again)).filter((path) => path.startsWith("specs/"));
    expect(specs).toEqual(compiles);
  });
});

describe("messages and files are the same in every step with and without a cache when", () => {
  test.each(Object.entries(sequences))("%s", async (_name, steps) => {
    const other = clone();
    for (const change of [() => {}, ...steps]) {
      change(project);
      change(other);
      for (const args of [["--check"], ["--stubs", "src/tools"], ["--check"], []]) {
        expect(await runGenWith(project, args, build), args.join(" ")).toEqual(
          await runGenWith(other, args, undefined),
        );
        expect(contents(project)).toEqual(contents(other));
        expect(contents(project, "src")).toEqual(contents(other, "src"));
      }
    }
  });
});

/** Returns the files that were rendered. */
const rendered = (paths: readonly string[]): string[] =>
  paths.filter((path) => !/^specs\/|\.lock\./.test(path));

const allFiles = (of: Project): string[] =>
  of.files().filter((path) => !path.endsWith("toolpress.lock.json"));

describe("gen", () => {
  test("reuses files that this build rendered, and after an edit renders only the changed ones", async () => {
    await runGenWith(project, [], build);
    await runGenWith(project, [], build);
    expect(await worked(project)).toEqual([]);
    project.put(
      "specs/weather.tools.yaml",
      project.get("specs/weather.tools.yaml").replace("The day", "A day"),
    );
    const edited = ["declarations.json", "entries.ts", "tools/get-forecast.ts"].map(
      (path) => `generated/weather/${path}`,
    );
    expect(await worked(project)).toEqual([...edited, "specs/weather.tools.yaml"]);
  });

  test("renders everything without a cache, even with a matching lock", async () => {
    await runGenWith(project, [], build);
    const fresh = clone();
    expect(rendered(await worked(fresh))).toEqual(allFiles(fresh));
    expect(rendered(await worked(fresh))).toEqual([]);
  });

  test("renders everything with --force, even with a cache", async () => {
    await runGenWith(project, [], build);
    await runGenWith(project, [], build);
    expect(rendered(await worked(project, "write", "--force"))).toEqual(allFiles(project));
    await wait(60);
    await runGenWith(project, [], build);
    expect(readRun(parseArguments(gen, ["--force"]), project.path, build)).toBeUndefined();
  });

  test("restores a file that was changed together with the lock", async () => {
    await runGenWith(project, [], build);
    forge(project);
    const fresh = clone();
    expect((await runGenWith(fresh, [], build)).stdout).toContain("2 changed");
    expect(fresh.get(tool)).toContain("gives the sum");
  });
});

test("ignores imports that an attacker added to the lock", async () => {
  await runGenWith(project, [], build);
  await runGenWith(project, [], build);
  const original = project.get(lock);
  project.put(lock, original.replace(/("path":"tools\/add.ts".*?)\}/, '$1,"imports":["Evil"]}'));
  expect(project.get(lock)).not.toBe(original);
  await runGenWith(project, [], build);
  expect(project.get(lock)).toBe(original);
});

describe("gen --check", () => {
  test("renders everything every time", async () => {
    await runGenWith(project, [], build);
    await runGenWith(project, [], build);
    for (let run = 0; run < 2; run += 1)
      expect(rendered(await worked(project, "check"))).toEqual(allFiles(project));
  });

  test("detects code that an attacker changed together with the lock and the cache", async () => {
    await runGenWith(project, [], build);
    await runGenWith(project, [], build);
    const [before, lockBefore] = [hashText(project.get(tool)), hashText(project.get(lock))];
    forge(project);
    const [after, lockAfter] = [hashText(project.get(tool)), hashText(project.get(lock))];
    const folder = at(project, "node_modules/.cache/toolpress");
    for (const name of readdirSync(folder)) {
      const text = readFileSync(join(folder, name), "utf8");
      const content = text.slice(text.indexOf("\n") + 1);
      const forged = content.replaceAll(before, after).replaceAll(lockBefore, lockAfter);
      expect(forged).not.toBe(content);
      writeCacheFile(join(folder, name), forged);
    }
    const { code, stderr } = await runGenWith(project, ["--check"], build);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^\+.*gives the sum/m);
  });
});

/** Edits a file, and changes the lock so that it records the new hash. */
function forge(to: Project): void {
  const before = hashText(to.get(tool));
  to.put(tool, to.get(tool).replace("gives the sum", "gives nothing"));
  to.put(lock, to.get(lock).replace(before, hashText(to.get(tool))));
}

describe("a cache is ignored that", () => {
  const compiled = (paths: readonly string[]): string[] => paths.filter((path) => path.startsWith("specs/"));
  const folder = (of: Project): string => at(of, "node_modules/.cache/toolpress");
  const spoil = (change: (text: string) => string): void => {
    for (const name of readdirSync(folder(project))) {
      const file = join(folder(project), name);
      writeFileSync(file, change(readFileSync(file, "utf8")));
    }
  };
  const spoilers: Readonly<Record<string, () => void>> = {
    "is empty": () => spoil(() => ""),
    "was cut short": () => spoil((text) => text.slice(0, text.length / 2)),
    "is no entry": () => spoil(() => "{}\n"),
    "was edited": () => spoil((text) => text.replaceAll("weekday", "holiday")),
    "has no checksum": () => spoil((text) => text.slice(text.indexOf("\n") + 1)),
    "is a folder": () => {
      for (const name of readdirSync(folder(project))) {
        rmSync(join(folder(project), name), { recursive: true });
        mkdirSync(join(folder(project), name));
      }
    },
  };
  test.each(Object.entries(spoilers))("%s", async (_name, spoilIt) => {
    for (let run = 0; run < 3; run += 1) {
      await runGenWith(project, [], build);
      await wait(60);
    }
    expect(readdirSync(folder(project))).toHaveLength(1);
    const other = clone();
    spoilIt();
    for (const args of [["--check"], []])
      expect(await runGenWith(project, args, build)).toEqual(await runGenWith(other, args, undefined));
    spoilIt();
    expect(compiled(await worked(project))).toEqual(allSpecs);
  });

  test("an attacker forged with a valid checksum: no crash, and --check does not read it", async () => {
    const spare: unknown[] = [5, null, "x", [], [5], {}, true, { sets: [{}] }];
    const damaged = (value: unknown, random: () => number): unknown => {
      if (typeof value !== "object" || value === null || random() < 0.2)
        return spare[Math.floor(random() * spare.length)];
      const entries = Object.entries(value);
      const chosen = Math.floor(random() * entries.length);
      const next = entries.map(([key, item], index) => [
        key,
        index === chosen ? damaged(item, random) : item,
      ]);
      return Array.isArray(value)
        ? next.map(([, item]) => item)
        : Object.fromEntries(next as [string, unknown][]);
    };
    for (let run = 0; run < 3; run += 1) {
      await runGenWith(project, [], build);
      await wait(60);
    }
    const unchanged = clone();
    const kept = readdirSync(folder(project)).map((name) => {
      const text = readFileSync(join(folder(project), name), "utf8");
      return [join(folder(project), name), text.slice(text.indexOf("\n") + 1)] as const;
    });
    let state = seed;
    const random = (): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    for (let round = 0; round < 40; round += 1) {
      for (const [file, content] of kept)
        writeCacheFile(
          file,
          content
            .split("\n")
            .map((line) => JSON.stringify(damaged(JSON.parse(line), random)))
            .join("\n"),
        );
      expect(await runGenWith(project, ["--check"], build)).toEqual(
        await runGenWith(unchanged, ["--check"], undefined),
      );
      await runGenWith(project, [], build);
    }
  }, 60_000);

  test("another build or another project wrote", async () => {
    await runGenWith(project, [], "another build");
    await runGenWith(project, [], "another build");
    expect(compiled(await worked(project))).toEqual(allSpecs);
    const other = clone();
    cpSync(folder(project), folder(other), { recursive: true });
    expect(compiled(await worked(other))).toEqual(allSpecs);
  });
});
