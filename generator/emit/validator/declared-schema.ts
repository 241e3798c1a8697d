import type { Schema, SchemaObject } from "../../ir.js";
import { mapChildren } from "../../base/schema-children.js";
import { isReference } from "./check-function.js";
import type { CheckModule } from "./check-module.js";
import { mayBe } from "./kinds.js";
import {
  described,
  type Entry,
  furtherPlace,
  isClosed,
  itemPlace,
  leadingItems,
  namesOf,
  patternPlace,
  patternsOf,
  type Place,
  propertyPlace,
  describesNothing,
} from "./places.js";
import { firstOfSame } from "./same-names.js";
import type { Unknown } from "./scope.js";
import type { SharedChecks } from "./shared-checks.js";

type Writable = { -readonly [K in keyof SchemaObject]: SchemaObject[K] };

/**
 * The maximum number of names-only schemas that are made for one schema. If more are needed, further objects may have
 * any properties. Otherwise, a hostile schema could need exponentially many names-only schemas.
 */
const mostPlaces = 1_000;

/** A schema whose only assertion is always true. It marks values whose content needs no check. */
const unexamined: SchemaObject = { minLength: 0 };

/** The names-only schemas that were already made, for all schemas that share checks. */
interface Known {
  /**
   * Maps keys to names-only schemas. A key contains the treatment of unknown properties and the ids of the schemas that
   * describe the value.
   */
  readonly byPlace: Map<string, Schema>;
  /** Lists the names-only schemas for each treatment of unknown properties. No two schemas in a list are equivalent. */
  readonly different: Map<Unknown, readonly SchemaObject[]>;
}

const known = new WeakMap<SharedChecks, Known>();

/**
 * Returns a names-only schema. It asserts only which properties the objects in a value may have: those that any part of
 * the given schema declares. If the given schema is recursive, the names-only schema contains itself. Equal
 * declarations always lead to the same names-only schema.
 */
export function declaredSchema(schema: Schema, module: CheckModule, unknown: Unknown): Schema {
  return new Declaring(module, unknown).of(schema);
}

class Declaring {
  readonly #module: CheckModule;
  readonly #resolve: (ref: string) => Schema;
  readonly #unknown: Unknown;
  readonly #known: Known;
  readonly #made: SchemaObject[] = [];

  constructor(module: CheckModule, unknown: Unknown) {
    this.#module = module;
    this.#resolve = module.resolve.bind(module);
    this.#unknown = unknown;
    this.#known = known.get(module.shared) ?? {
      byPlace: new Map(),
      different: new Map(),
    };
    known.set(module.shared, this.#known);
  }

  of(schema: Schema): Schema {
    const made = this.schemaOf([{ schema, isSure: true }]);
    return this.#made.length === 0 ? made : (this.#mergeSame().get(made as SchemaObject) ?? made);
  }

  /**
   * Merges equivalent names-only schemas, so that they share one function. New schemas are compared with each other and
   * with all earlier schemas.
   */
  #mergeSame(): ReadonlyMap<Schema, Schema> {
    const { byPlace, different } = this.#known;
    const all = [...(different.get(this.#unknown) ?? []), ...this.#made];
    const first: ReadonlyMap<Schema, Schema> = firstOfSame(all);
    const left = all.filter((one) => first.get(one) === one);
    for (const one of left)
      Object.assign(
        one,
        mapChildren(one, (child) => first.get(child) ?? child),
      );
    for (const [key, one] of byPlace) byPlace.set(key, first.get(one) ?? one);
    different.set(this.#unknown, left);
    return first;
  }

  schemaOf(unresolved: Place): Schema {
    const place = unresolved.map((entry) => this.#named(entry));
    const key = this.#keyOf(place);
    const known = this.#known.byPlace.get(key);
    if (known !== undefined) return known;
    if (place.some(({ schema, isSure }) => isSure && !this.#mayHold(schema))) return unexamined;
    if (this.#made.length > mostPlaces) return true;
    const object = described(place, "object", this.#resolve);
    const array = described(place, "array", this.#resolve);
    const isFree = [...object.parts, ...array.parts].every(({ schema }) => describesNothing(schema));
    if (isFree)
      return place.length === 0 || place.some(({ schema }) => this.#mayHold(schema)) ? true : unexamined;
    const found: Writable = {};
    this.#made.push(found);
    this.#known.byPlace.set(key, found);
    this.#addProperties(found, object);
    this.#addItems(found, array);
    return found;
  }

  #addProperties(found: Writable, object: ReturnType<typeof described>): void {
    const names = namesOf(object.parts);
    const patterns = patternsOf(object.parts);
    if (object.parts.length === 0) return;
    found.properties = Object.fromEntries(
      names.map((name) => [name, this.schemaOf(propertyPlace(name, object, this.#resolve))]),
    );
    if (patterns.length > 0)
      found.patternProperties = Object.fromEntries(
        patterns.map((pattern) => [pattern, this.schemaOf(patternPlace(pattern, object, this.#resolve))]),
      );
    if (this.#unknown === "allow" || !isClosed(object))
      found.additionalProperties = this.schemaOf(furtherPlace(object, this.#resolve));
    if (found.additionalProperties === true) found.properties = withoutFree(found.properties);
  }

  #addItems(found: Writable, array: ReturnType<typeof described>): void {
    if (array.parts.length === 0) return;
    const most = Math.max(0, ...array.parts.map(({ schema }) => leadingItems(schema)));
    const indexes = Array.from({ length: most }, (_, index) => index);
    if (most > 0) found.prefixItems = indexes.map((index) => this.schemaOf(itemPlace(index, array)));
    found.items = this.schemaOf(itemPlace(most, array));
  }

  #keyOf(place: Place): string {
    const keys = place.map(({ schema, isSure }) => `${this.#idOf(schema)}${isSure ? "" : "?"}`);
    return `${this.#unknown}: ${[...new Set(keys)].sort().join()}`;
  }

  #idOf(schema: Schema): number | boolean {
    return typeof schema === "boolean" ? schema : this.#module.shared.idOf(schema);
  }

  /** Replaces a reference in an entry by the target of the reference. */
  #named(entry: Entry): Entry {
    return isReference(entry.schema)
      ? this.#named({ ...entry, schema: this.#resolve(entry.schema.$ref) })
      : entry;
  }

  #mayHold(schema: Schema): boolean {
    return mayBe("object", schema, this.#resolve) || mayBe("array", schema, this.#resolve);
  }
}

const forbidden = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Returns the properties that must be listed even if all properties are allowed: properties whose value is
 * restricted, and properties whose name would otherwise be refused, such as `constructor`.
 */
function withoutFree(
  properties: NonNullable<SchemaObject["properties"]>,
): NonNullable<SchemaObject["properties"]> {
  const needed = Object.entries(properties).filter(([name, inner]) => inner !== true || forbidden.has(name));
  return Object.fromEntries(needed);
}
