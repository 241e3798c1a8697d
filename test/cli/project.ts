import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { run } from "../../generator/cli/run.js";

export interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder in which a test runs commands. It is empty at first. */
export interface Project {
  readonly path: string;
  toolpress(...args: string[]): Promise<Result>;
  put(path: string, text: string | Uint8Array): void;
  get(path: string): string;
  /** Returns every file below a folder, sorted. */
  files(folder?: string): string[];
  remove(): void;
}

export function createProject(path = mkdtempSync(join(tmpdir(), "toolpress-cli-"))): Project {
  return {
    path,
    async toolpress(...args) {
      let [stdout, stderr] = ["", ""];
      const code = await run(args, {
        cwd: path,
        env: {},
        stdout: { write: (text) => (stdout += text) },
        stderr: { write: (text) => (stderr += text) },
      });
      return { code, stdout, stderr };
    },
    put(file, text) {
      mkdirSync(dirname(join(path, file)), { recursive: true });
      writeFileSync(join(path, file), text);
    },
    get: (file) => readFileSync(join(path, file), "utf8"),
    files(folder = "generated") {
      if (!existsSync(join(path, folder))) return [];
      return readdirSync(join(path, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
        .sort();
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Returns a spec with one tool. */
export function specOf(description = "Adds two numbers and gives the sum.", tool = "add"): string {
  return `tools:
  ${tool}:
    description: ${description}
    parameters:
      - { name: a, type: number, description: The first number., required: true }
      - { name: b, type: number, description: The second number., required: true }
`;
}

/** Returns the paths of the files that are generated for such a spec. */
export function filesOf(set: string, tool = "add"): string[] {
  return [
    `generated/${set}/declarations.json`,
    `generated/${set}/entries.ts`,
    `generated/${set}/index.ts`,
    `generated/${set}/toolpress.lock.json`,
    `generated/${set}/tools/${tool}.ts`,
  ];
}
