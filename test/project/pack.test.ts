import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agentForCommonJs, serialCalls, tenTools, tenToolsAgent } from "./pack-programs.js";

// Tests the packages as a user gets them: packed, and unpacked into an empty project. Their dependencies come
// from this repository's node_modules. The packages themselves come only from the tarballs.

const repository = fileURLToPath(new URL("../..", import.meta.url));
const installed = (name: string): string => join(repository, "node_modules", name);
const minutes = 60_000;

const folder = mkdtempSync(join(tmpdir(), "toolpress-pack-"));
const consumer = join(folder, "consumer");
const packages = ["toolpress", "@toolpress/runtime"] as const;
type Package = (typeof packages)[number];
const tarballs = new Map<Package, string>();
const inConsumer = (name: Package): string => join(consumer, "node_modules", name);

interface Manifest {
  readonly bin?: { readonly toolpress: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Target>>;
}

/**
 * The files of an entry of `exports`: modules, one file for Node, and in the runtime a file for `require`.
 */
interface Target {
  readonly node?: string;
  readonly default: string | Target;
  readonly require?: Target;
}

const manifestOf = (name: Package): Manifest =>
  JSON.parse(readFileSync(join(inConsumer(name), "package.json"), "utf8")) as Manifest;

/** Returns the entries of a package that are modules. */
const entriesOf = (name: Package): [path: string, modules: Target, required: Target | undefined][] =>
  Object.entries(manifestOf(name).exports).flatMap(([path, target]) =>
    typeof target === "string"
      ? []
      : [[path, typeof target.default === "string" ? target : target.default, target.require]],
  );

function put(path: string, text: string): void {
  mkdirSync(dirname(join(consumer, path)), { recursive: true });
  writeFileSync(join(consumer, path), text);
}

function link(name: string): void {
  const path = join(consumer, "node_modules", name);
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(path)) symlinkSync(installed(name), path);
}

function run(command: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: consumer, encoding: "utf8" });
  return { status, output: stdout + stderr };
}

const tsc = (
  version: "typescript" | "typescript-7",
  project: string,
): { status: number | null; output: string } =>
  run(process.execPath, join(installed(version), "bin/tsc"), "-p", project);

const options = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  target: "ES2022",
  rootDir: ".",
};

beforeAll(() => {
  unpackAll();
  const { bin, dependencies = {} } = manifestOf("toolpress");
  for (const name of [...Object.keys(dependencies), "@types/node"])
    if (name !== "@toolpress/runtime") link(name);
  mkdirSync(join(consumer, "node_modules/.bin"));
  symlinkSync(join("../toolpress", bin?.toolpress ?? ""), join(consumer, "node_modules/.bin/toolpress"));
  const manifest = { name: "consumer", private: true, type: "module" };
  put("package.json", JSON.stringify({ ...manifest, dependencies: { "@toolpress/runtime": "*" } }));
}, 5 * minutes);

