import type { Schema, SchemaObject } from "../../ir.js";
import { eachChild } from "../../base/schema-children.js";
import type { Code } from "../../base/code.js";
import type { TablePlace } from "./check-module.js";
import { type CommonFields, findCommonFields } from "./common-fields.js";
import { Shapes } from "./shapes.js";

/** Characters of a schema that are worth a look elsewhere: what repeats less stands where it is used. */
const worthSharing = 600;

/** How much more fields in common must add up to: a function for objects of many kinds runs slower than one for each. */
const commonFactor = 5;

/** A function that others may call too. */
export interface SharedFunction {
  readonly name: Code;
  /** The schema it was made for has this function at its root; whoever calls the one needs the other. */
  readonly root: string;
}

/** A place that others may refer to. */
export interface SharedPlace extends TablePlace {
  /** The schema whose checks its table stands beside. */
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

  /** The schemas of all roots: how often something occurs in them decides whether it is shared. */
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

  /** The same for schemas that share a function: for those that assert the same, if that says a lot or is repeated often. */
  keyOf(schema: SchemaObject): object {
    const { id, size } = this.#shapes.of(schema);
    // What was put together for a check is in no root: a large one may come again.
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

  /** What an object has in common with others; a copy of its schema has the same properties. */
  commonIn({ properties }: SchemaObject): readonly CommonFields[] {
    return (properties && this.#common.get(properties)) ?? [];
  }

  placeOf(schema: SchemaObject): SharedPlace | undefined {
    return this.#places.get(schema);
  }

  addPlace(schema: SchemaObject, place: SharedPlace): void {
    this.#places.set(schema, place);
  }

  find(key: object, rules: string): SharedFunction | undefined {
    return this.#made.get(key)?.get(rules);
  }

  add(key: object, rules: string, made: SharedFunction): void {
    const known = this.#made.get(key) ?? new Map<string, SharedFunction>();
    this.#made.set(key, known);
    if (!known.has(rules)) known.set(rules, made);
  }
}
