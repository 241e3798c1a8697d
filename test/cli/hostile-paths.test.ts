import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createProject, type Project, specOf } from "./project.js";

// A pull request may contain configs, specs and links. None of them may make toolpress read or write outside
// the project.

let project: Project;
let outside: string;

beforeEach(() => {
  project = createProject();
  outside = mkdtempSync(join(tmpdir(), "toolpress-outside-"));
  writeFileSync(join(outside, "secret.yaml"), "SECRET_TOKEN: hunter2\n");
  writeFileSync(join(outside, "good.tools.yaml"), specOf());
});
afterEach(() => {
  project.remove();
  rmSync(outside, { recursive: true, force: true });
});

const link = (target: string, path: string): void => {
  mkdirSync(join(project.path, path, ".."), { recursive: true });
  symlinkSync(target, join(project.path, path));
};
const toOutside = (name: string): string => relative(project.path, join(outside, name));

/** The commands that read specs or the config, with each output format. */
const readers: readonly (readonly string[])[] = [
  ["gen"],
  ["gen", "--check"],
  ["gen", "--format", "json"],
  ["gen", "--format", "github"],
  ["lint"],
  ["lint", "--format", "json"],
  ["stats"],
];

async function expectNoSecret(...words: string[]): Promise<void> {
  for (const args of readers) {
    const { code, stdout, stderr } = await project.toolpress(...args, ...words);
    expect(code, `${args.join(" ")}\n${stderr}`).toBe(1);
    expect(stdout + stderr).not.toMatch(/hunter2|SECRET_TOKEN/);
  }
}

describe("an attacker has a file outside the project read, and its lines shown in the log,", () => {
  test("by a link in the folder of specs", async () => {
    project.put("specs/math.tools.yaml", specOf());
    link(join(outside, "secret.yaml"), "specs/leak.tools.yaml");
    await expectNoSecret();
    await expectNoSecret("specs");
    const { stderr } = await project.toolpress("gen");
    expect(stderr).toContain('TP920  a spec must be inside the project, found "specs/leak.tools.yaml"');
    expect(project.files()).toContain("generated/math/index.ts");
  });

  test("by a folder of specs that is a link", async () => {
    link(outside, "specs");
    await expectNoSecret();
    expect((await project.toolpress("gen")).stderr).toContain("TP920");
  });

  test.each([
    ["a list", (path: string) => `specs: [${JSON.stringify(path)}]\n`],
    ["a text", (path: string) => `specs: ${JSON.stringify(path)}\n`],
    ["settings", (path: string) => `specs: { ${JSON.stringify(path)}: { from: toolpress } }\n`],
  ])("by a path in the config, as %s", async (_how, config) => {
    project.put("specs/math.tools.yaml", specOf());
    for (const path of [
      toOutside("secret.yaml"),
      join(outside, "secret.yaml"),
      toOutside("secret.yam"),
      outside,
    ]) {
      project.put("toolpress.config.yaml", config(path));
      await expectNoSecret();
      expect((await project.toolpress("gen")).stderr).not.toContain("Did you mean");
    }
  });

  test("by a config that is a link", async () => {
    project.put("specs/math.tools.yaml", specOf());
    link(join(outside, "secret.yaml"), "toolpress.config.yaml");
    await expectNoSecret();
    const { stderr } = await project.toolpress("gen");
    expect(stderr).toContain('TP920  the config must be inside the project, found "toolpress.config.yaml"');
  });

  test("by code outside that the config names as a spec", async () => {
    writeFileSync(
      join(outside, "run.tools.mjs"),
      `globalThis.ranOutside = true; export default { tools: {} };`,
    );
    project.put("toolpress.config.yaml", `specs: [${JSON.stringify(toOutside("run.tools.mjs"))}]\n`);
    expect((await project.toolpress("gen")).code).toBe(1);
    expect(globalThis).not.toHaveProperty("ranOutside");
  });
});

