import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createReport, type Report } from "../generator/diagnostics.js";
import { hashText, type Lock, lockFile, printLock } from "../generator/lock.js";
import { plain } from "../generator/terminal/colour.js";
import { openFolder, type Output, write, type Written } from "../generator/write.js";
import { findOrphans } from "../generator/write/orphans.js";
import { replaceFile } from "../generator/write/replace-file.js";
import { showDiff } from "../generator/write/show-diff.js";
import { type Drift, judge } from "../generator/write/verdicts.js";

type Files = Readonly<Record<string, string>>;

let project: string;
let out: string;
let report: Report;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "toolpress-write-"));
  out = join(project, "generated");
  report = createReport();
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function lockOf(files: Files, version = 1): Lock {
  const entries = Object.entries(files).map(([path, text]) => ({ path, key: "k", hash: hashText(text) }));
  return { output: version, source: "specs/a.tools.yaml", tools: [], files: entries };
}

/** The plan for some files, with their lock; `previous` is what the last run wrote. */
function outputOf(files: Files, previous?: Files, previousVersion = 1): Output {
  return {
    shown: "generated/a",
    folder: openFolder(out, "a"),
    planned: [
      ...Object.entries(files).map(([path, text]) => ({ path, text })),
      { path: lockFile, text: printLock(lockOf(files)) },
    ],
    previous: previous && lockOf(previous, previousVersion),
  };
}

function run(files: Files, previous?: Files): Written {
  return write(outputOf(files, previous), report);
}

/** Everything in the output folder but the lock. */
function onDisk(folder = join(out, "a")): Files {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== lockFile)
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]));
}

const codes = (): string[] => report.sorted().map(({ code, message }) => `${code} ${message}`);

describe("what must not be written is refused, and then nothing is written", () => {
  test.each([
    "../escape.ts",
    "tools/../../escape.ts",
    "/etc/escape.ts",
    "tools\\..\\escape.ts",
    "C:/escape.ts",
    "./a.ts",
    "a//b.ts",
    ".hidden.ts",
    "",
    "a\u0000.ts",
    "a\u202E.ts",
    "a.ts.",
  ])("path %j", (path) => {
    expect(run({ "index.ts": "1", [path]: "2" })).toEqual({ changed: [], removed: [] });
    expect(codes()).toEqual([`TP901 generated/a/${path} would be written outside the output folder`]);
    expect(existsSync(out)).toBe(false);
  });

  test.each(["..", ".", "a/../..", "/tmp"])("set name %j", (set) => {
    write({ ...outputOf({ "index.ts": "1" }), folder: openFolder(out, set) }, report);
    expect(codes()[0]).toMatch(/^TP901/);
    expect(existsSync(join(project, "index.ts"))).toBe(false);
  });

  test("an output folder that is a link", () => {
    mkdirSync(join(project, "elsewhere"));
    symlinkSync(join(project, "elsewhere"), out);
    run({ "index.ts": "1" });
    expect(codes()[0]).toBe(
      'TP902 expected a regular file or nothing at "generated/a/index.ts", found a symbolic link',
    );
    expect(readdirSync(join(project, "elsewhere"))).toEqual([]);
  });

  test("a folder on the way that is a link, even to a place inside", () => {
    mkdirSync(join(out, "a", "real"), { recursive: true });
    symlinkSync(join(out, "a", "real"), join(out, "a", "tools"));
    run({ "tools/x.ts": "1", "index.ts": "1" });
    expect(codes()[0]).toMatch(/^TP902 .*"generated\/a\/tools\/x.ts", found a symbolic link$/);
    expect(onDisk()).toEqual({});
  });

  test("a file that is a link to another file", () => {
    mkdirSync(join(out, "a"), { recursive: true });
    writeFileSync(join(project, "precious.txt"), "precious");
    symlinkSync(join(project, "precious.txt"), join(out, "a", "index.ts"));
    run({ "index.ts": "1" }, { "index.ts": "0" });
    expect(codes()[0]).toMatch(/^TP902/);
    expect(readFileSync(join(project, "precious.txt"), "utf8")).toBe("precious");
  });

  test("a dangling link is not followed either", () => {
    mkdirSync(join(out, "a"), { recursive: true });
    symlinkSync(join(project, "not-there.txt"), join(out, "a", "index.ts"));
    run({ "index.ts": "1" });
    expect(codes()[0]).toMatch(/^TP902/);
    expect(existsSync(join(project, "not-there.txt"))).toBe(false);
  });

  test("a folder where a file belongs, and a file where a folder belongs", () => {
    mkdirSync(join(out, "a", "index.ts"), { recursive: true });
    writeFileSync(join(out, "a", "tools"), "");
    run({ "index.ts": "1", "tools/x.ts": "1" });
    expect(codes()).toEqual([
      'TP902 expected a regular file or nothing at "generated/a/index.ts", found a folder',
      'TP902 expected a regular file or nothing at "generated/a/tools/x.ts", found a file',
    ]);
  });

  test("a file that somebody else wrote", () => {
    mkdirSync(join(out, "a"), { recursive: true });
    writeFileSync(join(out, "a", "index.ts"), "export const mine = 1;\n");
    expect(run({ "index.ts": "1", "tools/x.ts": "1" })).toEqual({ changed: [], removed: [] });
    expect(codes()).toEqual(['TP904 "generated/a/index.ts" was not written by toolpress and is in the way']);
    expect(onDisk()).toEqual({ "index.ts": "export const mine = 1;\n" });
  });

  test("two names that are one file where case does not count are our bug", () => {
    expect(() => run({ "tools/A.ts": "1", "tools/a.ts": "2" })).toThrow("two planned files are one");
  });

  test.skipIf(process.platform === "win32")("a folder that is read-only", () => {
    mkdirSync(join(out, "a"), { recursive: true });
    for (const folder of [project, out]) chmodSync(folder, 0o755);
    chmodSync(join(out, "a"), 0o555);
    // Permissions mean nothing to root.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      expect(run({ "index.ts": "1" })).toEqual({ changed: [], removed: [] });
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
    expect(codes()[0]).toBe('TP903 cannot write "generated/a/index.ts": permission denied');
  });
});

