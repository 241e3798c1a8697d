import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { hasPython } from "../remotes/has-python.js";
import { calls, textAnswer } from "./item.js";
import { judges, type Service } from "./judges.js";
import { programs, type Program } from "./programs.js";
import { project, type Project } from "./project.js";
import { typeErrors } from "./type-check.js";

// Every example program of the founding documents runs in its own process and must end by itself. The
// programs must have no type errors, because users copy them. `test/project/doc-examples.test.ts` makes the
// same checks for the documentation.

const root = fileURLToPath(new URL("../../", import.meta.url));
const worker = `${process.execPath} ${fileURLToPath(new URL("../remotes/fixtures/snakepit-worker.mjs", import.meta.url))}`;
const withPython = hasPython();
const linesOf = (text: string): number => text.split("\n").filter((line) => line.trim() !== "").length;

const made = new Map<Program, Promise<Project>>();
/** The project of a program. Its code is generated once. */
function prepared(program: Program): Promise<Project> {
  const known = made.get(program) ?? prepare(program);
  made.set(program, known);
  return known;
}

async function prepare({ files, commands, program }: Program): Promise<Project> {
  const home = project({ ...files, "program.ts": program }, { SNAKEPIT_WORKER: worker });
  for (const words of commands) {
    const { code, output } = await home.toolpress(...words);
    if (code !== 0) throw new Error(output);
  }
  return home;
}

/** Runs the program. If the process does not end in time, it is killed and the run fails. */
async function outputOf(home: Project, service: Service): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", `${home.folder}/program.ts`],
    {
      cwd: root,
      timeout: 50_000,
      env: { ...process.env, BASE_URL: service.url, PROJECT: home.folder, SNAKEPIT_WORKER: worker },
    },
  );
  return stdout;
}

describe("the example programs", () => {
  for (const program of programs) {
    it.runIf(withPython || program.python !== true)(
      `${program.title}: runs and ends`,
      async () => {
        const home = await prepared(program);
        const runs = Object.values(judges).map(async (start) => {
          const replies = program.replies.map((reply) =>
            typeof reply === "string" ? textAnswer(reply) : calls(...reply),
          );
          const service = await start(replies);
          expect(await outputOf(home, service)).toBe(program.prints);
          service.assertDone();
          await service.close();
        });
        await Promise.all(runs);
      },
      120_000,
    );
  }

  it.each(programs.flatMap((one) => (one.most === undefined ? [] : [{ ...one, most: one.most }])))(
    "$title: is as short as it was",
    ({ files, program, most: [spec, lines] }) => {
      const specs = Object.entries(files).flatMap(([path, text]) =>
        path.startsWith("specs/") ? [text] : [],
      );
      expect(specs.reduce((sum, text) => sum + linesOf(text), 0)).toBeLessThanOrEqual(spec);
      expect(linesOf(program)).toBeLessThanOrEqual(lines);
    },
  );
});

it("the example programs have no type errors", async () => {
  const runnable = programs.filter(({ python }) => withPython || python !== true);
  const homes = await Promise.all(runnable.map(prepared));
  expect(typeErrors(homes.map(({ folder }) => `${folder}/program.ts`))).toEqual([]);
}, 120_000);
