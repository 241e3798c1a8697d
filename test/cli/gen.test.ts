import { existsSync, rmSync, statSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { packageVersion } from "../../generator/base/package-files.js";
import { createProject, filesOf, type Project, specOf } from "./project.js";

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.remove());

describe("an empty folder", () => {
  test("init and gen create code, a second gen writes nothing", async () => {
    const version = packageVersion();
    const first = await project.toolpress("init");
    expect(first.stdout).toBe(
      [
        "wrote  specs/hello.tools.yaml\nwrote  toolpress.config.yaml\nwrote  .prettierignore\n",
        `Install: npm install --save-dev toolpress@${version} && npm install @toolpress/runtime@${version}\n`,
        "Next: toolpress gen compiles specs/ into generated/.\n",
      ].join("\n"),
    );
    const gen = await project.toolpress("gen");
    expect([gen.code, gen.stderr]).toEqual([0, ""]);
    expect(gen.stdout.replace(/\d+ ms/, "N ms")).toMatch(
      /^hello {2}generated\/hello\/ {2}5 files written\n1 tool · 5 changed · N ms · \d+ tokens\n\nNext: implement/,
    );
    expect(project.files()).toEqual(filesOf("hello", "say-hello"));
    const before = statSync(join(project.path, "generated/hello/index.ts")).mtimeMs;
    const again = await project.toolpress("gen");
    expect(again.stdout).toMatch(/^1 tool · unchanged · \d+ ms · \d+ tokens\n$/);
    expect(statSync(join(project.path, "generated/hello/index.ts")).mtimeMs).toBe(before);
    expect((await project.toolpress("gen", "--check")).code).toBe(0);
  });

  test("init writes `imports` only if a tsconfig.json exists", async () => {
    await project.toolpress("init");
    expect(project.get("toolpress.config.yaml")).toContain("# imports: js\n");
    project.put(
      "tsconfig.json",
      '{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler" } }',
    );
    await project.toolpress("gen");
    expect(project.get("generated/hello/index.ts")).toContain('from "./entries"');
    rmSync(join(project.path, "toolpress.config.yaml"));
    await project.toolpress("init");
    expect(project.get("toolpress.config.yaml")).toContain("\nimports: none\n");
  });

  test("`functionCallingConfig` in a spec is reported with the form to write", async () => {
    project.put(
      "specs/a.tools.yaml",
      "toolConfig: { functionCallingConfig: { mode: ANY } }\ntools: { ping: { description: Answers with pong to test the connection. } }\n",
    );
    const { code, stderr } = await project.toolpress("gen");
    expect(code).toBe(1);
    expect(stderr).toContain('TP201  unknown field "functionCallingConfig" in toolConfig');
    expect(stderr).toContain(
      "help: write its fields directly in `toolConfig`, such as `toolConfig: { mode: ANY }`",
    );
  });

  test("init never overwrites", async () => {
    project.put("specs/hello.tools.yaml", "mine");
    project.put("toolpress.config.ts", "export default {}");
    expect((await project.toolpress("init")).stdout).toMatch(
      /^kept {3}specs\/hello\.tools\.yaml\nkept {3}toolpress\.config\.ts\n/,
    );
    expect(project.get("specs/hello.tools.yaml")).toBe("mine");
    expect(existsSync(join(project.path, "toolpress.config.yaml"))).toBe(false);
  });
});

describe("an error in a spec", () => {
  test("writes nothing, shows the location, exits with 1", async () => {
    project.put("specs/math.tools.yaml", `${specOf()}\n    descripton: twice\n`);
    const { code, stdout, stderr } = await project.toolpress("gen");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^specs\/math\.tools\.yaml:8:5 {2}error TP201 {2}unknown field "descripton"/);
    expect(stderr).toContain('  help: did you mean "description"?\n');
    expect(stdout).toMatch(
      /^failed {2}math {2}errors in specs\/math\.tools\.yaml; nothing was written\n0 tools · unchanged · /,
    );
    expect(project.files()).toEqual([]);
  });

  test.each([
    ["an unknown field", `${specOf()}\n    descripton: twice\n`],
    ["broken YAML", "tools:\n\t- x"],
    ["an empty file", ""],
    ["a document of no dialect", "hello: world"],
  ])("%s never removes existing output", async (_name, text) => {
    project.put("specs/math.tools.yaml", specOf());
    project.put("specs/other.tools.yaml", specOf("Adds two other numbers and gives their sum.", "plus"));
    await project.toolpress("gen");
    const before = project.files();
    project.put("specs/math.tools.yaml", text);
    expect((await project.toolpress("gen")).code).toBe(1);
    expect(project.files()).toEqual(before);
  });

  test("does not prevent the output of other specs", async () => {
    project.put("specs/bad.tools.yaml", "tools: 1");
    project.put("specs/math.tools.yaml", specOf());
    expect((await project.toolpress("gen")).code).toBe(1);
    expect(project.files()).toEqual(filesOf("math"));
  });

  test("a file that is not text is a diagnostic", async () => {
    project.put("specs/math.tools.yaml", specOf());
    writeFileSync(join(project.path, "specs/latin.tools.yaml"), Buffer.from([0x61, 0xe9, 0x00]));
    const { code, stderr } = await project.toolpress("gen");
    expect([code, stderr.split("\n")[0]]).toEqual([
      1,
      'error TP112  cannot read "specs/latin.tools.yaml": it is not UTF-8 text: byte 0xe9 at line 1, column 2',
    ]);
  });
});