describe("only what changed is written", () => {
  const first = { "index.ts": "1\n", "tools/x.ts": "x\n", "tools/y.ts": "y\n" };

  test("the first run writes everything", () => {
    expect(run(first).changed).toEqual(["index.ts", "tools/x.ts", "tools/y.ts", lockFile]);
    expect(onDisk()).toEqual(first);
  });

  test("the second run writes nothing", () => {
    run(first);
    const before = statSync(join(out, "a", "index.ts")).mtimeMs;
    expect(run(first, first)).toEqual({ changed: [], removed: [] });
    expect(statSync(join(out, "a", "index.ts")).mtimeMs).toBe(before);
  });

  test("a checkout with CRLF line ends is not a change", () => {
    run(first);
    for (const [path, text] of Object.entries(first))
      writeFileSync(join(out, "a", path), text.replaceAll("\n", "\r\n"));
    expect(run(first, first)).toEqual({ changed: [], removed: [] });
    expect(judge(outputOf(first, first), 1, report)).toEqual([]);
  });

  test("an edit to one tool writes that file and the lock, the lock last", () => {
    run(first);
    expect(run({ ...first, "tools/x.ts": "X\n" }, first).changed).toEqual(["tools/x.ts", lockFile]);
  });

  test("a lock that was lost does not make our files foreign", () => {
    const ours = { "index.ts": "/** Generated by toolpress from a. Do not edit. */\n1\n" };
    run(ours);
    expect(run({ "index.ts": `${ours["index.ts"]}2\n` }).changed).toEqual(["index.ts", lockFile]);
    expect(codes()).toEqual([
      'TP905 "generated/a/index.ts" had been edited by hand; it now says what the spec says',
    ]);
  });

  test("an edit by hand is overwritten and told", () => {
    run(first);
    writeFileSync(join(out, "a", "tools/x.ts"), "edited\n");
    expect(run(first, first).changed).toEqual(["tools/x.ts"]);
    expect(codes()).toEqual([
      'TP905 "generated/a/tools/x.ts" had been edited by hand; it now says what the spec says',
    ]);
  });
});

