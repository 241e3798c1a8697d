import type { SearchSettings } from "../ir.js";

// The declarations of `search_tools` and `call_tool` are in the runtime. A test compares these figures with them.

const searchBytes = { call: 537, activate: 573 } as const;
const callBytes = 406;
const groupBytes = 89;
/** Characters of the names of groups that are declared. */
const longestCatalogue = 2_000;

/** The estimated tokens of the declarations of a set with a search, without those of `always`. */
export function searchTokens(
  { mode }: Pick<SearchSettings, "mode">,
  groups: ReadonlyMap<string, readonly string[]>,
): number {
  const names = JSON.stringify([...groups.keys()]).length;
  const catalogue = groups.size > 1 ? groupBytes + Math.min(names, longestCatalogue) : 0;
  const bytes = searchBytes[mode] + catalogue + (mode === "call" ? callBytes : 0);
  return Math.ceil(bytes / 4);
}
