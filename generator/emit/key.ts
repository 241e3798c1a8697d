import { createHash } from "node:crypto";
import type { Schema } from "../ir.js";

/** A short hash of everything that determines the text of a file. Locations in the spec do not count. */
export function keyOf(...parts: readonly unknown[]): string {
  const hash = createHash("sha256");
  parts.forEach((part, index) => hash.update(index === 0 ? "[" : ",").update(textOf(part)));
  return hash.update("]").digest("base64url").slice(0, 22);
}

/** A named schema with further facts about it, as a part of a key. */
export class NamedSchema {
  readonly text: string;
  constructor(name: string, schema: Schema, ...facts: readonly (boolean | string)[]) {
    this.text = `[${[JSON.stringify(name), textOfSchema(schema), ...facts].join(",")}]`;
  }
}

function textOf(part: unknown): string {
  if (Array.isArray(part) && part[0] instanceof NamedSchema)
    return `[${(part as readonly NamedSchema[]).map(({ text }) => text).join(",")}]`;
  return JSON.stringify(part, withoutPlaces) ?? "null";
}

/** Cached, because the key of every tool that reaches a schema contains it. */
const texts = new WeakMap<object, string>();

function textOfSchema(schema: Schema): string {
  if (typeof schema === "boolean") return String(schema);
  const known = texts.get(schema) ?? JSON.stringify(schema, withoutPlaces);
  texts.set(schema, known);
  return known;
}

function withoutPlaces(_name: string, value: unknown): unknown {
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
