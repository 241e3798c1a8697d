import { child, has, isMapping, items, own, type Node } from "./node.js";

/**
 * The list of tools in a document: the document itself, its `tools`, the `tools` of a JSON-RPC response or of a
 * nested tool configuration, or a single tool.
 */
export function toolList(root: Node): readonly Node[] {
  return items(listNode(root) ?? { ...root, value: [] }).concat(isLoneTool(root) ? [root] : []);
}

/** The node of the list. Undefined if there is no list, for example for a single tool. */
export function listNode(root: Node): Node | undefined {
  const places = [
    root,
    child(root, "tools"),
    child(root, "result", "tools"),
    child(root, "toolConfig", "tools"),
  ];
  return places.find((node) => Array.isArray(node.value));
}

function isLoneTool(root: Node): boolean {
  return listNode(root) === undefined && isMapping(root.value);
}

/** Whether any tool that a document may hold passes the test. One bad entry does not hide the dialect. */
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
