import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { run } from "../generator/command-line/run.js";
import { commands } from "../generator/commands/index.js";
import { createProgress } from "../generator/terminal/progress.js";

const repository = fileURLToPath(new URL("..", import.meta.url));

let project: string;
let folder: string;
beforeEach(() => {
  project = folder = mkdtempSync(join(tmpdir(), "toolpress-cli-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function toolpress(...args: string[]): Promise<Result> {
  let [stdout, stderr] = ["", ""];
  const code = await run(args, {
    cwd: project,
    env: {},
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
  });
  return { code, stdout, stderr };
}

function put(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

const get = (path: string): string => readFileSync(join(project, path), "utf8");

function files(folder = "generated"): string[] {
  if (!existsSync(join(project, folder))) return [];
  return readdirSync(join(project, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(project.length + 1))
    .sort();
}

const spec = (description = "Adds two numbers and gives the sum.", tool = "add"): string => `tools:
  ${tool}:
    description: ${description}
    parameters:
      - { name: a, type: number, description: The first number., required: true }
      - { name: b, type: number, description: The second number., required: true }
`;

const setFiles = (set: string, tool = "add"): string[] => [
  `generated/${set}/declarations.json`,
  `generated/${set}/index.ts`,
  `generated/${set}/toolpress.lock.json`,
  `generated/${set}/tools/${tool}.ts`,
];

describe("wrong usage exits with 2 and shows the way", () => {
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
    [
      ["explain", "TP1234"],
      'toolpress: there is no diagnostic "TP1234"\ntoolpress explain lists all of them.\n',
    ],
    [
      ["explain", "\u001b[31m"],
      'toolpress: there is no diagnostic "\\u001b[31m"\ntoolpress explain lists all of them.\n',
    ],
  ])("toolpress %j", async (args, expected) => {
    const { code, stdout, stderr } = await toolpress(...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(expected);
  });

  test("a spec that is not there is compared with those that are", async () => {
    put("specs/hello.tools.yaml", spec());
    const { code, stderr } = await toolpress("gen", "specs/helo.tools.yaml");
    expect([code, stderr]).toEqual([
      2,
      'toolpress: there is no spec "specs/helo.tools.yaml"\nDid you mean "hello.tools.yaml"?\n',
    ]);
  });
});

describe("help", () => {
  test.each([[[]], [["--help"]], [["-h"]], [["help"]]])("toolpress %j lists every command", async (args) => {
    const { code, stdout } = await toolpress(...args);
    expect(code).toBe(0);
    for (const { name, summary } of commands)
      expect(stdout).toMatch(new RegExp(`^  ${name} +${summary.slice(0, 20)}`, "m"));
  });

  test.each(commands.map(({ name }) => name))(
    "toolpress %s --help tells every flag and runs nothing",
    async (name) => {
      const { code, stdout, stderr } = await toolpress(name, "--help");
      expect([code, stderr, files(".")]).toEqual([0, "", []]);
      expect(stdout).toMatch(new RegExp(`^Usage: toolpress ${name}`));
      for (const flag of Object.keys(commands.find((command) => command.name === name)?.flags ?? {}))
        expect(stdout).toContain(`--${flag}`);
      expect((await toolpress("help", name)).stdout).toBe(stdout);
    },
  );

  test("lines fit a terminal of 110 columns", async () => {
    for (const { name } of commands)
      for (const line of (await toolpress(name, "--help")).stdout.split("\n"))
        expect(line.length).toBeLessThanOrEqual(110);
  });

  test("--version is the package's", async () => {
    const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as {
      version: string;
    };
    expect(await toolpress("--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });
});

describe("a bug of ours", () => {
  test("exits with 70, says so, and shows the stack", async () => {
    let stderr = "";
    const broken = {
      write: (): never => {
        throw new Error("boom \u001b[31m");
      },
    };
    const code = await run(["--help"], {
      cwd: project,
      env: {},
      stdout: broken,
      stderr: { write: (text) => (stderr += text) },
    });
    expect(code).toBe(70);
    expect(stderr).toMatch(/^toolpress: this is a bug in toolpress, not in your spec\./);
    expect(stderr).toContain("Error: boom <U+001B>[31m");
    expect(stderr).toMatch(/ at .*cli\.test\.ts/);
  });
});

describe("from nothing", () => {
  test("init and gen give code, a second gen writes nothing", async () => {
    const first = await toolpress("init");
    expect(first.stdout).toBe(
      "wrote  specs/hello.tools.yaml\nwrote  toolpress.config.yaml\n\nNext: toolpress gen compiles specs/ into generated/.\n",
    );
    const gen = await toolpress("gen");
    expect([gen.code, gen.stderr]).toEqual([0, ""]);
    expect(gen.stdout.replace(/\d+ ms/, "N ms")).toMatch(
      /^hello {2}generated\/hello\/ {2}4 files written\n1 tool · 4 changed · N ms · \d+ tokens\n\nNext: implement/,
    );
    expect(files()).toEqual(setFiles("hello", "say-hello"));
    const before = statSync(join(project, "generated/hello/index.ts")).mtimeMs;
    const again = await toolpress("gen");
    expect(again.stdout).toMatch(/^1 tool · unchanged · \d+ ms · \d+ tokens\n$/);
    expect(statSync(join(project, "generated/hello/index.ts")).mtimeMs).toBe(before);
    expect((await toolpress("gen", "--check")).code).toBe(0);
  });

  test("init never overwrites", async () => {
    put("specs/hello.tools.yaml", "mine");
    put("toolpress.config.ts", "export default {}");
    expect((await toolpress("init")).stdout).toMatch(
      /^kept {3}specs\/hello\.tools\.yaml\nkept {3}toolpress\.config\.ts\n/,
    );
    expect(get("specs/hello.tools.yaml")).toBe("mine");
    expect(existsSync(join(project, "toolpress.config.yaml"))).toBe(false);
  });
});

describe("an error in a spec", () => {
  test("writes nothing, shows the place, exits with 1", async () => {
    put("specs/math.tools.yaml", `${spec()}\n    descripton: twice\n`);
    const { code, stdout, stderr } = await toolpress("gen");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^specs\/math\.tools\.yaml:8:5 {2}error TP201 {2}unknown field "descripton"/);
    expect(stderr).toContain('  help: did you mean "description"?\n');
    expect(stdout).toMatch(
      /^failed {2}math {2}errors in specs\/math\.tools\.yaml; nothing was written\n0 tools · unchanged · /,
    );
    expect(files()).toEqual([]);
  });

  test.each([
    ["an unknown field", `${spec()}\n    descripton: twice\n`],
    ["broken YAML", "tools:\n\t- x"],
    ["an empty file", ""],
    ["a document of no dialect", "hello: world"],
  ])("%s never removes what was generated before", async (_name, text) => {
    put("specs/math.tools.yaml", spec());
    put("specs/other.tools.yaml", spec("Adds two other numbers and gives their sum.", "plus"));
    await toolpress("gen");
    const before = files();
    put("specs/math.tools.yaml", text);
    expect((await toolpress("gen")).code).toBe(1);
    expect(files()).toEqual(before);
  });

  test("in one spec does not keep the others from being written", async () => {
    put("specs/bad.tools.yaml", "tools: 1");
    put("specs/math.tools.yaml", spec());
    expect((await toolpress("gen")).code).toBe(1);
    expect(files()).toEqual(setFiles("math"));
  });

  test("a file that is not text is a diagnostic", async () => {
    put("specs/math.tools.yaml", spec());
    writeFileSync(join(project, "specs/latin.tools.yaml"), Buffer.from([0x61, 0xe9, 0x00]));
    const { code, stderr } = await toolpress("gen");
    expect([code, stderr.split("\n")[0]]).toEqual([
      1,
      'error TP112  cannot read "specs/latin.tools.yaml": it is not UTF-8 text',
    ]);
  });
});

describe("which specs are compiled", () => {
  test("everything in specs/ but parts; in subfolders what is called a spec", async () => {
    put("specs/a.tools.yaml", spec());
    put(
      "specs/b.json",
      JSON.stringify({ tools: { minus: { description: "Subtracts a number from another one." } } }),
    );
    put("specs/common.schemas.yaml", "schemas: {}");
    put("specs/_draft.tools.yaml", "broken: [");
    put("specs/.hidden.yaml", "broken: [");
    put("specs/deep/c.tools.yaml", spec("Multiplies two numbers, gives the product.", "times"));
    put("specs/deep/part.yaml", "type: object");
    expect((await toolpress("gen")).code).toBe(0);
    expect(new Set(files().map((path) => path.split("/")[1]))).toEqual(new Set(["a", "b", "c"]));
  });

  test("only those that are named; the others are left alone", async () => {
    put("specs/a.tools.yaml", spec());
    put("specs/b.tools.yaml", spec("Adds two other numbers and gives their sum.", "plus"));
    await toolpress("gen");
    rmSync(join(project, "specs/b.tools.yaml"));
    expect((await toolpress("gen", "specs/a.tools.yaml")).code).toBe(0);
    expect(files()).toEqual([...setFiles("a"), ...setFiles("b", "plus")]);
  });

  test("a spec outside the project may refer to files beside it, and to no others", async () => {
    const above = project;
    put("api/math.tools.yaml", `${spec()}\n    response: { $ref: "parts/sum.yaml" }\n`);
    put("api/parts/sum.yaml", "type: object\nproperties: { sum: { type: number } }\n");
    put("secret.yaml", "type: object");
    put("app/package.json", "{}");
    project = join(above, "app");
    expect(await toolpress("gen", "../api/math.tools.yaml")).toMatchObject({ code: 0, stderr: "" });
    expect(files()).toContain("generated/math/tools/add.ts");
    writeFileSync(
      join(above, "api/math.tools.yaml"),
      `${spec()}\n    response: { $ref: "../secret.yaml" }\n`,
    );
    const { code, stderr } = await toolpress("gen", "../api/math.tools.yaml");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^\.\.\/api\/math\.tools\.yaml:8:23 {2}error TP3\d\d/);
  });

  test("--out says where", async () => {
    put("specs/a.tools.yaml", spec());
    await toolpress("gen", "--out", "src/gen");
    expect(files("src")).toEqual(setFiles("a").map((path) => path.replace("generated", "src/gen")));
  });
});

describe("a part of an OpenAPI document", () => {
  const operation = (operationId: string): object => ({
    get: {
      operationId,
      tags: [operationId.slice(0, 3)],
      summary: `Gives the ${operationId} of the shop, all of them at once.`,
      responses: { 200: { description: "fine" } },
    },
  });
  beforeEach(() =>
    put(
      "shop.json",
      JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Shop", version: "1" },
        servers: [{ url: "https://shop.example" }],
        paths: { "/pets": operation("pets"), "/toys": operation("toys"), "/food": operation("food") },
      }),
    ),
  );
  const tools = (): string[] => files().filter((path) => path.includes("/tools/"));

  test("nothing is selected by itself", async () => {
    const { code, stderr } = await toolpress("gen", "shop.json");
    expect([code, tools()]).toEqual([1, []]);
    expect(stderr).toContain("error TP603");
  });

  test("--include selects, and shows how to keep the selection", async () => {
    const { code, stderr } = await toolpress("gen", "shop.json", "--include", "pets", "--include", "tag:toy");
    expect([code, tools()]).toEqual([0, ["generated/shop/tools/pets.ts", "generated/shop/tools/toys.ts"]]);
    const line = /^ {2}(specs: .*)$/m.exec(stderr)?.[1] ?? "";
    expect(line).toBe('specs: { "shop.json": {"include":["pets","tag:toy"]} }');
    put("toolpress.config.yaml", line);
    expect((await toolpress("gen", "--check")).code).toBe(0);
  });

  test("--all says first what it costs", async () => {
    const { code, stderr } = await toolpress("gen", "shop.json", "--all");
    expect([code, tools().length]).toEqual([0, 3]);
    expect(stderr).toMatch(
      /^all operations: 3 tools, about \d+ tokens in every request; --include takes a part\n/,
    );
  });
});

describe("gen --check", () => {
  beforeEach(async () => {
    put("specs/math.tools.yaml", spec());
    await toolpress("gen");
  });

  test("exits with 1 on an edit by hand, shows the diff, writes nothing; gen mends it", async () => {
    const path = "generated/math/tools/add.ts";
    put(path, get(path).replace("gives the sum", "gives nothing"));
    const edited = get(path);
    const { code, stderr, stdout } = await toolpress("gen", "--check");
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^hand-edited {2}TP913 {2}generated\/math\/tools\/add\.ts\n {2}help: Run toolpress gen/,
    );
    expect(stderr).toMatch(/^-.*gives nothing/m);
    expect(stderr).toMatch(/^\+.*gives the sum/m);
    expect(stdout).toMatch(/^1 tool · 1 out of date · /);
    expect(get(path)).toBe(edited);
    expect((await toolpress("gen")).stderr).toContain("warning TP905");
    expect((await toolpress("gen", "--check")).code).toBe(0);
  });

  test("does not take the lock's word for a file", async () => {
    const path = "generated/math/tools/add.ts";
    const { hashText } = await import("../generator/lock.js");
    const before = hashText(get(path));
    put(path, get(path).replace("gives the sum", "gives nothing"));
    put(
      "generated/math/toolpress.lock.json",
      get("generated/math/toolpress.lock.json").replace(before, hashText(get(path))),
    );
    const { code, stderr } = await toolpress("gen", "--check");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^\+.*gives the sum/m);
  });

  test("tells stale, missing and orphan apart", async () => {
    put("specs/math.tools.yaml", spec("Adds two numbers and gives the sum.", "plus"));
    const { code, stderr } = await toolpress("gen", "--check");
    expect(code).toBe(1);
    expect(stderr.split("\n").slice(0, 6)).toEqual([
      "stale    TP910  generated/math/declarations.json",
      "stale    TP910  generated/math/index.ts",
      "stale    TP910  generated/math/toolpress.lock.json",
      "orphan   TP912  generated/math/tools/add.ts",
      "missing  TP911  generated/math/tools/plus.ts",
      "  help: Run toolpress gen and commit the result.",
    ]);
  });

  test("a spec that is gone makes its set an orphan, which gen removes", async () => {
    put("specs/other.tools.yaml", spec("Adds two other numbers and gives their sum.", "plus"));
    await toolpress("gen");
    rmSync(join(project, "specs/math.tools.yaml"));
    expect((await toolpress("gen", "--check")).stderr.match(/TP912/g)).toHaveLength(4);
    expect((await toolpress("gen")).code).toBe(0);
    expect(files()).toEqual(setFiles("other", "plus"));
  });

  test("--format json is one JSON document on stdout", async () => {
    rmSync(join(project, "generated/math/index.ts"));
    const { code, stdout, stderr } = await toolpress("gen", "--check", "--format", "json");
    expect([code, stderr]).toEqual([1, ""]);
    expect(JSON.parse(stdout)).toMatchObject({
      diagnostics: [{ code: "TP911", severity: "error", place: { file: "generated/math/index.ts" } }],
      drift: [{ file: "generated/math/index.ts", verdict: "missing" }],
      sets: [{ name: "math", source: "specs/math.tools.yaml", failed: false, tools: 1 }],
    });
  });

  test("--format github annotates", async () => {
    rmSync(join(project, "generated/math/index.ts"));
    expect((await toolpress("gen", "--check", "--format", "github")).stdout).toMatch(
      /^::error file=generated\/math\/index\.ts,line=1,col=1,title=TP911::missing/,
    );
  });
});

describe("the config", () => {
  beforeEach(() => put("specs/math.tools.yaml", spec()));

  test.each([
    [
      "yaml",
      "outt: x",
      'toolpress.config.yaml:1:1  error TP201  unknown field "outt" in the config',
      'did you mean "out"?',
    ],
    ["yaml", "coerce: maybe", "toolpress.config.yaml:1:9  error TP202", ""],
    [
      "yaml",
      "target: parametersJsonSchem",
      "toolpress.config.yaml:1:9  error TP202",
      'did you mean "parametersJsonSchema"?',
    ],
    [
      "yaml",
      "budgets:\n  tokns: 5",
      'toolpress.config.yaml:2:3  error TP201  unknown field "tokns" in budgets',
      'did you mean "tokens"?',
    ],
    ["yaml", "budgets:\n  tokens: -5", "toolpress.config.yaml:2:11  error TP202", ""],
    [
      "yaml",
      "severity:\n  TP4O1: error",
      'toolpress.config.yaml:2:3  error TP201  unknown field "TP4O1"',
      "did you mean",
    ],
    ["yaml", "severity:\n  TP401: eror", "toolpress.config.yaml:2:10  error TP202", 'did you mean "error"?'],
    [
      "yaml",
      "severity:\n  TP101: off",
      "toolpress.config.yaml:2:10  error TP115  TP101 is an error and stays one",
      "",
    ],
    ["yaml", "specs:\n  a.yaml: 3", "toolpress.config.yaml:2:11  error TP202", ""],
    ["yaml", "- 1", "toolpress.config.yaml:1:3  error TP202", ""],
    ["json", '{"out": "a", "out": "b"}', "toolpress.config.json:1:14  error TP102", ""],
    [
      "ts",
      "export default { outt: 1 }",
      'toolpress.config.ts:1:1  error TP201  unknown field "outt"',
      'did you mean "out"?',
    ],
    ["ts", "throw new Error('no luck')", 'error TP112  cannot read "toolpress.config.ts": no luck', ""],
  ])("toolpress.config.%s %j is refused", async (ending, text, expected, help) => {
    put(`toolpress.config.${ending}`, text);
    const { code, stderr } = await toolpress("gen");
    expect(code).toBe(1);
    expect(stderr.split("\n")[0]?.slice(0, expected.length)).toBe(expected);
    expect(stderr).toContain(help);
    expect(files()).toEqual([]);
  });

  test("two configs are one too many", async () => {
    put("toolpress.config.yaml", "out: a");
    put("toolpress.config.json", "{}");
    expect((await toolpress("gen")).stderr).toMatch(
      /^error TP114 {2}expected one config file, found "toolpress\.config\.yaml" and "toolpress\.config\.json"/,
    );
  });

  test.each([
    ["yaml", "# nothing\n", "generated"],
    ["yaml", "out: build/tools", "build/tools"],
    ["json", '{ "out": "build/tools" }', "build/tools"],
    ["ts", 'const out: string = "build/tools";\nexport default { out };', "build/tools"],
  ])("toolpress.config.%s %j is followed", async (ending, text, out) => {
    put(`toolpress.config.${ending}`, text);
    expect(await toolpress("gen")).toMatchObject({ code: 0, stderr: "" });
    expect(files(out)).toEqual(setFiles("math").map((path) => path.replace("generated", out)));
  });

  test("settings of a spec name its dialect, and add it to the specs", async () => {
    put(
      "vendor/tools.json",
      JSON.stringify([
        { name: "minus", description: "Subtracts a number from another.", input_schema: { type: "object" } },
      ]),
    );
    put("toolpress.config.yaml", "specs:\n  vendor/tools.json: { from: anthropic }\n");
    expect(await toolpress("gen")).toMatchObject({ code: 0, stderr: "" });
    expect(files()).toContain("generated/tools/tools/minus.ts");
    expect(files()).toContain("generated/math/index.ts");
  });

  test("options reach the output", async () => {
    put("toolpress.config.yaml", "target: parametersJsonSchema");
    await toolpress("gen");
    expect(JSON.parse(get("generated/math/declarations.json"))).toMatchObject({
      functionDeclarations: [{ name: "add", parametersJsonSchema: { type: "object" } }],
    });
  });

  test("limits are raised and lowered", async () => {
    put("toolpress.config.yaml", "limits: { yamlBytes: 20 }");
    expect((await toolpress("gen")).stderr).toMatch(
      /error TP103 {2}expected at most 20 bytes of YAML, found \d+/,
    );
  });

  test("--strict makes warnings errors", async () => {
    put("specs/math.tools.yaml", "tools:\n  add: {}\n");
    expect((await toolpress("gen")).code).toBe(0);
    const { code, stderr } = await toolpress("gen", "--strict");
    expect(code).toBe(1);
    expect(stderr).toContain("error TP401");
  });
});

describe("stubs", () => {
  test("are written once and completed later, edits stay", async () => {
    put("specs/math.tools.yaml", spec());
    expect((await toolpress("gen", "--stubs", "src/tools")).stdout).toContain(
      "stub   src/tools/math/add.ts\n",
    );
    put("src/tools/math/add.ts", "// mine\n");
    put(
      "specs/math.tools.yaml",
      spec() + spec("Subtracts a number from another.", "minus").replace("tools:\n", ""),
    );
    await toolpress("gen", "--stubs", "src/tools");
    expect(get("src/tools/math/add.ts")).toBe("// mine\n");
    expect(get("src/tools/math/minus.ts")).toContain("minus is not implemented yet");
    expect(get("src/tools/math/index.ts")).toContain("minus: minus");
  });

  test("an edited index is left alone and the missing handlers are told", async () => {
    put("specs/math.tools.yaml", spec());
    await toolpress("gen", "--stubs", "src/tools");
    put("src/tools/math/index.ts", `// mine\n${get("src/tools/math/index.ts")}`);
    put(
      "specs/math.tools.yaml",
      spec() + spec("Subtracts a number from another.", "minus").replace("tools:\n", ""),
    );
    const { stderr } = await toolpress("gen", "--stubs", "src/tools");
    expect(stderr).toContain(
      'TP907  "src/tools/math/index.ts" has been edited, so these handlers were not added: minus',
    );
    expect(get("src/tools/math/index.ts")).toMatch(/^\/\/ mine/);
  });
});

describe("stats, lint and explain", () => {
  beforeEach(() => put("specs/math.tools.yaml", spec()));

  test("stats shows a line for each tool and the sum, and writes nothing", async () => {
    const { code, stdout } = await toolpress("stats");
    expect(code).toBe(0);
    expect(stdout.split("\n").map((line) => line.trim().split(/ {2,}/))).toEqual([
      ["set", "tool", "bytes", "tokens", "depth", "rewritten"],
      ["math", "add", expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/), "2", "-"],
      ["1 tool", expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/), "2"],
      [""],
    ]);
    expect(files()).toEqual([]);
    expect(JSON.parse((await toolpress("stats", "--format", "json")).stdout)).toMatchObject([
      { set: "math", tool: "add", lowered: {} },
    ]);
  });

  test("lint shows notes, gen does not; neither lint nor its exit code depends on notes", async () => {
    put(
      "specs/math.tools.yaml",
      `${spec().replace("type: number, description: The first", "type: number, exclusiveMinimum: 0, description: The first")}`,
    );
    const lint = await toolpress("lint");
    expect([lint.code, files()]).toEqual([0, []]);
    expect(lint.stderr).toContain("note TP5");
    expect((await toolpress("gen")).stderr).toBe("");
  });

  test("explain tells cause and fix, in any spelling of the code", async () => {
    const { stdout } = await toolpress("explain", "TP102");
    expect(stdout).toMatch(
      /^TP102: duplicate key \(error\)\n\nMost parsers .*\n\nFix: Remove one of the two, or rename it\.\n$/,
    );
    expect((await toolpress("explain", "tp102")).stdout).toBe(stdout);
    expect((await toolpress("explain", "102")).stdout).toBe(stdout);
    expect((await toolpress("explain")).stdout).toContain("TP102  error    duplicate key\n");
  });
});

