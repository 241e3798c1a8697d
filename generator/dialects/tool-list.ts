import { child, has, isMapping, items, own, type Node } from "./node.js";

/**
 * Returns the tools of a document. The list of tools may be the document itself, or its field `tools`,
 * `result.tools` or `toolConfig.tools`. A document may also be a single tool.
 */
export function toolList(root: Node): readonly Node[] {
  return items(listNode(root) ?? { ...root, value: [] }).concat(isLoneTool(root) ? [root] : []);
}

/**
 * The node of the list of tools. Undefined if the document has no list, for example if the document is a
 * single tool.
 */
export function listNode(root: Node): Node | undefined {
  const candidates = [
    root,
    child(root, "tools"),
    child(root, "result", "tools"),
    child(root, "toolConfig", "tools"),
  ];
  return candidates.find((node) => Array.isArray(node.value));
}

function isLoneTool(root: Node): boolean {
  return listNode(root) === undefined && isMapping(root.value);
}

/**
 * Whether at least one tool of a document passes the test. One invalid tool does not prevent that the dialect
 * is recognised.
 */
export function someTool(value: unknown, test: (tool: unknown) => boolean): boolean {
  const lists = [
    value,
    own(value, "tools"),
    own(own(value, "result"), "tools"),
    own(own(value, "toolConfig"), "tools"),
  ];
  const list: unknown = lists.find(Array.isArray);
  return Array.isArray(list) ? list.some(test) : isMapping(value) && !has(value, "tools") && test(value);
}
