import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { run } from "../../generator/cli/run.js";
import { commands } from "../../generator/cli/commands/index.js";
import { createProgress } from "../../generator/cli/terminal/progress.js";
import { createProject, type Project, specOf } from "./project.js";

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.remove());

const repository = fileURLToPath(new URL("../..", import.meta.url));

describe("wrong usage exits with 2 and shows the correct usage", () => {
  test.each([
    [["gne"], 'toolpress: unknown command "gne"\nDid you mean toolpress gen?\n'],
    [["frobnicate"], 'toolpress: unknown command "frobnicate"\ntoolpress --help lists the commands.\n'],
    [["--verison"], 'toolpress: unknown flag "--verison"\ntoolpress --help lists the commands.\n'],
    [["constructor"], 'toolpress: unknown command "constructor"\ntoolpress --help lists the commands.\n'],
    [["gen", "--chek"], "toolpress: unknown flag --chek\nDid you mean --check?\n"],
    [["gen", "--__proto__"], "toolpress: unknown flag --__proto__\ntoolpress gen --help lists the flags.\n"],
    [["gen", "-x"], "toolpress: unknown flag -x\ntoolpress gen --help lists the flags.\n"],
    [["gen", "--out"], "toolpress: --out needs a value: --out <folder>\n"],
    [["gen", "--out="], "toolpress: --out needs a value: --out <folder>\n"],
    [["gen", "--check=yes"], 'toolpress: --check takes no value, got "yes"\n'],
    [
      ["gen", "--format", "jsn"],
      'toolpress: --format: expected one of text, json, github, found "jsn"\nDid you mean "json"?\n',
    ],
    [["gen", "--from", "opnai"], 'toolpress: --from: there is no dialect "opnai"\nDid you mean "openai"?\n'],
    [
      ["gen", "--check", "--watch"],
      "toolpress: --check and --watch cannot be combined\n--check looks once and writes nothing.\n",
    ],
    [
      ["gen"],
      "toolpress: no specs found in specs/\nRun toolpress init for a first spec, or name one: toolpress gen path/to/spec.yaml\n",
    ],
    [["init", "here"], 'toolpress: unexpected argument "here"\nUsage: toolpress init \n'],
    [["explain", "TP1234"], 'toolpress: unknown diagnostic "TP1234"\ntoolpress explain lists all of them.\n'],
    [
      ["explain", "\u001b[31m"],
      'toolpress: unknown diagnostic "\\u001b[31m"\ntoolpress explain lists all of them.\n',
    ],
  ])("toolpress %j", async (args, expected) => {
    const { code, stdout, stderr } = await project.toolpress(...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(expected);
  });

  test("a missing spec is compared with the existing ones", async () => {
    project.put("specs/hello.tools.yaml", specOf());
    const { code, stderr } = await project.toolpress("gen", "specs/helo.tools.yaml");
    expect([code, stderr]).toEqual([
      2,
      'toolpress: there is no spec "specs/helo.tools.yaml"\nDid you mean "hello.tools.yaml"?\n',
    ]);
  });
});

describe("help", () => {
  test.each([[[]], [["--help"]], [["-h"]], [["help"]]])("toolpress %j lists every command", async (args) => {
    const { code, stdout } = await project.toolpress(...args);
    expect(code).toBe(0);
    for (const { name, summary } of commands)
      expect(stdout).toMatch(new RegExp(`^  ${name} +${summary.slice(0, 20)}`, "m"));
  });

  test.each(commands.map(({ name }) => name))(
    "toolpress %s --help lists every flag and runs nothing",
    async (name) => {
      const { code, stdout, stderr } = await project.toolpress(name, "--help");
      expect([code, stderr, project.files(".")]).toEqual([0, "", []]);
      expect(stdout).toMatch(new RegExp(`^Usage: toolpress ${name}`));
      for (const flag of Object.keys(commands.find((command) => command.name === name)?.flags ?? {}))
        expect(stdout).toContain(`--${flag}`);
      expect((await project.toolpress("help", name)).stdout).toBe(stdout);
    },
  );

  test("lines fit a terminal of 110 columns", async () => {
    for (const { name } of commands)
      for (const line of (await project.toolpress(name, "--help")).stdout.split("\n"))
        expect(line.length).toBeLessThanOrEqual(110);
  });

  test("--version prints the version of the package", async () => {
    const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as {
      version: string;
    };
    expect(await project.toolpress("--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });
});

describe("a bug in toolpress", () => {
  test("exits with 70, is reported as a bug, and shows the stack", async () => {
    let stderr = "";
    const broken = {
      write: (): never => {
        throw new Error("boom \u001b[31m");
      },
    };
    const code = await run(["--help"], {
      cwd: project.path,
      env: {},
      stdout: broken,
      stderr: { write: (text) => (stderr += text) },
    });
    expect(code).toBe(70);
    expect(stderr).toMatch(/^toolpress: this is a bug in toolpress, not in your spec\./);
    expect(stderr).toContain("Error: boom <U+001B>[31m");
    expect(stderr).toMatch(/ at .*usage\.test\.ts/);
  });
});

describe("progress", () => {
  test("is shown on a terminal only, and only for long runs", () => {
    let now = 0;
    let written = "";
    const tty = createProgress({ isTTY: true, write: (text) => (written += text) }, () => now);
    tty.at("specs/a.yaml");
    expect(written).toBe("");
    now = 1_000;
    tty.at("generated/\u001b[31mx.ts");
    expect(written).toBe("\r\u001b[2K1 s  generated/<U+001B>[31mx.ts");
    tty.done();
    expect(written).toMatch(/\r\u001b\[2K$/);
    const pipe = createProgress({ write: () => expect.fail("nothing belongs here") }, () => now);
    now = 9_000;
    pipe.at("x");
    pipe.done();
  });
});
