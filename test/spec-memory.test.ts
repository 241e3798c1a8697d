import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hashText } from "../generator/lock.js";
import type { Project } from "./cli/project.js";
import { allSpecs, at, edits, lock, sequences, tool } from "./edits.js";
import { build, cloneOf, contents, createRichProject, say, worked } from "./remembering.js";

// After an edit only what it touches is compiled. Whoever looks at the screen or at the files must not be able to tell.

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

describe("with a memory and without, the same is said and written when", () => {
  test.each(Object.entries(edits))("%s", async (_name, { change, compiles }) => {
    await say(project, [], build);
    // Names are news once; and what is fresh is not believed.
    await wait(60);
    await say(project, [], build);
    const other = clone();
    await wait(60);
    expect(await worked(project)).toEqual([]);
    change(project);
    change(other);
    for (const args of calls) {
      expect(await say(project, args, build), args.join(" ")).toEqual(await say(other, args, undefined));
      expect(contents(project)).toEqual(contents(other));
    }
    await wait(60);
    expect(await say(project, [], build)).toEqual(await say(other, [], undefined));
    if (compiles.length === 0) return;
    const again = createRichProject();
    clones.push(again);
    await say(again, [], build);
    await say(again, [], build);
    change(again);
    const specs = (await worked(again)).filter((path) => path.startsWith("specs/"));
    expect(specs).toEqual(compiles);
  });
});

describe("with a memory and without, the same is said and written step by step when", () => {
  test.each(Object.entries(sequences))("%s", async (_name, steps) => {
    const other = clone();
    for (const change of [() => {}, ...steps]) {
      change(project);
      change(other);
      for (const args of [["--check"], ["--stubs", "src/tools"], ["--check"], []]) {
        expect(await say(project, args, build), args.join(" ")).toEqual(await say(other, args, undefined));
        expect(contents(project)).toEqual(contents(other));
        expect(contents(project, "src")).toEqual(contents(other, "src"));
      }
    }
  });
});

describe("gen --check", () => {
  test("renders everything where nothing is remembered, then nothing", async () => {
    await say(project, [], build);
    const fresh = clone();
    const rendered = (paths: readonly string[]): string[] =>
      paths.filter((path) => !/^specs\/|\.lock\./.test(path));
    expect(rendered(await worked(fresh, "check"))).toEqual(
      fresh.files().filter((path) => !path.endsWith("toolpress.lock.json")),
    );
    expect(await worked(fresh, "check")).toEqual([]);
  });

  test("believes what gen rendered, and after an edit renders only what changed", async () => {
    await say(project, [], build);
    await say(project, [], build);
    expect(await worked(project, "check")).toEqual([]);
    project.put(
      "specs/weather.tools.yaml",
      project.get("specs/weather.tools.yaml").replace("The day", "A day"),
    );
    const edited = ["declarations.json", "entries.ts", "tools/get-forecast.ts"].map(
      (path) => `generated/weather/${path}`,
    );
    expect(await worked(project, "check")).toEqual([...edited, "specs/weather.tools.yaml"]);
    await say(project, [], build);
    expect(await worked(project, "check")).toEqual([]);
  });

  test("does not believe what gen took over on the word of a lock", async () => {
    await say(project, [], build);
    forge(project);
    const believing = clone();
    expect((await say(believing, [], build)).stdout).toContain("unchanged");
    await wait(60);
    expect((await say(believing, [], build)).stdout).toContain("unchanged");
    const { code, stderr } = await say(believing, ["--check"], build);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^\+.*gives the sum/m);
  });

  test("finds a forged file and lock where it had rendered the true ones", async () => {
    await say(project, [], build);
    await say(project, ["--check"], build);
    forge(project);
    expect((await say(project, ["--check"], build)).stderr).toMatch(/^\+.*gives the sum/m);
  });
});

/** A file that was edited, and a lock that vouches for it. */
function forge(to: Project): void {
  const before = hashText(to.get(tool));
  to.put(tool, to.get(tool).replace("gives the sum", "gives nothing"));
  to.put(lock, to.get(lock).replace(before, hashText(to.get(tool))));
}

describe("a memory is ignored that", () => {
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
    "is no memory": () => spoil(() => "{}\n"),
    "was edited": () => spoil((text) => text.replaceAll("weekday", "holiday")),
    "was sealed by nobody": () => spoil((text) => text.slice(text.indexOf("\n") + 1)),
    "is a folder": () => {
      for (const name of readdirSync(folder(project))) {
        rmSync(join(folder(project), name), { recursive: true });
        mkdirSync(join(folder(project), name));
      }
    },
  };
  test.each(Object.entries(spoilers))("%s", async (_name, spoilIt) => {
    for (let run = 0; run < 3; run += 1) {
      await say(project, [], build);
      await wait(60);
    }
    expect(readdirSync(folder(project))).toHaveLength(1);
    const other = clone();
    spoilIt();
    for (const args of [["--check"], []])
      expect(await say(project, args, build)).toEqual(await say(other, args, undefined));
    spoilIt();
    expect(await worked(project)).toEqual(allSpecs);
  });

  test("another build left, or another project", async () => {
    await say(project, [], "another build");
    await say(project, [], "another build");
    expect(await worked(project)).toEqual(allSpecs);
    const other = clone();
    cpSync(folder(project), folder(other), { recursive: true });
    expect(await worked(other)).toEqual(allSpecs);
  });
});
