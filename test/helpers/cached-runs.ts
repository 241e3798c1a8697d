import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArguments } from "../../generator/cli/parse-arguments.js";
import {
  type ExitCode,
  type Given,
  type Terminal,
  UsageError,
} from "../../generator/cli/commands/command.js";
import { gen } from "../../generator/cli/commands/gen.js";
import { readRun } from "../../generator/cli/cache/read-run.js";
import { genOnce } from "../../generator/cli/project/run-gen.js";
import { showCachedRun } from "../../generator/cli/project/show-cached-run.js";
import { type Mode, runGen } from "../../generator/cli/project/run-gen.js";
import { createProject, type Project, specOf } from "../cli/project.js";

// A project with one spec of each kind. The project can run with and without a cache.

export const build = "one build";

export function createRichProject(): Project {
  const project = createProject(mkdtempSync(join(tmpdir(), "toolpress-cache-")));
  mkdirSync(join(project.path, "node_modules"));
  project.put("toolpress.config.yaml", config);
  project.put("specs/math.tools.yaml", specOf());
  project.put("specs/more.tools.yaml", specOf("Takes one number from another.", "subtract"));
  project.put("specs/weather.tools.yaml", weather);
  project.put("specs/place.schema.yaml", place);
  project.put("specs/shop.mcp.json", shop("integer"));
  project.put("specs/api.openapi.yaml", api);
  project.put("specs/clock.tools.ts", clock("Tells the time."));
  return project;
}

export const config = `specs:
  specs/api.openapi.yaml: { all: true, split: tag }
`;

export const place = "type: string\ndescription: A town.\nformat: town\n";

/** A spec with warnings. Every run must print these warnings again. */
const weather = `tools:
  - name: get_forecast
    description: Weather forecast of a place.
    parameters:
      type: object
      properties:
        place: { $ref: "place.schema.yaml" }
        day: { type: string, format: weekday, description: The day. }
      required: [place]
`;

/** A spec in a foreign dialect. An invalid tool in this spec does not affect the other tool. */
export function shop(type: string): string {
  const tools = ["list-orders", "count orders"].map((name, index) => ({
    name,
    description: `Does what users ask for, way ${index}.`,
    inputSchema: {
      type: "object",
      properties: { n: { type: index === 1 ? type : "integer", description: "A number." } },
    },
  }));
  return JSON.stringify({ tools }, null, 2);
}

const api = `openapi: 3.1.0
info: { title: Api, version: "1" }
servers: [{ url: "https://api.example.com" }]
paths:
  /rooms:
    get: { operationId: listRooms, tags: [rooms], summary: Lists the rooms of the house., responses: { "200": { description: ok } } }
  /guests:
    get: { operationId: listGuests, tags: [guests], summary: Lists the guests of the house., responses: { "200": { description: ok } } }
`;

export function clock(description: string): string {
  return `export function currentTime(): string { return "noon"; }
export default { tools: { tell_time: { description: ${JSON.stringify(description)}, run: currentTime } } };
`;
}

/** Runs `gen` as the command does: the result is read from the cache if possible. */
export async function genWithCache(given: Given, terminal: Terminal, by?: string): Promise<ExitCode> {
  const cached = by === undefined ? undefined : readRun(given, terminal.cwd, by);
  if (cached !== undefined) return showCachedRun(cached, given, terminal);
  return (await genOnce(given, terminal, by)).exitCode;
}

export interface RunOutput {
  readonly code: ExitCode | "usage";
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs one `gen` as the command line does. `by` identifies the build that runs. Without `by`, no cache is
 * used.
 */
export async function runGenWith(
  project: Project,
  args: readonly string[],
  by: string | undefined,
): Promise<RunOutput> {
  let [stdout, stderr] = ["", ""];
  const terminal: Terminal = {
    cwd: project.path,
    env: {},
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
  };
  const given = parseArguments(gen, args);
  let code: RunOutput["code"];
  try {
    code = await genWithCache(given, terminal, by);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    [code, stderr] = ["usage", error.message];
  }
  return { code, stdout: withoutTime(stdout), stderr: withoutTime(stderr) };
}

/**
 * Returns the work of a run that uses the cache of earlier runs: the compiled specs and the rendered files.
 */
export async function worked(project: Project, mode: Mode = "write", ...args: string[]): Promise<string[]> {
  const paths: string[] = [];
  const silent = { write: () => {} };
  const terminal = { cwd: project.path, env: {}, stdout: silent, stderr: silent };
  const onProgress = (path: string): void => void paths.push(path);
  await runGen(parseArguments(gen, args), terminal, mode, { onProgress, build });
  return paths.sort();
}

/** Returns every file of a folder with its text. */
export function contents(project: Project, folder = "generated"): Record<string, string> {
  return Object.fromEntries(project.files(folder).map((path) => [path, project.get(path)]));
}

/** Returns a copy of the project without a cache. */
export function cloneOf(project: Project): Project {
  const path = mkdtempSync(join(tmpdir(), "toolpress-clone-"));
  cpSync(project.path, path, { recursive: true });
  rmSync(join(path, "node_modules"), { recursive: true });
  mkdirSync(join(path, "node_modules"));
  return createProject(path);
}

function withoutTime(text: string): string {
  return text.replace(/[\d.]+ m?s · /g, "N ms · ").replace(/"ms": \d+/g, '"ms": N');
}
