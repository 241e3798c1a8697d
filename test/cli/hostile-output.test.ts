import {
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hashText } from "../../generator/pipeline/lock.js";
import { createProject, type Project, specOf } from "./project.js";

// A pull request may change everything in the output folder. The person who merges it relies on `gen
// --check`.

let project: Project;

beforeEach(async () => {
  project = createProject();
  project.put("specs/math.tools.yaml", specOf());
  project.put("specs/more.tools.yaml", specOf("Takes one number from another.", "subtract"));
  await project.toolpress("gen");
});
afterEach(() => project.remove());

const tool = "generated/math/tools/add.ts";
const lock = "generated/math/toolpress.lock.json";
const at = (path: string): string => join(project.path, path);

function edit(path: string, from: string, to: string): void {
  expect(project.get(path)).toContain(from);
  project.put(path, project.get(path).replaceAll(from, to));
}

/** Changes generated code, and changes the lock so that it records the new hash. */
function forgeCode(): void {
  const before = hashText(project.get(tool));
  edit(tool, "gives the sum", "gives nothing");
  edit(lock, before, hashText(project.get(tool)));
}

async function verdicts(...args: string[]): Promise<readonly string[]> {
  const { code, stdout } = await project.toolpress("gen", "--check", "--format", "json", ...args);
  const { drift } = JSON.parse(stdout) as { drift: { file: string; verdict: string }[] };
  expect(code).toBe(drift.length > 0 ? 1 : 0);
  return drift.map(({ file, verdict }) => `${verdict}: ${file}`);
}

describe("an attacker replaces with a link to their own code", () => {
  const linkAway = (path: string): void => {
    cpSync(at(path), at("elsewhere"), { recursive: true });
    rmSync(at(path), { recursive: true });
    symlinkSync(at("elsewhere"), at(path));
  };
  test.each([
    ["a generated file", "generated/math/index.ts"],
    ["the tools folder", "generated/math/tools"],
    ["the folder of a set", "generated/math"],
    ["the lock", lock],
  ])("%s", async (_what, path) => {
    linkAway(path);
    expect(await verdicts()).toEqual([`in the way: ${path}`]);
    const { stderr } = await project.toolpress("gen", "--check");
    expect(stderr).toContain(`in the way  TP915  ${path}\n  help: Remove what is in the way`);
  });

  test("the output folder, which is reported once and not for every file", async () => {
    linkAway("generated");
    expect(await verdicts()).toEqual(["in the way: generated"]);
  });

  test("a generated file, with a dangling link", async () => {
    unlinkSync(at(tool));
    symlinkSync(at("nowhere.ts"), at(tool));
    expect(await verdicts()).toEqual([`in the way: ${tool}`]);
  });

  test("a generated file, with a link to the same text in the project", async () => {
    renameSync(at(tool), at("same.ts"));
    symlinkSync(at("same.ts"), at(tool));
    expect(await verdicts()).toEqual([`in the way: ${tool}`]);
  });
});

describe("an attacker replaces generated code:", () => {
  test("a folder instead of a file", async () => {
    unlinkSync(at("generated/math/index.ts"));
    project.put("generated/math/index.ts/index.js", "steal();\n");
    expect(await verdicts()).toEqual([
      "in the way: generated/math/index.ts",
      "foreign: generated/math/index.ts/index.js",
    ]);
  });

  test("a file instead of a folder", async () => {
    rmSync(at("generated/math/tools"), { recursive: true });
    project.put("generated/math/tools", "");
    expect(await verdicts()).toEqual(["in the way: generated/math/tools"]);
  });

  test("a file instead of the output folder", async () => {
    rmSync(at("generated"), { recursive: true });
    project.put("generated", "");
    expect(await verdicts()).toEqual(["in the way: generated"]);
  });
});

describe("an attacker adds to the output folder", () => {
  test.each([
    ["an index.js that is loaded before index.ts", "generated/math/index.js"],
    ["a declaration file", "generated/math/index.d.ts"],
    ["a file that differs in case only", "generated/math/Index.ts"],
    ["a hidden file that tools run", "generated/math/.eslintrc.cjs"],
    ["a file deep down", "generated/math/tools/deep/er/x.ts"],
    ["a package.json that changes how modules are read", "generated/math/package.json"],
    ["a file with a name that is not plain", "generated/math/tools/a b\u202e.ts"],
  ])("%s", async (_what, path) => {
    project.put(path, "steal();\n");
    expect(await verdicts()).toEqual([`foreign: ${path}`]);
    expect(await verdicts("specs/math.tools.yaml")).toEqual([`foreign: ${path}`]);
    expect(await verdicts("specs/more.tools.yaml")).toEqual([]);
  });

  test.each([
    ["a folder in the output folder", "generated/evil/index.ts", "generated/evil"],
    ["a file that is found before the folder of a set", "generated/math.js", "generated/math.js"],
    ["the folder of a set in another case", "generated/Math/index.ts", "generated/Math"],
    ["a folder that hides", "generated/.hidden/index.js", "generated/.hidden"],
  ])("%s", async (_what, path, shown) => {
    project.put(path, "steal();\n");
    expect(await verdicts()).toEqual([`foreign: ${shown}`]);
    const { stderr } = await project.toolpress("gen", "--check");
    expect(stderr).toContain("help: Move it out of the output folder");
  });

  test("a folder with a lock whose source is not a spec", async () => {
    project.put("README.md", "hello\n");
    project.put("generated/evil/index.ts", "steal();\n");
    project.put(
      "generated/evil/toolpress.lock.json",
      '{ "output": 1, "source": "README.md", "tools": [], "files": [] }',
    );
    expect(await verdicts()).toEqual(["foreign: generated/evil"]);
  });

  test("a link with a harmless name", async () => {
    symlinkSync(at("specs"), at("generated/notes.md"));
    symlinkSync(at("specs"), at("generated/math/notes.md"));
    expect(await verdicts()).toEqual(["foreign: generated/math/notes.md", "foreign: generated/notes.md"]);
  });

  test("code with the header of generated files, which is an orphan", async () => {
    project.put("generated/math/tools/old.ts", project.get(tool));
    expect(await verdicts()).toEqual(["orphan: generated/math/tools/old.ts"]);
  });
});

