import { typeOfWord } from "../base/type-words.js";
import { type Node } from "./node.js";
import type { Reading } from "./reading.js";
import { mapSchemas } from "./subschemas.js";

// Types in the words of dialects that have words of their own.

/** Turns type words of other languages into JSON Schema's; words nobody knows stay for the schema stage to refuse. */
export function rewordTypes(schema: Node, tool: string, reading: Reading): Node {
  const value = mapSchemas(schema.value, (inner) => {
    const { type: word, ...rest } = inner;
    if (typeof word !== "string") return inner;
    const type = typeOfWord(word);
    if (type === undefined || (type === word && type !== "any")) return inner;
    // Upper case is how Gemini itself writes the types: not worth a word.
    if (type === "any" || type !== word.toLowerCase())
      reading.reworded(word, type === "any" ? "any value" : type, tool, schema.origin);
    return type === "any" ? rest : { ...inner, type };
  });
  return { ...schema, value };
}
