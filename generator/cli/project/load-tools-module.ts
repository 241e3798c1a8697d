import { basename, join } from "node:path";
import type { Report } from "../../diagnostics/report.js";
import { isMapping, type Mapping } from "../../base/mapping.js";
import { setNameOf } from "../../base/words.js";
import { ModuleMistake, readModuleError } from "./module-mistake.js";
import { jsonSchemaOf } from "./standard-schema.js";

/** Matches specs that are modules, for example `weather.tools.ts`. */
export const toolsModule = /\.tools\.[cm]?[tj]s$/i;

/**
 * Runs a spec that is written in TypeScript or JavaScript, and returns its data as the text of a spec. Running the
 * module is safe, because the user has chosen this format. A function in `run` becomes a binding to the module that
 * exports it.
 */
export async function loadToolsModule(
  root: string,
  path: string,
  report: Report,
): Promise<string | undefined> {
  try {
    const { createJiti } = await import("jiti");
    const jiti = createJiti(import.meta.url, { moduleCache: false, fsCache: false, interopDefault: false });
    const module = (await jiti.import(join(root, path))) as Mapping;
    const spec = module["default"];
    if (!isMapping(spec))
      throw new ModuleMistake(
        "it has no default export that is a spec",
        "Write export default defineTools({ ... }).",
      );
    return JSON.stringify(asData(spec, module, path), null, 1);
  } catch (error) {
    const { problem, help, location } = readModuleError(error, join(root, path), path);
    report.add("TP112", location, { file: path, problem }, { help });
    return undefined;
  }
}

function asData(spec: Mapping, module: Mapping, path: string): Mapping {
  const { tools, schemas } = spec;
  const file = basename(path);
  return {
    name: setNameOf(file),
    ...spec,
    ...(isMapping(tools)
      ? { tools: mapValues(tools, (tool, name) => toolOf(name, tool, module, file)) }
      : {}),
    ...(isMapping(schemas) ? { schemas: mapValues(schemas, (schema) => jsonSchemaOf(schema, "input")) } : {}),
  };
}

function toolOf(name: string, tool: unknown, module: Mapping, file: string): unknown {
  if (!isMapping(tool)) return tool;
  const { run, parameters, response, ...rest } = tool;
  return {
    ...rest,
    ...(parameters === undefined ? {} : { parameters: jsonSchemaOf(parameters, "input") }),
    ...(response === undefined ? {} : { response: jsonSchemaOf(response, "output") }),
    ...(run === undefined
      ? {}
      : { binding: { module: `./${file}`, export: exportOf(name, run, module), call: "object" } }),
  };
}

/** Returns the name under which the module exports a function. Generated code can only call exported functions. */
function exportOf(tool: string, run: unknown, module: Mapping): string {
  const found = Object.keys(module).find((name) => name !== "default" && module[name] === run);
  if (found === undefined)
    throw new ModuleMistake(
      `run of tool ${JSON.stringify(tool)} is not a function that this module exports`,
      "Generated code imports the function from the module: write export function <name>(args) { ... } at its top level, and run: <name> in the tool.",
    );
  return found;
}

function mapValues(fields: Mapping, change: (value: unknown, name: string) => unknown): Mapping {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]));
}
