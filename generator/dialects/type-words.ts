import { typeOfWord } from "../base/type-words.js";
import { type Node } from "./node.js";
import type { Findings } from "./findings.js";
import { mapSchemas } from "./subschemas.js";

// Type words of dialects that have their own.

/**
 * Translates type words of other languages into those of JSON Schema. Unknown words stay, and the schema stage
 * refuses them.
 */
export function rewordTypes(schema: Node, tool: string, findings: Findings): Node {
  const value = mapSchemas(schema.value, (inner) => {
    const { type: word, ...rest } = inner;
    if (typeof word !== "string") return inner;
    const type = typeOfWord(word);
    if (type === undefined || (type === word && type !== "any")) return inner;
    // Gemini itself writes types in upper case, so that alone is not reported.
    if (type === "any" || type !== word.toLowerCase())
      findings.reworded(word, type === "any" ? "any value" : type, tool, schema.origin);
    return type === "any" ? rest : { ...inner, type };
  });
  return { ...schema, value };
}