function unpackAll(): void {
  const words = ["run", "--silent", "pack", "--", "--json", "--pack-destination", folder];
  const packed = execFileSync("npm", words, {
    cwd: repository,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const { name, filename } of JSON.parse(packed.slice(packed.indexOf("["))) as Packed[]) {
    tarballs.set(name, join(folder, filename));
    mkdirSync(inConsumer(name), { recursive: true });
    execFileSync("tar", ["-xzf", join(folder, filename), "--strip-components=1", "-C", inConsumer(name)]);
  }
}

interface Packed {
  readonly name: Package;
  readonly filename: string;
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the package in an empty TypeScript project", () => {
  test("npx toolpress init && npx toolpress gen", () => {
    const init = run("npx", "toolpress", "init");
    expect(init.output).toContain("wrote  specs/hello.tools.yaml");
    const gen = run("npx", "toolpress", "gen");
    expect(gen.output).toMatch(/^1 tool · 5 changed · \d+ ms · \d+ tokens$/m);
    expect([init.status, gen.status]).toEqual([0, 0]);
    expect(run("npx", "toolpress", "gen", "--check").status).toBe(0);
  });

  test.each(["specs/hello.tools.yaml", "toolpress.config.yaml"])(
    "%s names an existing schema for editors",
    (file) => {
      const [, path = ""] = /\$schema=(\S+)/.exec(readFileSync(join(consumer, file), "utf8")) ?? [];
      const schema: unknown = JSON.parse(readFileSync(join(consumer, file, "..", path), "utf8"));
      expect(schema).toMatchObject({ type: "object" });
    },
  );

  test("a config in TypeScript may be typed", () => {
    put(
      "toolpress.config.check.ts",
      'import type { ConfigFile } from "toolpress/generator";\nexport default { out: "generated", budgets: { tokens: 9 } } satisfies ConfigFile;\n',
    );
  });

  put(
    "src/handlers.ts",
    `import type { HelloHandlers } from "../generated/hello/index.js";

export const handlers: HelloHandlers = {
  async say_hello({ name, language }) {
    return { greeting: \`\${language === "fr" ? "Bonjour" : "Hello"}, \${name}!\` };
  },
};
`,
  );
  put(
    "src/main.ts",
    `import { createAgent } from "@toolpress/runtime";
import { scriptedModel, call, text } from "toolpress/testing";
import { createHello } from "../generated/hello/index.js";
import { handlers } from "./handlers.js";

const model = scriptedModel([call("say_hello", { name: "Ada" }), text("Done.")]);
const result = await createAgent({ tools: createHello({ handlers }), model }).run("Greet Ada.");
const parts = result.contents.flatMap(({ parts }) => parts ?? []);
console.log(JSON.stringify(parts.find((part) => part.functionResponse)?.functionResponse?.response));
console.log(result.status);
`,
  );
  put(
    "src/wrong.ts",
    'import { createHello } from "../generated/hello/index.js";\ncreateHello({ handlers: { say_hello: () => ({ greting: "x" }) } });\n',
  );

  /** Writes the generated set and an agent into a folder whose modules are CommonJS. */
  function copyAsCommonJs(): void {
    cpSync(join(consumer, "generated"), join(consumer, "commonjs/generated"), { recursive: true });
    for (const folder of ["commonjs", "required", "required10"])
      put(`${folder}/package.json`, '{ "type": "commonjs" }');
    put("commonjs/main.ts", agentForCommonJs);
  }

  const projects = {
    node16: {
      compilerOptions: {
        ...options,
        module: "node16",
        moduleResolution: "node16",
        lib: ["ES2022"],
        types: ["node"],
        outDir: "out",
      },
      files: ["src/main.ts", "toolpress.config.check.ts"],
    },
    bundler: {
      compilerOptions: {
        ...options,
        module: "esnext",
        moduleResolution: "bundler",
        lib: ["ES2022", "DOM"],
        types: [],
        noEmit: true,
      },
      files: ["src/handlers.ts", "generated/hello/index.ts"],
    },
    commonjs: {
      compilerOptions: {
        ...options,
        module: "node16",
        moduleResolution: "node16",
        lib: ["ES2022"],
        types: ["node"],
        outDir: "required",
        rootDir: "commonjs",
      },
      include: ["commonjs"],
    },
    node10: {
      compilerOptions: {
        ...options,
        module: "commonjs",
        moduleResolution: "node10",
        ignoreDeprecations: "5.0",
        lib: ["ES2022"],
        types: ["node"],
        outDir: "required10",
        rootDir: "commonjs",
      },
      include: ["commonjs"],
    },
    "no-target": {
      compilerOptions: {
        strict: true,
        module: "esnext",
        moduleResolution: "bundler",
        types: ["node"],
        noEmit: true,
      },
      files: ["src/handlers.ts", "generated/hello/index.ts"],
    },
    wrong: {
      compilerOptions: {
        ...options,
        module: "esnext",
        moduleResolution: "bundler",
        lib: ["ES2022", "DOM"],
        types: [],
        noEmit: true,
      },
      files: ["src/wrong.ts"],
    },
  };
  for (const [name, project] of Object.entries(projects))
    put(`tsconfig.${name}.json`, JSON.stringify(project));

  test.each([
    ["node16", "typescript"],
    ["node16", "typescript-7"],
    ["bundler", "typescript"],
    ["bundler", "typescript-7"],
    ["commonjs", "typescript"],
    ["commonjs", "typescript-7"],
    ["node10", "typescript"],
    ["no-target", "typescript"],
    ["no-target", "typescript-7"],
  ] as const)(
    "under %s resolution a handler compiles with %s",
    (resolution, version) => {
      copyAsCommonJs();
      expect(tsc(version, `tsconfig.${resolution}.json`)).toEqual({ status: 0, output: "" });
    },
    3 * minutes,
  );

  test("the compiler refuses a handler of another type", () => {
    expect(tsc("typescript-7", "tsconfig.wrong.json").output).toMatch(/wrong\.ts\(2,\d+\): error TS/);
  });

  test.each(["out/src/main.js", "required/main.js", "required10/main.js"])(
    "the compiled agent in %s runs",
    (file) => {
      const { status, output } = run(process.execPath, file);
      expect([status, output]).toEqual([0, '{"result":{"greeting":"Hello, Ada!"}}\ndone\n']);
    },
  );

  test.each(packages)("every entry of %s can be imported", (name) => {
    const entries = entriesOf(name);
    expect(entries.length).toBeGreaterThanOrEqual(3);
    const imports = entries
      .map(([path]) => `await import(${JSON.stringify(`${name}${path.slice(1)}`)});`)
      .join("\n");
    expect(run(process.execPath, "--input-type=module", "-e", imports)).toEqual({ status: 0, output: "" });
  });

  test("every entry of @toolpress/runtime can be required, with every name of the modules", () => {
    const folder = inConsumer("@toolpress/runtime");
    const pairs = entriesOf("@toolpress/runtime").map(([path, modules]) => [
      `@toolpress/runtime${path.slice(1)}`,
      modules.default,
    ]);
    const compare = `(async () => {
      for (const [name, modules] of ${JSON.stringify(pairs)}) {
        const given = Object.keys(require(name));
        const missing = Object.keys(await import(${JSON.stringify(`${folder}/`)} + modules)).filter((key) => !given.includes(key));
        if (missing.length > 0) console.log(name, "lacks", missing.join(", "));
      }
    })();`;
    expect(run(process.execPath, "--input-type=commonjs", "-e", compare)).toEqual({ status: 0, output: "" });
  });

  test("require` loads CommonJS, for loaders that support only that", () => {
    const files = entriesOf("@toolpress/runtime").map(([, , required]) => String(required?.default));
    expect(files.length).toBeGreaterThanOrEqual(10);
    for (const file of files)
      expect(readFileSync(join(inConsumer("@toolpress/runtime"), file), "utf8")).toMatch(
        /^module\.exports = require\("/,
      );
  });

  test("Node loads every name of the modules", () => {
    const folder = inConsumer("@toolpress/runtime");
    const pairs = entriesOf("@toolpress/runtime").flatMap(([, { node, default: modules }]) =>
      node === undefined ? [] : [[node, modules]],
    );
    expect(pairs.length).toBeGreaterThanOrEqual(10);
    const compare = `for (const [node, modules] of ${JSON.stringify(pairs)}) {
      const given = Object.keys(await import(${JSON.stringify(`${folder}/`)} + node));
      const missing = Object.keys(await import(${JSON.stringify(`${folder}/`)} + modules)).filter((name) => !given.includes(name));
      if (missing.length > 0) console.log(node, "lacks", missing.join(", "));
    }`;
    expect(run(process.execPath, "--input-type=module", "-e", compare)).toEqual({ status: 0, output: "" });
  });
});

describe("a production install", () => {
  const image = join(folder, "image");

  test("of @toolpress/runtime is one package of at most 1.5 MB", () => {
    mkdirSync(image);
    writeFileSync(join(image, "package.json"), '{ "name": "app", "private": true, "type": "module" }');
    const words = ["install", tarballs.get("@toolpress/runtime") ?? "", "--omit=dev", "--offline"];
    const { status, stdout } = spawnSync("npm", words, { cwd: image, encoding: "utf8" });
    expect([status, stdout]).toEqual([0, expect.stringContaining("added 1 package")]);
    const files = readdirSync(image, { recursive: true, encoding: "utf8" }).filter((path) =>
      path.startsWith(join("node_modules", "@toolpress")),
    );
    const sizes = files
      .map((path) => statSync(join(image, path)))
      .map((file) => (file.isFile() ? file.size : 0));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    console.log(`@toolpress/runtime: ${bytes} bytes installed`);
    expect(bytes).toBeGreaterThan(500_000);
    expect(bytes).toBeLessThanOrEqual(1_500_000);
  });

  test("starts an agent with ten generated tools, without toolpress", () => {
    for (const [path, text] of Object.entries({
      ...tenTools,
      "production/src/main.ts": tenToolsAgent,
      "production/src/serial.ts": serialCalls,
    }))
      put(path, text);
    put("production/package.json", '{ "type": "module" }');
    const gen = run("npx", "toolpress", "gen", "--cwd", "production");
    expect([gen.status, gen.output]).toEqual([0, expect.stringContaining("10 tools")]);
    put(
      "production/tsconfig.json",
      JSON.stringify({
        compilerOptions: { ...options, module: "nodenext", types: ["node"], outDir: join(image, "app") },
        include: ["src", "generated"],
      }),
    );
    expect(tsc("typescript-7", "production/tsconfig.json")).toEqual({ status: 0, output: "" });
    const started = spawnSync(process.execPath, ["app/src/main.js"], {
      cwd: image,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], NODE_ENV: "production" },
    });
    expect([started.status, started.stderr]).toEqual([0, ""]);
    expect(started.stdout).toBe(
      "10 answers\ndone All ten tools have answered.\ntoolpress is not installed\n",
    );
  });
});

