import type { FunctionDeclaration } from "@toolpress/runtime";
import { visibleJson } from "../base/invisible.js";
import { keyOf } from "./key.js";
import type { PlannedFile } from "./planned-file.js";

/** Plans `declarations.json`. It contains a Tool object that can be sent to Gemini from any language. */
export function planDeclarationsFile(declarations: readonly FunctionDeclaration[]): PlannedFile {
  const text = visibleJson(`${JSON.stringify({ functionDeclarations: declarations }, null, 2)}\n`);
  return { path: "declarations.json", key: keyOf(text), render: async () => ({ text, outline: undefined }) };
}
