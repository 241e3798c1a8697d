import { join } from "node:path";
import { paletteFor } from "../terminal/colour.js";
import { type Command, exitCodes } from "./command.js";

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
  imports: string,
): string => `# yaml-language-server: $schema=node_modules/toolpress/dist/schema/config.schema.json

# Everything here is optional; these are the defaults.

# Where generated code goes. Every spec in specs/ is compiled.
out: generated

# The ending of relative imports in generated code: js, ts or none. This is the one that tsconfig.json asks for.
imports: ${imports}

# Repair arguments of models without loss, such as "3" for 3.
coerce: true

# Severity by diagnostic; \`toolpress explain\` lists the codes.
# severity:
#   TP401: error
`;

const starters: readonly (readonly [path: string, text: (imports: string) => string])[] = [
  ["specs/hello.tools.yaml", () => spec],
  ["toolpress.config.yaml", configFor],
];

const configNames = ["yaml", "yml", "json", "ts"].map((ending) => `toolpress.config.${ending}`);

/** `toolpress init`. */
export const init: Command = {
  name: "init",
  summary: "writes a first spec and a config to start from",
  usage: "",
  details: `Writes specs/hello.tools.yaml, a spec with one tool, and toolpress.config.yaml.
An existing file is never changed.`,
  examples: [["toolpress init && toolpress gen", "from nothing to generated code"]],
  flags: {},
  maxWords: 0,
  async run(_given, { cwd, stdout, env }) {
    const { isTaken, putFile } = await import("../project/put-file.js");
    const { importFormFor } = await import("../project/import-form.js");
    const form = importFormFor(cwd, join(cwd, "generated"));
    const { bold, dim, green } = paletteFor(stdout, env);
    for (const [path, text] of starters) {
      const twin = path.startsWith("toolpress.config")
        ? configNames.find((name) => isTaken(join(cwd, name)))
        : isTaken(join(cwd, path))
          ? path
          : undefined;
      if (twin !== undefined) {
        stdout.write(`${dim("kept ")}  ${twin}\n`);
        continue;
      }
      putFile(cwd, join(cwd, path), text(typeof form === "string" ? form : "js"));
      stdout.write(`${green("wrote")}  ${path}\n`);
    }
    stdout.write(`\nNext: ${bold("toolpress gen")} compiles specs/ into generated/.\n`);
    return exitCodes.ok;
  },
};
