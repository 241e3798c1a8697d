import type { SearchSettings } from "../ir.js";
import { closedMapping, type EditorSchema } from "./field.js";

/** The value of `search` in our YAML, in `defineTools` and in the settings of a spec. */
export type WrittenSearch =
  | boolean
  | {
      readonly always?: readonly string[];
      readonly mode?: "call" | "activate";
      readonly results?: number;
      readonly synonyms?: Readonly<Record<string, readonly string[]>>;
      readonly needs?: boolean;
    };

export const searchModes = ["call", "activate"] as const;

/** The largest value of the option `results`. */
export const mostResults = 20;

const names: EditorSchema = { type: "array", items: { type: "string" } };

/** The options of a search. The readers, the editor schemas and the list of known names use this table. */
export const searchOptions: Readonly<
  Record<Exclude<keyof SearchSettings, "origin">, { readonly doc: string; readonly schema: EditorSchema }>
> = {
  always: {
    doc: "Names of tools or groups that the model gets as declarations from the start.",
    schema: names,
  },
  mode: {
    doc: "`call`: the model calls a found tool through `call_tool`. `activate`: a found tool is declared from the next turn on. The default is `call`.",
    schema: { enum: searchModes },
  },
  results: {
    doc: "The largest number of tools that one search returns. The default is 6.",
    schema: { type: "integer", minimum: 1, maximum: mostResults },
  },
  synonyms: {
    doc: "For a word of a query, words that are searched in addition: `song: [track]`.",
    schema: { type: "object", additionalProperties: names },
  },
  needs: {
    doc: "Whether a search also returns the tools that find ids for the arguments of the found tools. The default is true.",
    schema: { type: "boolean" },
  },
};

/** Returns the editor schema of `search`. */
export function searchSchema(): EditorSchema {
  const fields = Object.entries(searchOptions).map(
    ([name, { doc, schema }]) => [name, { description: doc, ...schema }] as const,
  );
  return { anyOf: [{ type: "boolean" }, closedMapping(Object.fromEntries(fields))] };
}

/** Converts the options to the notation of our YAML. An option that has its default value is left out. */
export function writeSearch(settings: SearchSettings): WrittenSearch {
  const { always, mode, results, synonyms, needs } = settings;
  const written = {
    ...(always.length > 0 && { always }),
    ...(mode !== "call" && { mode }),
    ...(results !== undefined && { results }),
    ...(Object.keys(synonyms).length > 0 && { synonyms }),
    ...(!needs && { needs }),
  };
  return Object.keys(written).length === 0 || written;
}
