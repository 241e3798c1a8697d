import { typeOfWord } from "../base/type-words.js";
import { type Node } from "./node.js";
import type { Findings } from "./findings.js";
import { mapSchemas } from "./subschemas.js";

/**
 * Replaces type names of other languages with types of JSON Schema, for example `float` with `number`. The
 * schema stage refuses unknown type names.
 */
export function rewordTypes(schema: Node, tool: string, findings: Findings): Node {
  const value = mapSchemas(schema.value, (inner) => {
    const { type: word, ...rest } = inner;
    if (typeof word !== "string") return inner;
    const type = typeOfWord(word);
    if (type === undefined || (type === word && type !== "any")) return inner;
    // Gemini itself writes types in upper case, so a difference in case only is not reported.
    if (type === "any" || type !== word.toLowerCase())
      findings.reworded(word, type === "any" ? "any value" : type, tool, schema.origin);
    return type === "any" ? rest : { ...inner, type };
  });
  return { ...schema, value };
}
