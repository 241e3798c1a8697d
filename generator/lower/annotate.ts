import type { Json, Schema } from "../ir.js";
import { type Codec, encode } from "./codec.js";
import type { Lowered, Lowering, Position } from "./lowering.js";

/**
 * Adds the annotations of `schema` to a lowered schema: description, default, first example and the note "Deprecated.".
 */
export function annotate(outcome: Lowered, schema: Schema, position: Position, lowering: Lowering): Lowered {
  if (typeof schema === "boolean") return outcome;
  const text = textOf(schema, position, lowering);
  const inner = text !== outcome.text && text !== undefined ? (outcome.text ?? "") : "";
  const notes = [inner, ...outcome.notes];
  let result = outcome.schema;
  if (schema.default !== undefined) {
    const sent = encodeDefault(outcome.codec, schema.default);
    if (sent !== undefined && result.anyOf === undefined && !lowering.terse)
      result = { ...result, default: sent };
    if (!/\bdefaults?\b/i.test(schema.description ?? "")) {
      notes.push(`Default: ${JSON.stringify(sent ?? schema.default)}.`);
      lowering.record("default-described", position, JSON.stringify(schema.default));
    }
  }
  const example = exampleText(schema.examples?.[0]);
  if (example !== undefined && outcome.codec === undefined) {
    notes.push(`E.g. ${example}.`);
    lowering.record("example-described", position, example);
  }
  if (schema.deprecated === true) notes.push("Deprecated.");
  return { ...outcome, schema: result, notes, text: text ?? outcome.text };
}

function textOf(
  schema: Exclude<Schema, boolean>,
  position: Position,
  lowering: Lowering,
): string | undefined {
  const description = schema.description?.trim();
  if (description !== undefined && description !== "") return description;
  const title = schema.title?.trim();
  if (title === undefined || title === "") return undefined;
  lowering.record("title-to-description", position, title);
  return title;
}

const longestExample = 60;

function exampleText(example: Json | undefined): string | undefined {
  if (example === undefined || typeof example === "object") return undefined;
  // An integer beyond 2^53 was rounded when the spec was read, so the description would state a wrong number.
  if (Number.isInteger(example) && !Number.isSafeInteger(example)) return undefined;
  const text = JSON.stringify(example);
  return text.length > longestExample ? undefined : text;
}

/**
 * Returns the default in its wire form. Returns undefined if the codec contains a union, because only a validator can
 * choose the branch of a union.
 */
function encodeDefault(codec: Codec | undefined, value: Json): Json | undefined {
  let sure = true;
  const encoded = encode(codec, value, () => {
    sure = false;
    return false;
  });
  return sure ? encoded : undefined;
}
