import type { Schema, SchemaObject } from "../../ir.js";
import { eachChild } from "../../base/schema-children.js";
import type { Code } from "../../base/code.js";
import type { TablePlace } from "./check-module.js";
import { type CommonFields, findCommonFields } from "./common-fields.js";
import { Shapes } from "./shapes.js";

/** A schema is shared if this many characters would be repeated. Shorter code is repeated in each place that needs it. */
const worthSharing = 600;

/** Shared fields must save this many times more: a function for objects of many kinds runs slower than one for each kind. */
const commonFactor = 5;

/** A function that other roots may call too. */
export interface SharedFunction {
  readonly name: Code;
  /** The root schema whose code contains this function. Code that calls the function also needs that root. */
  readonly root: string;
}

/** A place that other roots may refer to. */
export interface SharedPlace extends TablePlace {
  /** The root schema whose code contains the table. */
  readonly root: string;
}

/** The functions of a file by the schemas that they check, for all roots of one role. */
export class SharedChecks {
  readonly #shapes = new Shapes();
  readonly #uses = new Map<number, number>();
  readonly #common: ReadonlyMap<object, readonly CommonFields[]>;
  readonly #made = new Map<object, Map<string, SharedFunction>>();
  readonly #places = new Map<SchemaObject, SharedPlace>();
  readonly #keys = new Map<number, object>();
  readonly #worth: number;

  /** Takes the schemas of all roots: the number of occurrences decides whether a schema is shared. */
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
   * A key that is equal for schemas that share a function: they assert the same, and the schema is large or occurs
   * often.
   */
  keyOf(schema: SchemaObject): object {
    const { id, size } = this.#shapes.of(schema);
    // A schema that was composed for a check is not in any root. Assume that it occurs twice, so that a large one is
    // shared.
    const repeated = (this.#uses.get(id) ?? 2) - 1;
    if (repeated === 0 || repeated * size < this.#worth) return schema;
    const key = this.#keys.get(id) ?? {};
    this.#keys.set(id, key);
    return key;
  }

  /** Equal for schemas that assert the same. */
  idOf(schema: SchemaObject): number {
    return this.#shapes.of(schema).id;
  }

  /** The fields that an object shares with others. A copy of its schema has the same `properties` object. */
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