describe("users may keep", () => {
  test("notes and files of git and of file managers among generated code", async () => {
    for (const name of ["README.md", "notes.txt", ".gitignore", ".gitattributes", ".gitkeep", ".DS_Store"]) {
      project.put(`generated/${name}`, "mine\n");
      project.put(`generated/math/${name}`, "mine\n");
    }
    mkdirSync(at("generated/empty"));
    expect(await verdicts()).toEqual([]);
  });

  test("specs in the output folder, but no other code", async () => {
    rmSync(at("generated"), { recursive: true });
    project.put("toolpress.config.yaml", "out: api\nspecs: [api/specs]\n");
    project.put("api/specs/math.tools.yaml", specOf());
    await project.toolpress("gen");
    expect(await verdicts()).toEqual([]);
    project.put("api/specs/math.js", "steal();\n");
    expect(await verdicts()).toEqual(["foreign: api/specs/math.js"]);
  });

  test("any other files if the output folder is the project itself, unless they hide a set", async () => {
    rmSync(at("generated"), { recursive: true });
    project.put("toolpress.config.yaml", "out: .\n");
    project.put("src/main.ts", "run();\n");
    project.put("package.json", "{}\n");
    await project.toolpress("gen");
    expect(await verdicts()).toEqual([]);
    project.put("math.js", "steal();\n");
    expect(await verdicts()).toEqual(["foreign: math.js"]);
  });

  test("sets of a spec that cannot be read at the moment", async () => {
    project.put("specs/math.tools.yaml", "tools: [");
    const { code, stderr } = await project.toolpress("gen", "--check");
    expect(code).toBe(1);
    expect(stderr).not.toContain("TP916");
  });
});

describe("an attacker edits the lock", () => {
  test("to approve changed code: gen detects it anyway", async () => {
    forgeCode();
    const { stdout } = await project.toolpress("gen");
    expect(stdout).toContain("2 changed");
    expect(project.get(tool)).toContain("gives the sum");
  });

  test("to have a user's file deleted", async () => {
    const mine = "export const mine = 1;\n";
    project.put("generated/math/mine.ts", mine);
    edit(lock, '"files": [', `"files": [\n    {"path":"mine.ts","key":"k","hash":"${hashText(mine)}"},`);
    expect(await verdicts()).toContain("orphan: generated/math/mine.ts");
    expect((await project.toolpress("gen")).code).toBe(0);
    expect(project.get("generated/math/mine.ts")).toBe(mine);
  });

  test("to record imports that a file does not have", async () => {
    const original = project.get(lock);
    edit(lock, '{"path":"tools/add.ts",', '{"imports":["Evil"],"path":"tools/add.ts",');
    expect(await verdicts()).toEqual([`stale: ${lock}`]);
    await project.toolpress("gen");
    expect(project.get(lock)).toBe(original);
  });

  test("to have a user's folder deleted", async () => {
    const mine = "export const mine = 1;\n";
    project.put("generated/mine/index.ts", mine);
    const files = `[{"path":"index.ts","key":"k","hash":"${hashText(mine)}"}]`;
    project.put(
      "generated/mine/toolpress.lock.json",
      `{ "output": 1, "source": "gone.tools.yaml", "tools": [], "files": ${files} }`,
    );
    await project.toolpress("gen");
    expect(project.get("generated/mine/index.ts")).toBe(mine);
  });

  test("to have a user's file overwritten", async () => {
    const mine = "export const mine = 1;\n";
    project.put("generated/math/index.ts", mine);
    const found = JSON.parse(project.get(lock)) as { files: { path: string; hash: string }[] };
    edit(lock, found.files.find(({ path }) => path === "index.ts")!.hash, hashText(mine));
    const { code, stderr } = await project.toolpress("gen");
    expect([code, project.get("generated/math/index.ts")]).toEqual([1, mine]);
    expect(stderr).toContain("TP904");
  });
});

describe("gen --force", () => {
  test("cannot be combined with --check, which renders everything anyway", async () => {
    expect(await project.toolpress("gen", "--check", "--force")).toMatchObject({ code: 2 });
  });

  test("restores changed code, and writes nothing else", async () => {
    forgeCode();
    const { stdout } = await project.toolpress("gen", "--force");
    expect(stdout).toContain("2 changed");
    expect(await verdicts()).toEqual([]);
    expect((await project.toolpress("gen", "--force")).stdout).toContain("unchanged");
  });
});

test("an unreadable file in the output folder fails the check", async () => {
  const isRoot = process.getuid?.() === 0;
  if (process.platform === "win32") return;
  const { chmodSync } = await import("node:fs");
  for (const folder of [".", "generated", "generated/math", "specs"]) chmodSync(at(folder), 0o755);
  writeFileSync(at("generated/math/secret.ts"), "steal();\n", { mode: 0o000 });
  if (isRoot) process.seteuid?.(65_534);
  try {
    const { code } = await project.toolpress("gen", "--check");
    expect(code).toBe(1);
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
  expect(existsSync(at("generated/math/secret.ts"))).toBe(true);
});
