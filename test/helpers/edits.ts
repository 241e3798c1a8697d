import { appendFileSync, renameSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { type Project, specOf } from "../cli/project.js";
import { clock, config, place, shop } from "./cached-runs.js";
import { outputVersion } from "../../generator/emit/context.js";

// Changes that may happen to a project between two runs.

export const tool = "generated/math/tools/add.ts";
export const lock = "generated/math/toolpress.lock.json";
export const allSpecs = [
  "api.openapi.yaml",
  "clock.tools.ts",
  "math.tools.yaml",
  "more.tools.yaml",
  "shop.mcp.json",
  "weather.tools.yaml",
].map((name) => `specs/${name}`);

interface Edit {
  readonly change: (project: Project) => void;
  /** The specs that the next `gen` must compile. */
  readonly compiles: readonly string[];
}

export const at = (folder: Project, path: string): string => join(folder.path, path);
const put =
  (path: string, text: string) =>
  (to: Project): void =>
    to.put(path, text);
const replace =
  (path: string, from: string, by: string) =>
  (to: Project): void =>
    to.put(path, to.get(path).replace(from, by));

export const edits: Readonly<Record<string, Edit>> = {
  "nothing changes": { change: () => {}, compiles: [] },
  "a tool is edited": {
    change: put("specs/math.tools.yaml", specOf("Adds.")),
    compiles: ["specs/math.tools.yaml"],
  },
  "a remark is added to a spec": {
    change: (to) => appendFileSync(at(to, "specs/math.tools.yaml"), "# a remark\n"),
    compiles: ["specs/math.tools.yaml"],
  },
  "lines move, so that warnings are elsewhere": {
    change: (to) => to.put("specs/weather.tools.yaml", `# a remark\n${to.get("specs/weather.tools.yaml")}`),
    compiles: ["specs/weather.tools.yaml"],
  },
  "a tool is renamed": {
    change: replace("specs/math.tools.yaml", "add:", "plus:"),
    compiles: ["specs/math.tools.yaml"],
  },
  "a spec is added": {
    change: put("specs/extra.tools.yaml", specOf("Doubles a number.", "double")),
    compiles: ["specs/extra.tools.yaml"],
  },
  "a spec is added that takes the name of another's set": {
    change: put("specs/a.tools.yaml", `name: math\n${specOf("Doubles a number.", "double")}`),
    compiles: ["specs/a.tools.yaml", "specs/math.tools.yaml"],
  },
  "a spec is removed": { change: (to) => rmSync(at(to, "specs/more.tools.yaml")), compiles: [] },
  "a spec is renamed": {
    change: (to) => renameSync(at(to, "specs/more.tools.yaml"), at(to, "specs/less.tools.yaml")),
    compiles: ["specs/less.tools.yaml"],
  },
  "everything is touched": {
    change: (to) =>
      [...to.files("specs"), ...to.files()].forEach((path) =>
        utimesSync(at(to, path), new Date(), new Date()),
      ),
    compiles: [],
  },
  "a generated file is edited": {
    change: (to) => appendFileSync(at(to, tool), "// mine\n"),
    compiles: ["specs/math.tools.yaml"],
  },
  "a generated file is edited and its time put back": {
    change: (to) => {
      const time = new Date(Date.now() - 3_600_000);
      to.put(tool, to.get(tool).replace("gives the sum", "gives the sun"));
      utimesSync(at(to, tool), time, time);
    },
    compiles: ["specs/math.tools.yaml"],
  },
  "a generated file goes": { change: (to) => rmSync(at(to, tool)), compiles: ["specs/math.tools.yaml"] },
  "a folder of generated files goes": {
    change: (to) => rmSync(at(to, "generated/math/tools"), { recursive: true }),
    compiles: ["specs/math.tools.yaml"],
  },
  "the whole output goes": {
    change: (to) => rmSync(at(to, "generated"), { recursive: true }),
    compiles: allSpecs,
  },
  "a lock goes": { change: (to) => rmSync(at(to, lock)), compiles: ["specs/math.tools.yaml"] },
  "a lock is edited": {
    change: replace(lock, '"name":"add"', '"name":"sum"'),
    compiles: ["specs/math.tools.yaml"],
  },
  "a lock is made by another version": {
    change: replace(lock, `"output": ${outputVersion}`, '"output": 0'),
    compiles: ["specs/math.tools.yaml"],
  },
  "a file of somebody else is put beside generated ones": {
    change: put("generated/math/mine.ts", "export {};\n"),
    compiles: [],
  },
  "a file that looks generated is put beside generated ones": {
    change: (to) => to.put("generated/math/tools/old.ts", to.get(tool)),
    compiles: [],
  },
  "a set that no spec makes is put into the output": {
    change: (to) =>
      to.put("generated/old/toolpress.lock.json", to.get(lock).replace("math.tools", "gone.tools")),
    compiles: [],
  },
  "line ends change": { change: (to) => to.put(tool, to.get(tool).replaceAll("\n", "\r\n")), compiles: [] },
  "options in the config change": {
    change: put("toolpress.config.yaml", `${config}coerce: false\n`),
    compiles: allSpecs,
  },
  "severities in the config change": {
    change: put("toolpress.config.yaml", `${config}severity: { TP430: "off" }\n`),
    compiles: allSpecs,
  },
  "what the config says of one spec changes": {
    change: put("toolpress.config.yaml", config.replace(", split: tag", "")),
    compiles: ["specs/api.openapi.yaml"],
  },
  "the config is broken": { change: put("toolpress.config.yaml", "nonsense: 1\n"), compiles: [] },
  "a remark is added to the config": {
    change: put("toolpress.config.yaml", `# a remark\n${config}`),
    compiles: [],
  },
  "the config becomes code": {
    change: (to) => {
      rmSync(at(to, "toolpress.config.yaml"));
      to.put(
        "toolpress.config.mjs",
        'export default { specs: { "specs/api.openapi.yaml": { all: true, split: "tag" } } };\n',
      );
    },
    compiles: [],
  },
  "a file that a spec refers to changes": {
    change: put("specs/place.schema.yaml", place.replace("town", "village")),
    compiles: ["specs/weather.tools.yaml"],
  },
  "a file that a spec refers to goes": {
    change: (to) => rmSync(at(to, "specs/place.schema.yaml")),
    compiles: ["specs/weather.tools.yaml"],
  },
  "a file that a spec refers to is broken": {
    change: put("specs/place.schema.yaml", "type: [\n"),
    compiles: ["specs/weather.tools.yaml"],
  },
  "a spec is broken": {
    change: put("specs/math.tools.yaml", "tools: [\n"),
    compiles: ["specs/math.tools.yaml"],
  },
  "a tool of a foreign spec is broken, and its files are kept": {
    change: put("specs/shop.mcp.json", shop("integr")),
    compiles: ["specs/shop.mcp.json"],
  },
  "an operation moves to another tag": {
    change: replace("specs/api.openapi.yaml", "tags: [guests]", "tags: [people]"),
    compiles: ["specs/api.openapi.yaml"],
  },
  "a spec in TypeScript is edited": {
    change: put("specs/clock.tools.ts", clock("Tells what time it is.")),
    compiles: ["specs/clock.tools.ts"],
  },
};

export const sequences: Readonly<Record<string, readonly ((to: Project) => void)[]>> = {
  "a spec is broken and right again": [
    put("specs/math.tools.yaml", "tools: [\n"),
    put("specs/math.tools.yaml", specOf()),
    put("specs/math.tools.yaml", specOf("Adds, and no more.")),
  ],
  "a foreign tool is broken, mended, broken differently and gone": [
    put("specs/shop.mcp.json", shop("integr")),
    put("specs/shop.mcp.json", shop("number")),
    put("specs/shop.mcp.json", shop("numbr")),
    put("specs/shop.mcp.json", JSON.stringify({ tools: [] })),
  ],
  "a kept file is edited while its tool is broken": [
    put("specs/shop.mcp.json", shop("integr")),
    replace("generated/shop/tools/count-orders.ts", "way 1", "my way"),
    put("specs/shop.mcp.json", shop("integer")),
  ],
  "a file that is referred to goes and comes back": [
    (to) => rmSync(at(to, "specs/place.schema.yaml")),
    put("specs/place.schema.yaml", place),
  ],
  "a merge leaves a conflict in a lock": [
    replace(lock, '  "files"', '=======\n  "files"'),
    (to) => to.put("specs/math.tools.yaml", specOf("Adds, and no more.")),
  ],
  "settings that are warned of move in the config": [
    put("toolpress.config.yaml", config.replace("tag }", 'tag, exclude: ["tag:none"] }')),
    (to) => to.put("toolpress.config.yaml", `# a remark\n${to.get("toolpress.config.yaml")}`),
    put("toolpress.config.yaml", config),
  ],
  "two specs refer to a file that is broken and mended": [
    (to) => to.put("specs/storms.tools.yaml", to.get("specs/weather.tools.yaml")),
    put("specs/place.schema.yaml", "type: strin\n"),
    put("specs/place.schema.yaml", place),
  ],
  "an edit is taken back": [
    put("specs/math.tools.yaml", specOf("Adds.")),
    put("specs/math.tools.yaml", specOf()),
  ],
  "specs swap their sets": [
    (to) => to.put("specs/math.tools.yaml", `name: more\n${to.get("specs/math.tools.yaml")}`),
    (to) => to.put("specs/more.tools.yaml", `name: math\n${to.get("specs/more.tools.yaml")}`),
  ],
  "a tool is added, edited and taken away": [
    (to) => appendFileSync(at(to, "specs/more.tools.yaml"), specOf("Adds.", "sum").replace("tools:\n", "")),
    replace("specs/more.tools.yaml", "Adds.", "Adds two numbers."),
    put("specs/more.tools.yaml", specOf("Takes one number from another.", "subtract")),
  ],
};
