import { compose } from "./describe.js";
import type { Branch } from "./lowering.js";

// Processes the branches of a union after they are lowered.

/** The branches of a branch that is itself a union. Its description opens the description of the first one. */
export function opened(branch: Branch): readonly Branch[] {
  const { branches, text, notes } = branch.lowered;
  const [first, ...others] = branches ?? [];
  if (first === undefined) return [branch];
  const words = compose(text, notes);
  if (words === "") return [first, ...others];
  const described = { ...first.lowered, text: compose(words, [first.lowered.text ?? ""]) };
  return [{ ...first, lowered: described }, ...others];
}

/** Of branches with the same wire form, one is kept, with the values of all, unless their descriptions differ. */
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