describe("gen --watch", () => {
  async function until(what: () => boolean): Promise<void> {
    for (const end = Date.now() + 20_000; !what(); ) {
      if (Date.now() > end) throw new Error("nothing happened");
      await new Promise((done) => setTimeout(done, 20));
    }
  }

  test("follows edits, replaced files, new specs and referred files, and keeps the last good output", async () => {
    put("specs/math.tools.yaml", spec());
    const controller = new AbortController();
    let output = "";
    const write = (text: string): unknown => (output += text);
    const runs = (): number => output.split("Ctrl-C ends").length - 1;
    const terminal = {
      cwd: project,
      env: {},
      stdout: { write },
      stderr: { write },
      signal: controller.signal,
    };
    const ended = run(["gen", "--watch"], terminal);
    await until(() => runs() === 1);

    put("specs/math.tools.yaml", spec("Adds two numbers, edited."));
    await until(() => get("generated/math/tools/add.ts").includes("edited."));

    put("elsewhere.yaml", spec("Adds two numbers, replaced."));
    renameSync(join(project, "elsewhere.yaml"), join(project, "specs/math.tools.yaml"));
    await until(() => get("generated/math/tools/add.ts").includes("replaced."));

    put("specs/math.tools.yaml", "tools: [");
    await until(() => output.includes("TP101"));
    expect(get("generated/math/tools/add.ts")).toContain("replaced.");

    put("specs/math.tools.yaml", `${spec()}\n    response: { $ref: "common.schemas.yaml#/Sum" }\n`);
    put("specs/common.schemas.yaml", "Sum: { type: object, properties: { sum: { type: number } } }\n");
    const schemas = (): string =>
      files().includes("generated/math/schemas.ts") ? get("generated/math/schemas.ts") : "";
    await until(() => schemas().includes("sum?: number"));
    put("specs/common.schemas.yaml", "Sum: { type: object, properties: { total: { type: number } } }\n");
    await until(() => schemas().includes("total?: number"));

    put("specs/new.tools.yaml", spec("Adds two other numbers and gives their sum.", "plus"));
    await until(() => files().includes("generated/new/tools/plus.ts"));

    put("toolpress.config.yaml", "outt: x");
    await until(() => output.includes("TP201"));
    rmSync(join(project, "toolpress.config.yaml"));
    rmSync(join(project, "specs"), { recursive: true });
    await until(() => output.includes("no specs found"));
    put("specs/math.tools.yaml", spec("Adds two numbers, again."));
    await until(
      () =>
        files().includes("generated/math/tools/add.ts") &&
        get("generated/math/tools/add.ts").includes("again."),
    );
    controller.abort();
    expect(await ended).toBe(0);
  });
});

