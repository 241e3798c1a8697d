import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { hasPython } from "../remotes/has-python.js";
import { calls, says } from "./item.js";
import { judges, type Service } from "./judges.js";
import { programs, type Program } from "./programs.js";
import { project, type Project } from "./project.js";

// Every example program of the founding documents runs as a process of its own, and ends by itself.

const root = fileURLToPath(new URL("../..", import.meta.url));
const worker = `${process.execPath} ${fileURLToPath(new URL("../remotes/fixtures/snakepit-worker.mjs", import.meta.url))}`;
const withPython = hasPython();
const linesOf = (text: string): number => text.split("\n").filter((line) => line.trim() !== "").length;

async function prepared({ files, commands, program }: Program): Promise<Project> {
  const home = project({ ...files, "program.ts": program }, { SNAKEPIT_WORKER: worker });
  for (const words of commands) {
    const { code, output } = await home.toolpress(...words);
    if (code !== 0) throw new Error(output);
  }
  return home;
}

/** Runs the program. A process that does not end is ended, and the run fails. */
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
            typeof reply === "string" ? says(reply) : calls(...reply),
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