describe("a file that a person names on the command line", () => {
  test("is compiled in any folder", async () => {
    expect(await project.toolpress("gen", toOutside("good.tools.yaml"))).toMatchObject({ code: 0 });
    link(join(outside, "good.tools.yaml"), "specs/linked.tools.yaml");
    expect(await project.toolpress("gen", "specs/linked.tools.yaml")).toMatchObject({ code: 0 });
    expect(await project.toolpress("gen", outside)).toMatchObject({ code: 1 });
  });

  test("gets diagnostics, but its lines are not printed to the log", async () => {
    await expectNoSecret(toOutside("secret.yaml"));
    link(join(outside, "secret.yaml"), "specs/leak.yaml");
    await expectNoSecret("specs/leak.yaml");
    const imported = await project.toolpress("import", toOutside("secret.yaml"), "--out", "-");
    expect(imported.stdout + imported.stderr).not.toMatch(/hunter2|SECRET_TOKEN/);
    const { stderr } = await project.toolpress("gen", toOutside("secret.yaml"));
    expect(stderr).toMatch(/secret\.yaml:\d+:\d+ {2}error/);
  });

  test("shows the lines of specs inside the project, also through a link that stays inside", async () => {
    project.put("parts/bad.yaml", "tools: { add: { descriptio: Adds. } }\n");
    link(join(project.path, "parts/bad.yaml"), "specs/bad.tools.yaml");
    expect((await project.toolpress("gen")).stderr).toContain("| tools: { add:");
  });
});

describe("an attacker has files written outside the project", () => {
  test.each(["out", "stubs"])("by a path under %s in the config", async (name) => {
    project.put("specs/math.tools.yaml", specOf());
    link(outside, "linked");
    for (const path of [toOutside("x"), join(outside, "x"), "linked/x", "linked", ".."]) {
      project.put("toolpress.config.json", JSON.stringify({ [name]: path }));
      const { code, stderr } = await project.toolpress("gen");
      expect([code, stderr]).toEqual([1, expect.stringContaining("error TP920")]);
      expect(stderr).toContain(`the folder ${name} must be inside the project`);
    }
    expect(existsSync(join(outside, "x"))).toBe(false);
    expect(existsSync(join(outside, "math"))).toBe(false);
  });

  test.each(["out", "stubs"])("by a path under %s into files that other programs run", async (name) => {
    project.put("specs/math.tools.yaml", specOf());
    project.put(".git/hooks/README", "");
    link(join(project.path, ".git/hooks"), "linked");
    const paths = [".git/hooks", ".GIT/hooks", "git~1/hooks", ".git./x", "linked", "linked/x"];
    for (const path of [...paths, "node_modules/react", "packages/a/node_modules", "Node_Modules/x"]) {
      project.put("toolpress.config.json", JSON.stringify({ [name]: path }));
      const { code, stderr } = await project.toolpress("gen");
      expect([path, code, stderr]).toEqual([path, 1, expect.stringContaining("error TP922")]);
    }
    expect(project.files().filter((file) => file.includes("math/"))).toEqual([]);
    project.put("toolpress.config.json", JSON.stringify({ [name]: "src/.github/git/modules" }));
    expect(await project.toolpress("gen")).toMatchObject({ code: 0 });
  });

  test("by a folder that is a link to a folder that does not exist yet", async () => {
    project.put("specs/math.tools.yaml", specOf());
    link(join(outside, "new"), "linked");
    project.put("toolpress.config.yaml", "out: linked/generated\n");
    expect(await project.toolpress("gen")).toMatchObject({ code: 1 });
    expect(existsSync(join(outside, "new"))).toBe(false);
  });

  test("but the user may, on the command line", async () => {
    project.put("specs/math.tools.yaml", specOf());
    const { code } = await project.toolpress(
      "gen",
      "--out",
      join(outside, "x"),
      "--stubs",
      join(outside, "s"),
    );
    expect(code).toBe(0);
    expect(existsSync(join(outside, "x/math/index.ts"))).toBe(true);
    expect(existsSync(join(outside, "s/math/index.ts"))).toBe(true);
  });
});