describe("as a process", () => {
  const cli = join(repository, "generator/cli.ts");
  const tsx = fileURLToPath(import.meta.resolve("tsx"));

  test("the exit code is the process's, and output is not coloured in a pipe", () => {
    put("specs/math.tools.yaml", "tools: [");
    const { status, stderr } = spawnSync(process.execPath, ["--import", tsx, cli, "gen"], {
      cwd: project,
      encoding: "utf8",
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^specs\/math\.tools\.yaml:1:\d+ {2}error TP101/);
    expect(stderr).not.toContain("\u001b");
  });

  test("--help, and a gen with nothing to do, load no heavy module", async () => {
    put("specs/math.tools.yaml", spec());
    await toolpress("gen");
    put(
      "hook.mjs",
      `import { appendFileSync } from "node:fs";
export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  appendFileSync(${JSON.stringify(join(project, "loaded.txt"))}, found.url + "\\n");
  return found;
}`,
    );
    put("register.mjs", 'import { register } from "node:module"; register("./hook.mjs", import.meta.url);');
    const loaded = (...args: string[]): string => {
      put("loaded.txt", "");
      const { status, stderr } = spawnSync(
        process.execPath,
        ["--import", tsx, "--import", join(project, "register.mjs"), cli, ...args],
        {
          cwd: project,
          encoding: "utf8",
        },
      );
      expect([status, stderr]).toEqual([0, ""]);
      return get("loaded.txt");
    };
    const noop = loaded("gen");
    expect(noop).toContain("generator/generate.ts");
    expect(noop).not.toMatch(
      /node_modules\/(prettier|typescript|openapi-typescript|jiti|diff|handlebars|jsonpath-rfc9535|redos-detector)\//,
    );
    const help = loaded("--help");
    expect(help).toContain("generator/commands/gen.ts");
    expect(help).not.toMatch(/node_modules\/(?!tsx|esbuild|get-tsconfig|resolve-pkg-maps)/);
    expect(help).not.toContain("generator/generate.ts");
  });
});

describe("progress", () => {
  test("is shown on a terminal only, and only when it takes long", () => {
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
