import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { paletteFor } from "../terminal/colour.js";
import { type Command, exitCodes, type Given, type Terminal } from "./command.js";

const spec = `# yaml-language-server: $schema=../node_modules/toolpress/dist/schema/tools.schema.json

# A set of tools. \`toolpress gen\` compiles it into generated/hello/.
tools:
  say_hello:
    description: Greets a person by name. Use it when somebody introduces themselves.
    parameters:
      - name: name
        type: string
        description: The name as the person gave it.
        required: true
      - name: language
        type: string
        enum: [en, de, fr]
        description: Language of the greeting.
        default: en
    response:
      type: object
      required: [greeting]
      properties:
        greeting: { type: string }
`;

const configFor = (
  imports: string | undefined,
): string => `# yaml-language-server: $schema=node_modules/toolpress/dist/schema/config.schema.json

# Everything here is optional; these are the defaults.

# Where generated code goes. Every spec in specs/ is compiled.
out: generated

${
  imports === undefined
    ? `# The ending of relative imports in generated code: js, ts or none. Without it, tsconfig.json decides.
# imports: js`
    : `# The ending of relative imports in generated code: js, ts or none. This is the one that tsconfig.json asks for.
imports: ${imports}`
}

# Repair arguments of models without loss, such as "3" for 3.
coerce: true

# Severity by diagnostic; \`toolpress explain\` lists the codes.
# severity:
#   TP401: error
`;

type Starter = readonly [path: string, text: (facts: Facts) => string];

interface Facts {
  /** The form of imports that fits tsconfig.json. Undefined if there is no tsconfig.json yet. */
  readonly imports: string | undefined;
  /** The output folder that an existing config names, or the default. */
  readonly out: string;
}

const starters: readonly Starter[] = [
  ["specs/hello.tools.yaml", () => spec],
  ["toolpress.config.yaml", ({ imports }) => configFor(imports)],
];

/** The command `toolpress init`. */
export const init: Command = {
  name: "init",
  summary: "writes a first spec and a config to start from",
  usage: "",
  details: `Writes specs/hello.tools.yaml, a spec with one tool, toolpress.config.yaml, and .prettierignore.
An existing file is never changed. The entries that other ignore files need are printed.`,
  examples: [["toolpress init && toolpress gen", "from nothing to generated code"]],
  flags: {},
  maxWords: 0,
  async run(given, terminal) {
    const { cwd, stdout, env } = terminal;
    const { prettierIgnore, missingIgnores } = await import("../project/ignore-files.js");
    const { installCommand } = await import("../project/suggest-runtime.js");
    const { importFormFor } = await import("../project/import-form.js");
    const out = await outputFolder(given, cwd);
    const searched = new Set<string>();
    const form = importFormFor(cwd, join(cwd, out), searched);
    const hasTsconfig = typeof form === "string" && [...searched].some((file) => existsSync(file));
    const facts = { imports: hasTsconfig ? form : undefined, out };
    const { bold } = paletteFor(stdout, env);
    const ignores = missingIgnores(cwd, out);
    await writeStarters(
      [...starters, [prettierIgnore.path, () => prettierIgnore.text(out)]],
      facts,
      terminal,
    );
    if (ignores.length > 0)
      stdout.write(
        `\nFormatters and linters must not change generated code. Add:\n${ignores.map((line) => `  ${line}\n`).join("")}`,
      );
    const install = installCommand(cwd);
    if (install !== undefined) stdout.write(`\nInstall: ${bold(install)}\n`);
    stdout.write(`\nNext: ${bold("toolpress gen")} compiles specs/ into ${out}/.\n`);
    return exitCodes.ok;
  },
};

/**
 * Returns the output folder of the config. If the config has a mistake, the default is used, and `gen` reports the
 * mistake later.
 */
async function outputFolder(given: Given, cwd: string): Promise<string> {
  const [{ readConfig }, { createReport }, { fromRoot }] = await Promise.all([
    import("../config.js"),
    import("../../diagnostics/report.js"),
    import("../../base/paths.js"),
  ]);
  const config = await readConfig(cwd, createReport(), given.text("config"));
  return config === undefined ? "generated" : fromRoot(cwd, resolve(cwd, config.out));
}

async function writeStarters(
  files: readonly Starter[],
  facts: Facts,
  { cwd, stdout, env }: Terminal,
): Promise<void> {
  const { isTaken, putFile } = await import("../project/put-file.js");
  const { configNames } = await import("../config.js");
  const { dim, green } = paletteFor(stdout, env);
  for (const [path, text] of files) {
    const names = path.startsWith("toolpress.config") ? configNames : [path];
    const twin = names.find((name) => isTaken(join(cwd, name)));
    if (twin === undefined) putFile(cwd, join(cwd, path), text(facts));
    stdout.write(twin === undefined ? `${green("wrote")}  ${path}\n` : `${dim("kept ")}  ${twin}\n`);
  }
}
