import type { FunctionDeclaration } from "@toolpress/runtime";
import { visibleJson } from "../base/invisible.js";
import { keyOf } from "./key.js";
import type { PlannedFile } from "./planned-file.js";

/** `declarations.json`: the Tool object, ready to be sent, for use from any language. */
export function planDeclarationsFile(declarations: readonly FunctionDeclaration[]): PlannedFile {
  const text = visibleJson(`${JSON.stringify({ functionDeclarations: declarations }, null, 2)}\n`);
  return { path: "declarations.json", key: keyOf(text), render: async () => ({ text, promised: undefined }) };
}
