import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import type { FunctionDeclaration, Toolset } from "@toolpress/runtime";
import { run } from "../../generator/cli/run.js";

// A project of a user: a folder with files in which toolpress commands run.

// The folder is inside the repository, so that the modules of a project find their packages.
const cache = fileURLToPath(new URL("../../.cache/", import.meta.url));

export interface Project {
  readonly folder: string;
  write(path: string, text: string): void;
  read(path: string): string;
  /** Runs `toolpress <words>` and returns its output. */
  toolpress(...words: readonly string[]): Promise<{ readonly code: number; readonly output: string }>;
  /** Runs `toolpress gen`, which must succeed. */
  gen(): Promise<void>;
  /** Returns the content of `declarations.json` of a set. Without a name, it is that of the only set. */
  declarations(set?: string): readonly FunctionDeclaration[];
  /** Calls `create<Set>` of a generated set. */
  create<Context = unknown>(set: string, parts?: object): Promise<Toolset<Context>>;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Creates a project with these files. `env` is added to the environment of the commands. */
export function project(
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Project {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "acceptance-"));
  folders.push(folder);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const read = (path: string): string => readFileSync(join(folder, path), "utf8");
  const toolpress: Project["toolpress"] = async (...words) => {
    let output = "";
    const stream = { write: (text: string) => (output += text) };
    const code = await run(words, {
      cwd: folder,
      env: { ...process.env, ...env },
      stdout: stream,
      stderr: stream,
    });
    return { code, output };
  };
  return {
    folder,
    write,
    read,
    toolpress,
    async gen() {
      const { code, output } = await toolpress("gen");
      if (code !== 0) throw new Error(output);
    },
    declarations: (set = readdirSync(join(folder, "generated"))[0]) =>
      (
        JSON.parse(read(`generated/${set}/declarations.json`)) as {
          functionDeclarations: FunctionDeclaration[];
        }
      ).functionDeclarations,
    async create(set, parts) {
      const words = set.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
      const path = join(folder, `generated/${set}/index.ts`);
      const module = (await import(/* @vite-ignore */ path)) as Record<string, (given: unknown) => never>;
      return module[`create${words.join("")}`]!(parts);
    },
  };
}
