import type { Schema, SchemaObject } from "../../ir.js";
import { eachChild } from "../../base/schema-children.js";
import type { Code } from "../../base/code.js";
import type { TablePlace } from "./check-module.js";
import { type CommonFields, findCommonFields } from "./common-fields.js";
import { Shapes } from "./shapes.js";

/** The minimum number of characters of repeated code for which a function is shared. Shorter code is repeated. */
const worthSharing = 600;

/**
 * A shared check of common fields must save this many times more characters than another shared function. The reason
 * is that a function is slower if it is called with different kinds of objects.
 */
const commonFactor = 5;

/** A function that other top-level schemas may use. */
export interface SharedFunction {
  readonly name: Code;
  /**
   * The name of the top-level check function whose code contains this function. A file that contains a call of this
   * function must contain this code too.
   */
  readonly root: string;
}

/** A position in a table that other top-level schemas may use. */
export interface SharedPlace extends TablePlace {
  /** The name of the top-level check function whose code contains the table. */
  readonly root: string;
}

/** The check functions of a file that top-level schemas of the same role share. */
export class SharedChecks {
  readonly #shapes = new Shapes();
  readonly #uses = new Map<number, number>();
  readonly #common: ReadonlyMap<object, readonly CommonFields[]>;
  readonly #made = new Map<object, Map<string, SharedFunction>>();
  readonly #places = new Map<SchemaObject, SharedPlace>();
  readonly #keys = new Map<number, object>();
  readonly #worth: number;

  /**
   * `roots` are all top-level schemas of the file. The number of occurrences decides whether a schema gets a shared
   * function.
   */
  constructor(roots: Iterable<Schema>, worth = worthSharing) {
    this.#worth = worth;
    const objects: SchemaObject[] = [];
    const open = [...roots];
    for (let schema = open.pop(); schema !== undefined; schema = open.pop()) {
      if (typeof schema === "boolean") continue;
      const { id } = this.#shapes.of(schema);
      this.#uses.set(id, (this.#uses.get(id) ?? 0) + 1);
      if (schema.properties !== undefined) objects.push(schema);
      eachChild(schema, (child) => open.push(child));
    }
    this.#common = findCommonFields(objects.reverse(), this.#shapes, commonFactor * worth);
  }

  /**
   * Returns a key that is equal for schemas that share a function. Such schemas have the same assertions, and sharing
   * saves enough characters.
   */
  keyOf(schema: SchemaObject): object {
    const { id, size } = this.#shapes.of(schema);
    // A schema that the compiler made for a check does not occur in the top-level schemas. It counts as two
    // occurrences, so that a large schema is shared.
    const repeated = (this.#uses.get(id) ?? 2) - 1;
    if (repeated === 0 || repeated * size < this.#worth) return schema;
    const key = this.#keys.get(id) ?? {};
    this.#keys.set(id, key);
    return key;
  }

  /** Returns a number that is equal for schemas with the same assertions. */
  idOf(schema: SchemaObject): number {
    return this.#shapes.of(schema).id;
  }

  /**
   * Returns the fields that an object has in common with other objects. The fields are stored by the object
   * `properties`, because a copy of a schema has the same `properties`.
   */
  commonIn({ properties }: SchemaObject): readonly CommonFields[] {
    return (properties && this.#common.get(properties)) ?? [];
  }

  placeOf(schema: SchemaObject): SharedPlace | undefined {
    return this.#places.get(schema);
  }

  addPlace(schema: SchemaObject, place: SharedPlace): void {
    this.#places.set(schema, place);
  }

  find(key: object, nameChecks: string): SharedFunction | undefined {
    return this.#made.get(key)?.get(nameChecks);
  }

  add(key: object, nameChecks: string, made: SharedFunction): void {
    const known = this.#made.get(key) ?? new Map<string, SharedFunction>();
    this.#made.set(key, known);
    if (!known.has(nameChecks)) known.set(nameChecks, made);
  }
}