describe("compiled specs", () => {
  test("are all specs in specs/ except shared parts, and in subfolders the files named as specs", async () => {
    project.put("specs/a.tools.yaml", specOf());
    project.put(
      "specs/b.json",
      JSON.stringify({ tools: { minus: { description: "Subtracts a number from another one." } } }),
    );
    project.put("specs/common.schemas.yaml", "schemas: {}");
    project.put("specs/_draft.tools.yaml", "broken: [");
    project.put("specs/.hidden.yaml", "broken: [");
    project.put("specs/deep/c.tools.yaml", specOf("Multiplies two numbers, gives the product.", "times"));
    project.put("specs/deep/part.yaml", "type: object");
    expect((await project.toolpress("gen")).code).toBe(0);
    expect(new Set(project.files().map((path) => path.split("/")[1]))).toEqual(new Set(["a", "b", "c"]));
  });

  test("are only those named on the command line; the others are unchanged", async () => {
    project.put("specs/a.tools.yaml", specOf());
    project.put("specs/b.tools.yaml", specOf("Adds two other numbers and gives their sum.", "plus"));
    await project.toolpress("gen");
    rmSync(join(project.path, "specs/b.tools.yaml"));
    expect((await project.toolpress("gen", "specs/a.tools.yaml")).code).toBe(0);
    expect(project.files()).toEqual([...filesOf("a"), ...filesOf("b", "plus")]);
  });

  test("may be outside the project, and refer only to files in their own folder", async () => {
    project.put("api/math.tools.yaml", `${specOf()}\n    response: { $ref: "parts/sum.yaml" }\n`);
    project.put("api/parts/sum.yaml", "type: object\nproperties: { sum: { type: number } }\n");
    project.put("secret.yaml", "type: object");
    project.put("app/package.json", "{}");
    const app = createProject(join(project.path, "app"));
    expect(await app.toolpress("gen", "../api/math.tools.yaml")).toMatchObject({ code: 0 });
    expect(app.files()).toContain("generated/math/tools/add.ts");
    writeFileSync(
      join(project.path, "api/math.tools.yaml"),
      `${specOf()}\n    response: { $ref: "../secret.yaml" }\n`,
    );
    const { code, stderr } = await app.toolpress("gen", "../api/math.tools.yaml");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^\.\.\/api\/math\.tools\.yaml:8:23 {2}error TP3\d\d/);
  });

  test("are written to the folder of --out", async () => {
    project.put("specs/a.tools.yaml", specOf());
    await project.toolpress("gen", "--out", "src/gen");
    expect(project.files("src")).toEqual(filesOf("a").map((path) => path.replace("generated", "src/gen")));
  });
});

