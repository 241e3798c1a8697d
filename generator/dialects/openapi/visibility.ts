import { type BodyField, bodyFields } from "./body-fields.js";
import { child, isMapping, items, keyOf, type Node, own, ownList, ownString } from "../node.js";
import type { References } from "./references.js";
import type { PruneSettings } from "./settings.js";

/** Whether a schema describes arguments or results. */
export type Direction = "input" | "output";

/**
 * The reason why a property is left out. `readOnly` and `writeOnly` depend on the direction of the call,
 * `deprecated` and `internal` on the settings.
 */
export type HidingReason = "readOnly" | "writeOnly" | "deprecated" | "internal";

/**
 * The properties and the required names of an object. Properties of schemas to which the object refers by
 * `$ref` or `allOf` are included.
 */
export interface Members {
  readonly properties: ReadonlyMap<string, readonly Node[]>;
  readonly required: ReadonlySet<string>;
}

/** The longest chain of `$ref` and `allOf` that is followed. */
const longestChain = 32;

/** Decides which properties are hidden from arguments and from results. */
export class Visibility {
  readonly #references: References;
  readonly #prune: PruneSettings;
  readonly #members = new Map<string, Members>();
  /** The current depth of nested objects in `#emptiedBy`. */
  #depth = 0;
  readonly #emptied = new Map<string, HidingReason | undefined>();
  readonly #hidden = new Map<string, ReadonlyMap<string, HidingReason>>();

  constructor(references: References, prune: PruneSettings) {
    this.#references = references;
    this.#prune = prune;
  }

  membersOf(node: Node): Members {
    const key = keyOf(node);
    const known = this.#members.get(key);
    if (known !== undefined) return known;
    const properties = new Map<string, Node[]>();
    const required = new Set<string>();
    this.#collect(node, properties, required, new Set());
    const found = { properties, required };
    this.#members.set(key, found);
    return found;
  }

  #collect(start: Node, properties: Map<string, Node[]>, required: Set<string>, seen: Set<string>): void {
    const node = this.#references.withSchemaMaps(start);
    const key = keyOf(node);
    if (seen.has(key) || seen.size > longestChain || !isMapping(node.value)) return;
    seen.add(key);
    const reference = ownString(node.value, "$ref");
    const target = reference === undefined ? "" : this.#references.target(reference, node);
    if (typeof target !== "string") this.#collect(target, properties, required, seen);
    for (const part of items(child(node, "allOf"))) this.#collect(part, properties, required, seen);
    const written = own(node.value, "properties");
    for (const name of isMapping(written) ? Object.keys(written) : [])
      properties.set(name, [...(properties.get(name) ?? []), child(node, "properties", name)]);
    for (const name of ownList(node.value, "required")) if (typeof name === "string") required.add(name);
  }

  /** The hidden properties of an object, with the reasons. */
  hiddenIn(node: Node, direction: Direction): ReadonlyMap<string, HidingReason> {
    const key = `${direction} ${keyOf(node)}`;
    const known = this.#hidden.get(key);
    if (known !== undefined) return known;
    const { properties, required } = this.membersOf(node);
    const hidden = new Map<string, HidingReason>();
    for (const [name, schemas] of properties) {
      const reason = this.reasonToHide(schemas, required.has(name), direction);
      if (reason !== undefined) hidden.set(name, reason);
    }
    this.#hidden.set(key, hidden);
    return hidden;
  }

  /**
   * The reason why a property is hidden. Undefined if it is visible. The settings never hide a required
   * property.
   */
  reasonToHide(schemas: readonly Node[], required: boolean, direction: Direction): HidingReason | undefined {
    const hasMark = (word: string): boolean => schemas.some((schema) => this.#isMarked(schema, word));
    if (direction === "output") return hasMark("writeOnly") ? "writeOnly" : undefined;
    if (hasMark("readOnly")) return "readOnly";
    if (required) return undefined;
    if (this.#prune.deprecated && hasMark("deprecated")) return "deprecated";
    if (this.#prune.internal && hasMark("x-internal")) return "internal";
    const [only] = schemas;
    return schemas.length === 1 && only !== undefined ? this.#emptiedBy(only) : undefined;
  }

  /**
   * Returns the reason why all properties of an object are hidden. Undefined if at least one property is
   * visible.
   */
  #emptiedBy(schema: Node): HidingReason | undefined {
    const node = this.#references.followSchema(schema);
    if (node === undefined) return undefined;
    const key = keyOf(node);
    if (this.#emptied.has(key)) return this.#emptied.get(key);
    if (this.#depth >= longestChain) return undefined;
    // The check of a recursive object comes back to the same object before its result is known. The object
    // then counts as visible.
    this.#emptied.set(key, undefined);
    this.#depth += 1;
    const reason = this.#reasonOfAll(bodyFields(node, this.#references) ?? []);
    this.#depth -= 1;
    this.#emptied.set(key, reason);
    return reason;
  }

  #reasonOfAll(fields: readonly BodyField[]): HidingReason | undefined {
    let found: HidingReason | undefined;
    for (const { schemas, required } of fields) {
      const reason = this.reasonToHide(schemas, required, "input");
      if (reason === undefined) return undefined;
      found ??= reason;
    }
    return found;
  }

  /**
   * Whether a schema has a mark such as `readOnly`. The mark may be on the schema, on the target of its
   * reference, on a member of its `allOf`, or on all branches of a union.
   */
  #isMarked(schema: Node, word: string, depth = 0): boolean {
    if (own(schema.value, word) === true) return true;
    if (depth > 8) return false;
    const reference = ownString(schema.value, "$ref");
    const target = reference === undefined ? "" : this.#references.target(reference, schema);
    if (typeof target !== "string" && this.#isMarked(target, word, depth + 1)) return true;
    if (items(child(schema, "allOf")).some((part) => this.#isMarked(part, word, depth + 1))) return true;
    const branches = [...items(child(schema, "oneOf")), ...items(child(schema, "anyOf"))];
    return branches.length > 0 && branches.every((branch) => this.#isMarked(branch, word, depth + 1));
  }
}
