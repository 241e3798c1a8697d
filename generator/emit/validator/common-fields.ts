import type { Schema, SchemaObject } from "../../ir.js";
import type { Shapes } from "./shapes.js";

/** Consecutive fields that several objects have in common. */
export interface CommonFields {
  readonly fields: readonly (readonly [name: string, schema: Schema])[];
  readonly required: ReadonlySet<string>;
}

interface Field {
  readonly name: string;
  readonly schema: Schema;
  /** Equal for fields that have the same name, the same schema, and are both required or both optional. */
  readonly key: string;
  readonly size: number;
}

/**
 * Finds the fields that several objects have in common. Objects often share fields because `normalise` merges the same
 * schema into them. Fields are grouped if they occur in the same objects, one after the other. The result maps the
 * `properties` of an object to its groups.
 */
export function findCommonFields(
  objects: readonly SchemaObject[],
  shapes: Shapes,
  worth: number,
): ReadonlyMap<object, readonly CommonFields[]> {
  const fieldsOf = new Map(objects.map((object) => [object, listFields(object, shapes)]));
  const owners = new Map<string, Set<number>>();
  for (const [object, fields] of fieldsOf)
    for (const { key } of fields) owners.set(key, (owners.get(key) ?? new Set()).add(shapes.of(object).id));
  const places = new Map([...owners].map(([key, ids]) => [key, [...ids].sort((a, b) => a - b).join()]));
  const runsOf = new Map([...fieldsOf].map(([object, fields]) => [object, runsIn(fields, places)]));
  const made = new Map<string, { common: CommonFields; users: Set<number>; size: number }>();
  for (const [object, runs] of runsOf) {
    for (const run of runs) {
      const text = textOf(run);
      const entry = made.get(text) ?? { common: commonOf(object, run), users: new Set(), size: sizeOf(run) };
      made.set(text, entry);
      entry.users.add(shapes.of(object).id);
    }
  }
  const found = [...runsOf].map(([{ properties }, runs]) => {
    const entries = runs.map((run) => made.get(textOf(run))!);
    const kept = entries.filter(({ users, size }) => users.size > 1 && (users.size - 1) * size >= worth);
    return [properties!, kept.map(({ common }) => common)] as const;
  });
  return new Map(found.filter(([, common]) => common.length > 0));
}

function listFields({ properties = {}, required = [] }: SchemaObject, shapes: Shapes): readonly Field[] {
  const needed = new Set(required);
  return Object.entries(properties).map(([name, schema]) => {
    const { id, size } = typeof schema === "boolean" ? { id: schema, size: 0 } : shapes.of(schema);
    const key = JSON.stringify([name, id, needed.has(name)]);
    return { name, schema, key, size: size + name.length };
  });
}

/** Groups neighbouring fields that occur in the same objects. */
function runsIn(fields: readonly Field[], places: ReadonlyMap<string, string>): readonly Field[][] {
  const runs: Field[][] = [];
  let last: string | undefined;
  for (const field of fields) {
    const place = places.get(field.key)!;
    if (place === last) runs.at(-1)!.push(field);
    else runs.push([field]);
    last = place;
  }
  return runs.filter(({ length }) => length > 1);
}

function textOf(run: readonly Field[]): string {
  return run.map(({ key }) => key).join();
}

function sizeOf(run: readonly Field[]): number {
  return run.reduce((sum, { size }) => sum + size, 0);
}

function commonOf({ required = [] }: SchemaObject, run: readonly Field[]): CommonFields {
  const names = new Set(run.map(({ name }) => name));
  return {
    fields: run.map(({ name, schema }) => [name, schema] as const),
    required: new Set(required.filter((name) => names.has(name))),
  };
}
