import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { run } from "../../generator/cli/run.js";
import { createProject, type Project, specOf } from "./project.js";

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.remove());

describe("gen --watch", () => {
  async function until(what: () => boolean): Promise<void> {
    for (const end = Date.now() + 20_000; !what(); ) {
      if (Date.now() > end) throw new Error("nothing happened");
      await new Promise((done) => setTimeout(done, 20));
    }
  }

  test("follows edits, replaced files, new specs and referenced files, and keeps the last valid output", async () => {
    project.put("specs/math.tools.yaml", specOf());
    const controller = new AbortController();
    let output = "";
    const write = (text: string): unknown => (output += text);
    const runs = (): number => output.split("Ctrl-C ends").length - 1;
    const terminal = {
      cwd: project.path,
      env: {},
      stdout: { write },
      stderr: { write },
      signal: controller.signal,
    };
    const ended = run(["gen", "--watch"], terminal);
    await until(() => runs() === 1);

    project.put("specs/math.tools.yaml", specOf("Adds two numbers, edited."));
    await until(() => project.get("generated/math/tools/add.ts").includes("edited."));

    project.put("elsewhere.yaml", specOf("Adds two numbers, replaced."));
    renameSync(join(project.path, "elsewhere.yaml"), join(project.path, "specs/math.tools.yaml"));
    await until(() => project.get("generated/math/tools/add.ts").includes("replaced."));

    project.put("specs/math.tools.yaml", "tools: [");
    await until(() => output.includes("TP101"));
    expect(project.get("generated/math/tools/add.ts")).toContain("replaced.");

    project.put("specs/math.tools.yaml", `${specOf()}\n    response: { $ref: "common.schemas.yaml#/Sum" }\n`);
    project.put(
      "specs/common.schemas.yaml",
      "Sum: { type: object, properties: { sum: { type: number } } }\n",
    );
    const schemas = (): string =>
      project.files().includes("generated/math/schemas.ts") ? project.get("generated/math/schemas.ts") : "";
    await until(() => schemas().includes("sum?: number"));
    project.put(
      "specs/common.schemas.yaml",
      "Sum: { type: object, properties: { total: { type: number } } }\n",
    );
    await until(() => schemas().includes("total?: number"));

    project.put("specs/new.tools.yaml", specOf("Adds two other numbers and gives their sum.", "plus"));
    await until(() => project.files().includes("generated/new/tools/plus.ts"));

    project.put("specs/shop/floor/deep.tools.yaml", specOf("Adds two deep numbers and gives their sum."));
    await until(() => project.files().includes("generated/deep/tools/add.ts"));
    project.put("specs/shop/near.tools.yaml", specOf("Adds two near numbers and gives their sum."));
    await until(() => project.files().includes("generated/near/tools/add.ts"));

    project.put("toolpress.config.yaml", "outt: x");
    await until(() => output.includes("TP201"));
    rmSync(join(project.path, "toolpress.config.yaml"));
    rmSync(join(project.path, "specs"), { recursive: true });
    await until(() => output.includes("no specs found"));
    project.put("specs/math.tools.yaml", specOf("Adds two numbers, again."));
    await until(
      () =>
        project.files().includes("generated/math/tools/add.ts") &&
        project.get("generated/math/tools/add.ts").includes("again."),
    );
    controller.abort();
    expect(await ended).toBe(0);
  });

  test("compiles a new spec that is a module, and registers for its signal once", async () => {
    project.put("specs/math.tools.yaml", specOf());
    const controller = new AbortController();
    let listeners = 0;
    const { signal } = controller;
    const add = signal.addEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    const quiet = { write: () => undefined };
    const ended = run(["gen", "--watch"], {
      cwd: project.path,
      env: {},
      stdout: quiet,
      stderr: quiet,
      signal,
    });
    await until(() => project.files().includes("generated/math/index.ts"));
    project.put(
      "specs/shop.tools.mjs",
      'export default { tools: { buy: { description: "Buys an article for the user." } } };\n',
    );
    await until(() => project.files().includes("generated/shop/index.ts"));
    controller.abort();
    await ended;
    expect(listeners).toBe(1);
  });
});
