import { type Subschema, subschemasOf } from "../../base/schema-children.js";
import { child, isMapping, type Node } from "../node.js";

/** Returns the schemas directly inside a schema. `picks` can select some of them. */
export function subschemas(node: Node, picks: (inner: Subschema) => boolean = () => true): readonly Node[] {
  if (!isMapping(node.value)) return [];
  return subschemasOf(node.value)
    .filter(picks)
    .map(({ path }) => child(node, ...path));
}