describe("an attacker has a command write through a link:", () => {
  const victim = (): string => join(outside, "victim");
  const tools = JSON.stringify({
    tools: [
      { name: "add", description: "Adds two numbers.", inputSchema: { type: "object", properties: {} } },
    ],
  });
  const exporting = ["export", "--to", "mcp", "specs/math.tools.yaml", "--out", "out.json"];
  const importing = ["import", "tools.json", "--force", "--out", "specs/new.tools.yaml"];
  const merging = ["import", "tools.json", "--merge", "--out", "specs/new.tools.yaml"];

  beforeEach(() => {
    project.put("tools.json", tools);
    project.put("specs/math.tools.yaml", specOf());
  });

  for (const kind of ["dangling", "to a file"]) {
    test.each([
      ["import --force", importing, "specs/new.tools.yaml"],
      ["import --merge", merging, "specs/new.tools.yaml"],
      ["import", importing.filter((word) => word !== "--force"), "specs/new.tools.yaml"],
      ["export", exporting, "out.json"],
    ])(`%s, ${kind}`, async (_name, args, path) => {
      if (kind === "to a file") writeFileSync(victim(), "tools: {}\n");
      link(victim(), path);
      const { code, stderr } = await project.toolpress(...args);
      expect(code).toBe(2);
      expect(stderr).toContain(`expected a file or nothing at ${path}, found a symbolic link`);
      expect(existsSync(victim()) ? readFileSync(victim(), "utf8") : "").toBe(
        kind === "dangling" ? "" : "tools: {}\n",
      );
    });
  }

  test("import and export, into a folder that is a link", async () => {
    link(outside, "linked");
    for (const args of [
      ["import", "tools.json", "--out", "linked/new.tools.yaml"],
      ["export", "--to", "mcp", "specs/math.tools.yaml", "--out", "linked/deep/out.json"],
    ]) {
      const { code, stderr } = await project.toolpress(...args);
      expect([code, stderr]).toEqual([2, expect.stringContaining("at linked, found a symbolic link")]);
    }
    expect(existsSync(join(outside, "new.tools.yaml"))).toBe(false);
    expect(existsSync(join(outside, "deep"))).toBe(false);
  });

  test("init, with a dangling link", async () => {
    rmSync(join(project.path, "specs"), { recursive: true });
    link(victim(), "toolpress.config.yaml");
    link(victim(), "specs/hello.tools.yaml");
    expect((await project.toolpress("init")).stdout.match(/kept/g)).toHaveLength(2);
    expect(existsSync(victim())).toBe(false);
  });

  test("init, with a link instead of the folder of specs", async () => {
    rmSync(join(project.path, "specs"), { recursive: true });
    link(outside, "specs");
    expect(await project.toolpress("init")).toMatchObject({ code: 2 });
    expect(existsSync(join(outside, "hello.tools.yaml"))).toBe(false);
  });

  test.each(["src/tools", "src/tools/math", "src/tools/math/add.ts"])("gen --stubs, at %s", async (path) => {
    link(path.endsWith(".ts") ? victim() : outside, path);
    const { code, stderr } = await project.toolpress("gen", "--stubs", "src/tools");
    expect([code, stderr]).toEqual([1, expect.stringContaining("TP902")]);
    expect(existsSync(victim())).toBe(false);
    expect(existsSync(join(outside, "math"))).toBe(false);
    expect(existsSync(join(outside, "add.ts"))).toBe(false);
  });
});

test("a banner of comments in the config does not block the command", async () => {
  project.put("specs/math.tools.yaml", specOf());
  project.put("toolpress.config.yaml", `${"\n".repeat(200)}${`${"#".repeat(400)}\n`.repeat(200)}`);
  expect(await project.toolpress("gen")).toMatchObject({ code: 0 });
});
