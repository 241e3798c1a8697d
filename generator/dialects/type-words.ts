import { type Node } from "./node.js";
import type { Reading } from "./reading.js";
import { mapSchemas } from "./subschemas.js";

// Names that people and languages give to the JSON types.

const wordsByType = {
  string: "string str text char character varchar",
  integer: "integer int int32 int64 long short bigint",
  number: "number float double decimal real",
  boolean: "boolean bool",
  array: "array list arraylist sequence tuple set embedding",
  object: "object dict dictionary map mapping hashmap record",
  null: "null none nonetype nil",
} as const;

/** `any` means no constraint. */
export type KnownType = keyof typeof wordsByType | "any";

const typeByWord: ReadonlyMap<string, KnownType> = new Map<string, KnownType>([
  ...Object.entries(wordsByType).flatMap(([type, words]) =>
    words.split(" ").map((word) => [word, type as KnownType] as const),
  ),
  ["any", "any"],
  ["", "any"],
]);

export function typeOfWord(word: string): KnownType | undefined {
  return typeByWord.get(word.trim().toLowerCase());
}

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