describe("stale files are removed only if they are ours and untouched", () => {
  const first = { "index.ts": "1\n", "tools/x.ts": "x\n" };

  test("a file of the lock that is no longer planned goes, with its empty folder", () => {
    run(first);
    expect(run({ "index.ts": "1\n" }, first).removed).toEqual(["tools/x.ts"]);
    expect(existsSync(join(out, "a", "tools"))).toBe(false);
  });

  test("one that was edited stays and is told", () => {
    run(first);
    writeFileSync(join(out, "a", "tools/x.ts"), "my work\n");
    expect(run({ "index.ts": "1\n" }, first).removed).toEqual([]);
    expect(onDisk()).toEqual({ "index.ts": "1\n", "tools/x.ts": "my work\n" });
    expect(codes()).toEqual([
      'TP906 "generated/a/tools/x.ts" is no longer generated, but is not as toolpress wrote it, and is kept',
    ]);
  });

  test("a file the lock does not know is none of our business", () => {
    run(first);
    writeFileSync(join(out, "a", "notes.md"), "mine\n");
    expect(run(first, first)).toEqual({ changed: [], removed: [] });
    expect(codes()).toEqual([]);
  });

  test("a lock that names files outside cannot make us delete them", () => {
    writeFileSync(join(project, "precious.txt"), "precious");
    run(first);
    const lying = { ...first, "../../precious.txt": "precious", "../a/../../precious.txt": "precious" };
    expect(run(first, lying).removed).toEqual([]);
    expect(existsSync(join(project, "precious.txt"))).toBe(true);
  });

  test("a lock that names a link's target cannot make us delete it", () => {
    run(first);
    mkdirSync(join(project, "outside"));
    writeFileSync(join(project, "outside", "x.ts"), "x\n");
    rmSync(join(out, "a", "tools"), { recursive: true });
    symlinkSync(join(project, "outside"), join(out, "a", "tools"));
    run({ "index.ts": "1\n" }, first);
    expect(existsSync(join(project, "outside", "x.ts"))).toBe(true);
  });
});

describe("a file is replaced whole or not at all", () => {
  test("a write that fails leaves the old file and nothing beside it", () => {
    mkdirSync(join(project, "folder", "index.ts", "full"), { recursive: true });
    expect(() => replaceFile(join(project, "folder", "index.ts"), "new")).toThrow();
    expect(readdirSync(join(project, "folder"))).toEqual(["index.ts"]);
  });

  test("a failing write is a diagnostic, not a crash", () => {
    const output = outputOf({ "index.ts": "1" });
    // The obstacle appears after the check.
    const folder = { ...output.folder, at: () => "/dev/null/index.ts" };
    write({ ...output, folder }, report);
    expect(codes()[0]).toBe(
      'TP903 cannot write "generated/a/index.ts": a file stands where a folder belongs',
    );
  });

  test("what a killed run left beside the files is cleared away, other files are not", () => {
    run({ "index.ts": "1\n" });
    const [ours, fresh, foreign] = [
      ".index.ts.toolpress-0123456789ab.tmp",
      ".index.ts.toolpress-ba9876543210.tmp",
      ".index.ts.tmp",
    ].map((name) => join(out, "a", name)) as [string, string, string];
    for (const path of [ours, fresh, foreign]) writeFileSync(path, "half");
    utimesSync(ours, 1, 1);
    utimesSync(foreign, 1, 1);
    run({ "index.ts": "2\n" }, { "index.ts": "1\n" });
    expect([ours, fresh, foreign].map((path) => existsSync(path))).toEqual([false, true, true]);
  });
});

