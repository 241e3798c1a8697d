import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseArguments } from "../../generator/cli/parse-arguments.js";
import { exitCodes, UsageError } from "../../generator/cli/commands/command.js";
import { gen } from "../../generator/cli/commands/gen.js";
import { hashText } from "../../generator/pipeline/lock.js";
import { genWithCache } from "../helpers/cached-runs.js";
import { createProject, type Project, specOf } from "../cli/project.js";
import { type Change, changesOf, config, document } from "../helpers/hostile-changes.js";

// A pull request changes any two parts of a repository. Then `gen --check` must fail, or the output folder
// must contain exactly the output of the compiler for the specs and the config, which a reviewer reads.

const build = "one build";
const originalHashes = new Map<string, string>();
let honest: string;
let project: Project;

async function run(folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const silent = { write: () => {} };
  const terminal = { cwd: folder, env, stdout: silent, stderr: silent };
  const given = parseArguments(gen, args);
  try {
    return await genWithCache(given, terminal, build);
  } catch (error) {
    if (error instanceof UsageError) return exitCodes.usage;
    throw error;
  }
}

beforeAll(async () => {
  project = createProject(mkdtempSync(join(tmpdir(), "toolpress-hostile-")));
  mkdirSync(join(project.path, "node_modules"));
  project.put("toolpress.config.yaml", config);
  project.put("specs/math.tools.yaml", specOf());
  project.put("vendor/shop.openapi.json", document);
  // The cache belongs to this folder, because an attacker may know where the build server stores it.
  for (let round = 0; round < 2; round += 1) expect(await run(project.path, [])).toBe(0);
  for (const path of project.files()) originalHashes.set(path, hashText(project.get(path)));
  honest = mkdtempSync(join(tmpdir(), "toolpress-honest-"));
  copy(project.path, honest);
});

afterAll(() => {
  for (const folder of [project.path, honest]) rmSync(folder, { recursive: true, force: true });
});

function copy(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

/** Returns everything in a folder: texts by path, and the targets of links. */
function treeOf(folder: string): unknown {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (stats.isSymbolicLink()) return { link: readlinkSync(folder) };
  if (!stats.isDirectory()) return readFileSync(folder, "utf8");
  return Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [name, treeOf(join(folder, name))]),
  );
}

/** Whether the output folder equals the output of a compiler without caches and locks. */
async function isOriginal(): Promise<boolean> {
  const clean = mkdtempSync(join(tmpdir(), "toolpress-clean-"));
  try {
    copy(project.path, clean);
    for (const folder of ["generated", "node_modules"])
      rmSync(join(clean, folder), { recursive: true, force: true });
    const code = await run(clean, []);
    // A skeleton of handlers is not output. toolpress writes it once, and a person changes it.
    rmSync(join(clean, "generated/stubs"), { recursive: true, force: true });
    return (
      code === 0 &&
      JSON.stringify(treeOf(join(clean, "generated"))) ===
        JSON.stringify(treeOf(join(project.path, "generated")))
    );
  } finally {
    rmSync(clean, { recursive: true, force: true });
  }
}

async function attack(changes: readonly Change[]): Promise<{ code: number; inCi: number; honest: boolean }> {
  copy(honest, project.path);
  const regenerate = async (): Promise<void> => void (await run(project.path, []));
  for (const change of changes) await change.apply(project, regenerate);
  const [code, inCi] = [
    await run(project.path, ["--check"]),
    await run(project.path, ["--check"], { CI: "true" }),
  ];
  return { code, inCi, honest: await isOriginal() };
}

const all = changesOf(originalHashes);
const pairs = all.flatMap((one, index) =>
  all.slice(index + 1).flatMap((other) => (other.target === one.target ? [] : [[one, other] as const])),
);

test("without changes, the check passes", async () => {
  expect(await attack([])).toEqual({ code: 0, inCi: 0, honest: true });
});

describe("an attacker", () => {
  const attacks: readonly (readonly [string, readonly Change[]])[] = [
    ...all.map((one) => [one.name, [one]] as const),
    ...pairs.map(([one, other]) => [`${one.name}, and ${other.name}`, [one, other]] as const),
  ];

  test.each(attacks)("%s", async (_name, changes) => {
    const { code, inCi, honest: isTrue } = await attack(changes);
    expect(inCi).toBe(code);
    expect(code).not.toBe(70);
    if (code === 0) expect(isTrue).toBe(true);
  });
});

test("most of these attacks are detected; the others change no loaded code", async () => {
  const passed: string[] = [];
  for (const change of all) if ((await attack([change])).code === 0) passed.push(change.name);
  expect(passed).toEqual([
    "has the config put handlers into the output folder",
    "edits a spec and generates anew",
    "has the lock vouch for everything",
    "forges the cache",
  ]);
});