test("serial tools exclude each other across the entries of the runtime", () => {
  const { stdout } = spawnSync(process.execPath, ["app/src/serial.js"], {
    cwd: join(folder, "image"),
    encoding: "utf8",
  });
  expect(stdout).toMatch(/^(count_\d) starts, \1 ends, (count_\d) starts, \2 ends\n$/);
});

test(
  "packing the runtime alone builds it first",
  () => {
    const { scripts } = JSON.parse(readFileSync(join(repository, "runtime/package.json"), "utf8")) as {
      scripts: { prepack: string };
    };
    rmSync(join(repository, "runtime/dist/index.js"));
    const words = ["pack", "./runtime", "--json", "--dry-run"];
    const packed = execFileSync("npm", words, {
      cwd: repository,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    expect([scripts.prepack, packed]).toEqual([
      "node ../build.js runtime",
      expect.stringContaining('"dist/index.js"'),
    ]);
  },
  3 * 60_000,
);

describe("the tarballs", () => {
  test("contain the build and the documentation, but no sources, tests or specs", () => {
    const top = (name: Package): string[] => readdirSync(inConsumer(name)).sort();
    expect(top("toolpress")).toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "SKILL.md",
      "bin",
      "dist",
      "docs",
      "package.json",
    ]);
    expect(top("@toolpress/runtime")).toEqual(["LICENSE", "README.md", "dist", "package.json"]);
  });

  test.each([
    ["toolpress", ["templates/tool.ts.hbs", "schema/tools.schema.json"]],
    [
      "@toolpress/runtime",
      [
        "remotes/python/worker.py",
        "remotes/python/toolpress_worker/schemas.py",
        "remotes/snakepit/bridge.proto",
      ],
    ],
  ] as const)("of %s contain the files that modules read at run time", (name, files) => {
    const dist = join(inConsumer(name), "dist");
    for (const path of files) expect(existsSync(join(dist, path)), path).toBe(true);
    const all = readdirSync(dist, { recursive: true }).map(String);
    expect(all.filter((path) => /__pycache__|\.pyc$|(?<!\.d)\.ts$/.test(path))).toEqual([]);
  });

  test.each(packages)("publint finds nothing in %s", (name) => {
    const { status, output } = run(
      process.execPath,
      join(installed("publint"), "src/cli.js"),
      "run",
      tarballs.get(name) ?? "",
      "--strict",
    );
    expect([status, output]).toEqual([0, expect.stringContaining("All good!")]);
  });

  test.each(packages)("attw finds nothing in %s", (name) => {
    const attw = join(installed("@arethetypeswrong/cli"), "dist/index.js");
    const { status, output } = run(
      process.execPath,
      attw,
      tarballs.get(name) ?? "",
      ...(name === "toolpress" ? ["--profile", "esm-only"] : []),
      "--format",
      "ascii",
    );
    expect(output).toContain("node16 (from ESM): 🟢");
    expect([status, output]).toEqual([
      0,
      expect.not.stringMatching(/^(?:node16 \(from ESM\)|bundler): (?!🟢)/m),
    ]);
  });
});