describe("gen --check gives each file one verdict", () => {
  const first = { "index.ts": "1\n2\n3\n", "tools/x.ts": "x\n", "tools/y.ts": "y\n" };
  const verdicts = (drifts: readonly Drift[]): string[] =>
    drifts.map(({ file, verdict }) => `${file} ${verdict}`);

  test("nothing when all is as planned", () => {
    run(first);
    expect(judge(outputOf(first, first), 1, report)).toEqual([]);
  });

  test("stale, missing, orphan and hand-edited side by side; nothing is written", () => {
    run(first);
    rmSync(join(out, "a", "tools/y.ts"));
    writeFileSync(join(out, "a", "index.ts"), "1\nedited\n3\n");
    const next = { "index.ts": "1\n2\n3\n", "tools/y.ts": "y\n", "schemas.ts": "s\n" };
    const before = onDisk();
    const drifts = judge(outputOf(next, first), 1, report);
    expect(verdicts(drifts)).toEqual([
      "generated/a/index.ts hand-edited",
      "generated/a/schemas.ts missing",
      `generated/a/${lockFile} stale`,
      "generated/a/tools/x.ts orphan",
      "generated/a/tools/y.ts missing",
    ]);
    expect(report.sorted().find(({ code }) => code === "TP913")?.place).toEqual({
      file: "generated/a/index.ts",
      line: 2,
      column: 1,
      length: 0,
    });
    expect(onDisk()).toEqual(before);
  });

  test("made by another version, when the lock says so", () => {
    run(first);
    writeFileSync(join(out, "a", lockFile), printLock(lockOf(first, 7)));
    expect(verdicts(judge(outputOf({ ...first, "index.ts": "new\n" }, first, 7), 1, report))).toEqual([
      "generated/a/index.ts made by another version",
      `generated/a/${lockFile} made by another version`,
    ]);
    expect(codes()[0]).toBe("TP914 made by another version of toolpress (output 7, this one writes 1)");
  });

  test("a file that somebody edited to exactly what belongs there is fine", () => {
    run(first);
    const next = { ...first, "tools/x.ts": "next\n" };
    writeFileSync(join(out, "a", "tools/x.ts"), "next\n");
    expect(verdicts(judge(outputOf(next, first), 1, report))).toEqual([`generated/a/${lockFile} stale`]);
  });

  test("the diff shows what is there and what belongs there", async () => {
    run(first);
    writeFileSync(join(out, "a", "index.ts"), "1\n\u001b[31medited\n3\n");
    expect(await showDiff(judge(outputOf(first, first), 1, report), plain)).toBe(
      `--- a/generated/a/index.ts
+++ b/generated/a/index.ts
@@ -1,3 +1,3 @@
 1
-<U+001B>[31medited
+2
 3
`,
    );
  });
});

describe("a whole set is an orphan", () => {
  const made = (sets: string[], sources: string[]) => ({ sets: new Set(sets), sources: new Set(sources) });

  beforeEach(() => {
    run({ "index.ts": "1\n" });
    mkdirSync(join(project, "specs"));
  });

  test("when its spec is gone", () => {
    expect(findOrphans(out, project, made(["b"], [])).map(({ set }) => set)).toEqual(["a"]);
  });

  test("when its spec now makes other sets", () => {
    writeFileSync(join(project, "specs/a.tools.yaml"), "");
    expect(findOrphans(out, project, made(["b"], ["specs/a.tools.yaml"])).map(({ set }) => set)).toEqual([
      "a",
    ]);
  });

  test("but not when its spec is there and was not compiled", () => {
    writeFileSync(join(project, "specs/a.tools.yaml"), "");
    expect(findOrphans(out, project, made(["b"], ["specs/b.tools.yaml"]))).toEqual([]);
  });

  test("a folder without a lock of ours is nobody's orphan", () => {
    mkdirSync(join(out, "mine"));
    writeFileSync(join(out, "mine", lockFile), "{}");
    expect(findOrphans(out, project, made(["a"], []))).toEqual([]);
  });

  test("its files and its lock are removed, a stranger's file stays", () => {
    writeFileSync(join(out, "a", "notes.md"), "mine\n");
    const [orphan] = findOrphans(out, project, made([], []));
    const folder = openFolder(out, "a");
    write({ shown: "generated/a", folder, planned: [], previous: orphan?.lock }, report);
    expect(readdirSync(join(out, "a"))).toEqual(["notes.md"]);
  });
});
