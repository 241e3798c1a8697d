import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createProject, type Project, specOf } from "./project.js";

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.remove());

const repository = fileURLToPath(new URL("../..", import.meta.url));

describe("as a process", () => {
  const cli = join(repository, "generator/cli/cli.ts");
  const tsx = fileURLToPath(import.meta.resolve("tsx"));

  test("the process has the exit code, and output to a pipe has no colours", () => {
    project.put("specs/math.tools.yaml", "tools: [");
    const { status, stderr } = spawnSync(process.execPath, ["--import", tsx, cli, "gen"], {
      cwd: project.path,
      encoding: "utf8",
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^specs\/math\.tools\.yaml:1:\d+ {2}error TP101/);
    expect(stderr).not.toContain("\u001b");
  });

  test("--help, and a gen without changes, load no heavy module", async () => {
    project.put("specs/math.tools.yaml", specOf());
    await project.toolpress("gen");
    project.put(
      "hook.mjs",
      `import { appendFileSync } from "node:fs";
export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  appendFileSync(${JSON.stringify(join(project.path, "loaded.txt"))}, found.url + "\\n");
  return found;
}`,
    );
    project.put(
      "register.mjs",
      'import { register } from "node:module"; register("./hook.mjs", import.meta.url);',
    );
    const loaded = (...args: string[]): string => {
      project.put("loaded.txt", "");
      const { status, stderr } = spawnSync(
        process.execPath,
        ["--import", tsx, "--import", join(project.path, "register.mjs"), cli, ...args],
        {
          cwd: project.path,
          encoding: "utf8",
        },
      );
      expect([status, stderr]).toEqual([0, ""]);
      return project.get("loaded.txt");
    };
    const noop = loaded("gen");
    expect(noop).toContain("generator/generate.ts");
    expect(noop).not.toMatch(
      /node_modules\/(prettier|typescript|openapi-typescript|jiti|diff|handlebars|jsonpath-rfc9535)\//,
    );
    const help = loaded("--help");
    expect(help).toContain("generator/cli/commands/gen.ts");
    expect(help).not.toMatch(/node_modules\/(?!tsx|esbuild|get-tsconfig|resolve-pkg-maps)/);
    expect(help).not.toContain("generator/generate.ts");
  });
});
