import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createProject, type Project } from "./project.js";

const launcher = fileURLToPath(new URL("../../bin/toolpress.cjs", import.meta.url));

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.remove());

test.each(["v18.20.4", "v20.18.3", "v10.24.1"])(
  "in Node %s the command line says in one sentence what it needs",
  (version) => {
    project.put("old.cjs", `Object.defineProperty(process, "version", { value: "${version}" });`);
    const args = ["--require", `${project.path}/old.cjs`, launcher, "gen"];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(
      `toolpress needs Node 20.19 or newer, found ${version.slice(1)}: install a newer one from https://nodejs.org.\n`,
    );
  },
);

test("every Node can read the file that compares the versions", () => {
  const text = readFileSync(launcher, "utf8");
  const inTarget = (target: string): string => transformSync(text, { target }).code;
  expect(inTarget("es5")).toBe(inTarget("esnext"));
});
