import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseArguments } from "../../generator/cli/parse-arguments.js";
import type { Terminal } from "../../generator/cli/commands/command.js";
import { gen } from "../../generator/cli/commands/gen.js";
import { readRun } from "../../generator/cli/cache/read-run.js";
import { genOnce } from "../../generator/cli/project/run-gen.js";
import { showCachedRun } from "../../generator/cli/project/show-cached-run.js";

// A run that would change nothing is not repeated: its result is read from the cache and printed. The cache
// must recognise everything that could change the result.

const build = "one build";
const spec = `tools:
  - name: get_forecast
    description: Weather forecast of a place.
    parameters:
      type: object
      properties:
        place: { $ref: "place.schema.yaml" }
      required: [place]
`;

let project: string;

beforeEach(async () => {
  project = mkdtempSync(join(tmpdir(), "toolpress-cache-"));
  mkdirSync(join(project, "node_modules"));
  put("specs/weather.tools.yaml", spec);
  put("specs/place.schema.yaml", "type: string\ndescription: A town.\n");
  await wait(60);
});

afterEach(() => rmSync(project, { recursive: true, force: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

interface RunOutput {
  readonly terminal: Terminal;
  readonly stdout: () => string;
}

function listening(isTTY = false): RunOutput {
  let stdout = "";
  const terminal = {
    cwd: project,
    env: {},
    stdout: { isTTY, write: (text: string) => (stdout += text) },
    stderr: { isTTY, write: () => {} },
  };
  return { terminal, stdout: () => stdout.replace(/\d+ ms/, "N ms") };
}

async function run(...args: string[]): Promise<string> {
  const { terminal, stdout } = listening();
  await genOnce(parseArguments(gen, args), terminal, build);
  await wait(60);
  return stdout();
}

/** Returns the output from the cache, or undefined if the cache has no current result. */
async function cached(args: readonly string[] = [], by = build, isTTY = false): Promise<string | undefined> {
  const { terminal, stdout } = listening(isTTY);
  const given = parseArguments(gen, args);
  const report = readRun(given, project, by);
  if (report === undefined) return undefined;
  await showCachedRun(report, given, terminal);
  return stdout();
}

describe("a run that changes nothing", () => {
  test("is not run again, and prints the same", async () => {
    await run();
    const words = await run();
    expect(words).toMatch(/^1 tool · unchanged · N ms · \d+ tokens/);
    expect(await cached()).toBe(words);
    expect(await cached()).toBe(words);
  });

  test("is run again after a run that wrote files", async () => {
    await run();
    expect(await cached()).toBeUndefined();
  });

  test("is run again for --check, which uses no cache", async () => {
    await run();
    await run();
    await run("--check");
    expect(await cached(["--check"])).toBeUndefined();
  });

  test("is printed in colour on a terminal, and as JSON with --format json", async () => {
    await run();
    await run();
    expect(await cached([], build, true)).toContain("1 tool · unchanged");
    const { ms: _ms, ...json } = JSON.parse((await cached(["--format", "json"]))!) as { ms: number };
    const { ms: _other, ...made } = JSON.parse(await run("--format", "json", "--force")) as { ms: number };
    expect(json).toEqual(made);
  });

  test("is run again if the flags or the build differ", async () => {
    await run();
    await run();
    expect(await cached(["--strict"])).toBeUndefined();
    expect(await cached(["--out", "elsewhere"])).toBeUndefined();
    expect(await cached(["specs/weather.tools.yaml"])).toBeUndefined();
    expect(await cached(["--force"])).toBeUndefined();
    expect(await cached(["--stubs", "src"])).toBeUndefined();
    expect(await cached([], "another build")).toBeUndefined();
    expect(await cached()).toBeDefined();
  });

  test("writes nothing without a cache folder", async () => {
    rmSync(join(project, "node_modules"), { recursive: true });
    await run();
    await run();
    expect(await cached()).toBeUndefined();
  });
});

describe("a cached run is ignored that", () => {
  const spoilers: Readonly<Record<string, (text: string) => string>> = {
    "is empty": () => "",
    "was cut short": (text) => text.slice(0, text.length / 2),
    "was edited": (text) => text.replaceAll('"tools":1', '"tools":2').replaceAll('"tokens":', '"tokens":1'),
    "is something else": () => "{}\n",
  };
  test.each(Object.entries(spoilers))("%s", async (_name, spoil) => {
    await run();
    await run();
    expect(await cached()).toBeDefined();
    const folder = join(project, "node_modules/.cache/toolpress");
    for (const name of readdirSync(folder))
      writeFileSync(join(folder, name), spoil(readFileSync(join(folder, name), "utf8")));
    expect(await cached()).toBeUndefined();
    expect(await run()).toMatch(/^1 tool · unchanged/);
  });
});

describe("a cached run is out of date when", () => {
  const tool = "generated/weather/tools/get-forecast.ts";
  const cases: Readonly<Record<string, () => void>> = {
    "a spec changes": () => put("specs/weather.tools.yaml", `${spec}# a remark\n`),
    "a spec changes in one letter and its time is put back": () => {
      const path = join(project, "specs/weather.tools.yaml");
      const time = new Date(Date.now() - 3_600_000);
      utimesSync(path, time, time);
      writeFileSync(path, spec.replace("Weather", "weather"));
      utimesSync(path, time, time);
    },
    "a file that a spec refers to changes": () => put("specs/place.schema.yaml", "type: string\n"),
    "a file that a spec refers to goes": () => rmSync(join(project, "specs/place.schema.yaml")),
    "a spec is added": () => put("specs/more.tools.yaml", spec),
    "a spec is added in a new folder": () => put("specs/deep/more.tools.yaml", spec),
    "a config appears": () => put("toolpress.config.yaml", "coerce: false\n"),
    "a second kind of config appears": () => put("toolpress.config.ts", "export default {};\n"),
    "a generated file is edited": () => appendFileSync(join(project, tool), "// mine\n"),
    "a generated file is written again with the same bytes": () =>
      put(tool, readFileSync(join(project, tool), "utf8")),
    "a generated file goes": () => rmSync(join(project, tool)),
    "the lock goes": () => rmSync(join(project, "generated/weather/toolpress.lock.json")),
    "a file is put beside generated ones": () => put("generated/weather/tools/mine.ts", "export {};\n"),
    "a file beside generated ones changes": () =>
      writeFileSync(join(project, "generated/weather/mine.ts"), "// Generated by toolpress from\n"),
    "a folder is put into the output": () => put("generated/other/index.ts", "export {};\n"),
  };
  test.each(Object.entries(cases))("%s", async (_name, change) => {
    put("generated/weather/mine.ts", "export {};\n");
    await run();
    await run();
    expect(await cached()).toBeDefined();
    change();
    expect(await cached()).toBeUndefined();
  });
});

describe("nothing is cached if", () => {
  test("an error kept the old output of a set", async () => {
    await run();
    put("specs/weather.tools.yaml", spec.replace("description: Weather forecast of a place.", "nonsense: 1"));
    await wait(60);
    await run();
    await run();
    expect(await cached()).toBeUndefined();
  });

  test("the config is code, which may read any file", async () => {
    put("toolpress.config.mjs", "export default {};\n");
    await wait(60);
    await run();
    await run();
    expect(await cached()).toBeUndefined();
  });

  test("a file changed during the run or just before it", async () => {
    await run();
    put("specs/weather.tools.yaml", `${spec}# a remark\n`);
    const { terminal } = listening();
    await genOnce(parseArguments(gen, []), terminal, build);
    expect(await cached()).toBeUndefined();
  });
});
