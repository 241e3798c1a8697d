import { type Subschema, subschemasOf } from "../../base/schema-children.js";
import { child, isMapping, type Node } from "../node.js";

/** The schemas directly inside a schema that pass a test. By default, all of them. */
export function subschemas(node: Node, picks: (inner: Subschema) => boolean = () => true): readonly Node[] {
  if (!isMapping(node.value)) return [];
  return subschemasOf(node.value)
    .filter(picks)
    .map(({ path }) => child(node, ...path));
}