describe("a part of an OpenAPI document", () => {
  const operation = (operationId: string): object => ({
    get: {
      operationId,
      tags: [operationId.slice(0, 3)],
      summary: `Gives the ${operationId} of the shop, all of them at once.`,
      responses: { 200: { description: "fine" } },
    },
  });
  beforeEach(() =>
    project.put(
      "shop.json",
      JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Shop", version: "1" },
        servers: [{ url: "https://shop.example" }],
        paths: { "/pets": operation("pets"), "/toys": operation("toys"), "/food": operation("food") },
      }),
    ),
  );
  const tools = (): string[] => project.files().filter((path) => path.includes("/tools/"));

  test("is all of it if it fits the budget, and the config that selects it again is shown", async () => {
    const { code, stderr } = await project.toolpress("gen", "shop.json");
    expect([code, tools().length]).toEqual([0, 3]);
    const line = /^ {2}(specs: .*)$/m.exec(stderr)?.[1] ?? "";
    expect(line).toBe('specs: { "shop.json": {} }');
    project.put("toolpress.config.yaml", line);
    expect((await project.toolpress("gen", "--check")).code).toBe(0);
  });

  test("is not chosen for a larger document; tags and the next command are shown", async () => {
    project.put("toolpress.config.yaml", "budgets: { tools: 2 }\nspecs: { shop.json: {} }\n");
    const { code, stderr } = await project.toolpress("gen");
    expect([code, project.files()]).toEqual([1, []]);
    expect(stderr).toContain("error TP603");
    expect(stderr).toMatch(/^include {2,}operations {2,}tokens\ntag:foo +1 +\d+\n/m);
    const commands = [...stderr.matchAll(/^ {2}toolpress (.*)$/gm)].map(([, command]) => command);
    expect(commands).toEqual(["operations shop.json", "gen shop.json --include tag:foo"]);
    const next = await project.toolpress("gen", "shop.json", "--include", "tag:foo");
    expect([next.code, tools()]).toEqual([0, ["generated/shop/tools/food.ts"]]);
  });

  test("is not chosen above the token budget either: existing output stays", async () => {
    project.put("toolpress.config.yaml", "specs: { shop.json: {} }\n");
    expect((await project.toolpress("gen")).code).toBe(0);
    const before = project.files().map((path) => project.get(path));
    project.put("toolpress.config.yaml", "budgets: { tokens: 40 }\nspecs: { shop.json: {} }\n");
    const { code, stderr } = await project.toolpress("gen");
    expect(code).toBe(1);
    expect(stderr).toMatch(/error TP603 .* all 3 cost about \d+ tokens, more than budgets\.tokens \(40\)/);
    expect(stderr).toContain("toolpress gen shop.json --include tag:");
    expect(project.files().map((path) => project.get(path))).toEqual(before);
  });

  test("can be selected with --include, and the config for it is shown", async () => {
    const { code, stderr } = await project.toolpress(
      "gen",
      "shop.json",
      "--include",
      "pets",
      "--include",
      "tag:toy",
    );
    expect([code, tools()]).toEqual([0, ["generated/shop/tools/pets.ts", "generated/shop/tools/toys.ts"]]);
    const line = /^ {2}(specs: .*)$/m.exec(stderr)?.[1] ?? "";
    expect(line).toBe('specs: { "shop.json": {"include":["pets","tag:toy"]} }');
    project.put("toolpress.config.yaml", line);
    expect((await project.toolpress("gen", "--check")).code).toBe(0);
  });

  test("can be everything with --all, which reports the cost first", async () => {
    const { code, stderr } = await project.toolpress("gen", "shop.json", "--all");
    expect([code, tools().length]).toEqual([0, 3]);
    expect(stderr).toMatch(
      /^all operations: 3 tools, about \d+ tokens in every request; --include selects a part\n/,
    );
  });
});

describe("stubs", () => {
  test("are written once and completed later, edits are kept", async () => {
    project.put("specs/math.tools.yaml", specOf());
    expect((await project.toolpress("gen", "--stubs", "src/tools")).stdout).toContain(
      "stub   src/tools/math/add.ts\n",
    );
    project.put("src/tools/math/add.ts", "// mine\n");
    project.put(
      "specs/math.tools.yaml",
      specOf() + specOf("Subtracts a number from another.", "minus").replace("tools:\n", ""),
    );
    await project.toolpress("gen", "--stubs", "src/tools");
    expect(project.get("src/tools/math/add.ts")).toBe("// mine\n");
    expect(project.get("src/tools/math/minus.ts")).toContain("minus is not implemented yet");
    expect(project.get("src/tools/math/index.ts")).toContain("minus: minus");
  });

  test("keep an edited index, and report the missing handlers", async () => {
    project.put("specs/math.tools.yaml", specOf());
    await project.toolpress("gen", "--stubs", "src/tools");
    project.put("src/tools/math/index.ts", `// mine\n${project.get("src/tools/math/index.ts")}`);
    project.put(
      "specs/math.tools.yaml",
      specOf() + specOf("Subtracts a number from another.", "minus").replace("tools:\n", ""),
    );
    const { stderr } = await project.toolpress("gen", "--stubs", "src/tools");
    expect(stderr).toContain(
      'TP907  "src/tools/math/index.ts" has been edited, so these handlers were not added: minus',
    );
    expect(project.get("src/tools/math/index.ts")).toMatch(/^\/\/ mine/);
  });
});

describe("the runtime that generated code imports", () => {
  const suggestion = async (manifest: object, installed?: string): Promise<string> => {
    project.put("specs/a.tools.yaml", specOf());
    project.put("package.json", JSON.stringify(manifest));
    if (installed !== undefined)
      project.put(
        "node_modules/@toolpress/runtime/package.json",
        JSON.stringify({ name: "@toolpress/runtime", version: installed }),
      );
    return (await project.toolpress("gen")).stderr;
  };
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  const listed = { dependencies: { "@toolpress/runtime": version } };

  test("is a dependency of the application", async () => {
    const text = `Generated code imports @toolpress/runtime, also in production: npm install @toolpress/runtime@${version}`;
    expect(await suggestion({ devDependencies: { toolpress: version } }, version)).toBe(`\n${text}\n`);
  });

  test("must be installed", async () => {
    expect(await suggestion(listed)).toContain("@toolpress/runtime is not installed: npm install");
  });

  test("must have the version of the compiler", async () => {
    expect(await suggestion(listed, "0.0.9")).toContain(
      `@toolpress/runtime 0.0.9 does not match toolpress ${version}`,
    );
    expect(await suggestion(listed, version)).toBe("");
  });
});
