import type { SearchSettings } from "../ir.js";
import { closedMapping, type EditorSchema } from "./field.js";

/** `search` in our YAML, in `defineTools` and in the settings of a spec. */
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

/** The most results that the option permits for one query. */
export const mostResults = 20;

const names: EditorSchema = { type: "array", items: { type: "string" } };

/** The options of a search. The table drives the readers, the editor schemas and the list of known names. */
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
    doc: "The most tools that are found for one query. The default is 6.",
    schema: { type: "integer", minimum: 1, maximum: mostResults },
  },
  synonyms: {
    doc: "Further words for a word of a query: `song: [track]`.",
    schema: { type: "object", additionalProperties: names },
  },
  needs: {
    doc: "Whether tools that find the ids for other tools are derived and found with them. The default is true.",
    schema: { type: "boolean" },
  },
};

/** The editor schema of `search`. */
export function searchSchema(): EditorSchema {
  const fields = Object.entries(searchOptions).map(
    ([name, { doc, schema }]) => [name, { description: doc, ...schema }] as const,
  );
  return { anyOf: [{ type: "boolean" }, closedMapping(Object.fromEntries(fields))] };
}

/** The options in the form of our YAML, without those that have their default. */
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
