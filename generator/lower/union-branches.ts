import { compose } from "./describe.js";
import type { Branch } from "./lowering.js";

/**
 * Replaces a branch by its own branches, if the branch is a union. The description of this union becomes the beginning
 * of the description of its first branch. Any other branch is returned unchanged.
 */
export function opened(branch: Branch): readonly Branch[] {
  const { branches, text, notes } = branch.lowered;
  const [first, ...others] = branches ?? [];
  if (first === undefined) return [branch];
  const words = compose(text, notes);
  if (words === "") return [first, ...others];
  const described = { ...first.lowered, text: compose(words, [first.lowered.text ?? ""]) };
  return [{ ...first, lowered: described }, ...others];
}

/**
 * Merges branches with the same wire form into one branch, unless both have a description and the descriptions differ.
 */
export function distinctBranches(branches: readonly Branch[]): readonly Branch[] {
  const distinct: (Branch & { readonly key: string; readonly words: string })[] = [];
  for (const branch of branches) {
    const { schema: wire, codec, text, notes } = branch.lowered;
    const found = { ...branch, key: JSON.stringify([wire, codec]), words: compose(text, notes) };
    const at = distinct.findIndex(
      ({ key, words }) => key === found.key && (words === found.words || words === "" || found.words === ""),
    );
    const same = distinct[at];
    if (same === undefined) distinct.push(found);
    else
      distinct[at] = {
        ...(same.words === "" ? found : same),
        schema: { anyOf: [same.schema, branch.schema] },
      };
  }
  return distinct.map(({ lowered, schema }) => ({ lowered, schema }));
}
