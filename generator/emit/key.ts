import { createHash } from "node:crypto";
import type { Schema } from "../ir.js";

/** Returns a short hash of all data that determine the text of a file. Locations in the spec are ignored. */
export function keyOf(...parts: readonly unknown[]): string {
  const hash = createHash("sha256");
  parts.forEach((part, index) => hash.update(index === 0 ? "[" : ",").update(textOf(part)));
  return hash.update("]").digest("base64url").slice(0, 22);
}

/** A named schema and facts about it, as a part of the hash of `keyOf`. */
export class NamedSchema {
  readonly text: string;
  constructor(name: string, schema: Schema, ...facts: readonly (boolean | string)[]) {
    this.text = `[${[JSON.stringify(name), textOfSchema(schema), ...facts].join(",")}]`;
  }
}

function textOf(part: unknown): string {
  if (Array.isArray(part) && part[0] instanceof NamedSchema)
    return `[${(part as readonly NamedSchema[]).map(({ text }) => text).join(",")}]`;
  return JSON.stringify(part, withoutOrigins) ?? "null";
}

/** Caches the JSON of schemas, because the key of every tool that reaches a schema contains this JSON. */
const texts = new WeakMap<object, string>();

function textOfSchema(schema: Schema): string {
  if (typeof schema === "boolean") return String(schema);
  const known = texts.get(schema) ?? JSON.stringify(schema, withoutOrigins);
  texts.set(schema, known);
  return known;
}

function withoutOrigins(_name: string, value: unknown): unknown {
  if (value instanceof Map) return [...value];
  if (value instanceof Set) return [...value];
  return isOrigin(value) ? undefined : value;
}

function isOrigin(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("document" in value)) return false;
  const { document } = value;
  return (
    typeof document === "object" &&
    document !== null &&
    "location" in document &&
    typeof document.location === "function"
  );
}
