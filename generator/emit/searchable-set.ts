import type { ToolSet } from "../ir.js";
import { code, type Code, ident, join, json } from "../base/code.js";
import { type EmitContext, searchModule } from "./context.js";
import type { Imports } from "./imports.js";
import { modulePath } from "./module-path.js";
import { linesName } from "./search-files.js";

/** The expression that creates a set: with a search, if the spec has one. */
export function searchableSet(
  { search }: ToolSet,
  parts: Code,
  imports: Imports,
  { options }: EmitContext,
): Code {
  const set = code`createToolset<Context>(${parts})`;
  if (search === undefined) return set;
  imports.value(searchModule, "withSearch");
  imports.value(modulePath("./search", options.imports), linesName);
  const { always, mode, results, synonyms } = search;
  const given = {
    ...(always.length > 0 && { always }),
    ...(mode !== "call" && { mode }),
    ...(results !== undefined && { results }),
    ...(Object.keys(synonyms).length > 0 && { synonyms }),
  };
  const fields = Object.entries(given).map(([name, value]) => code`${ident(name)}: ${json(value)},`);
  return code`withSearch(${set}, { lines: ${ident(linesName)}, ${join(fields, "\n")} })`;
}
