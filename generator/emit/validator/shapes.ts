import type { SchemaObject } from "../../ir.js";
import { replaceChildren } from "../../base/schema-children.js";
import { annotations } from "../../base/vocabulary.js";

/** The assertions of a schema. Annotations are ignored. */
export interface Shape {
  /** Equal for schemas that have the same assertions in the same order. */
  readonly id: number;
  /** The number of characters of all assertions. */
  readonly size: number;
}

/**
 * Finds schemas with the same assertions. Each schema is examined once, because its text contains the ids of its inner
 * schemas instead of their texts.
 */
export class Shapes {
  readonly #byText = new Map<string, number>();
  readonly #known = new WeakMap<SchemaObject, Shape>();

  of(schema: SchemaObject): Shape {
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    let size = 0;
    const numbered = replaceChildren(schema, (child) => {
      if (typeof child === "boolean") return child;
      const inner = this.of(child);
      size += inner.size;
      return inner.id;
    });
    const asserted = Object.entries(numbered).filter(([keyword]) => !annotations.has(keyword));
    const text = JSON.stringify(asserted);
    const id = this.#byText.get(text) ?? this.#byText.size;
    this.#byText.set(text, id);
    const shape = { id, size: size + text.length };
    this.#known.set(schema, shape);
    return shape;
  }
}
