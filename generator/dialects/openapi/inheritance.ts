import type { Report } from "../../diagnostics/report.js";
import {
  child,
  withoutExtensions,
  isMapping,
  items,
  keyOf,
  type Node,
  own,
  ownList,
  ownString,
} from "../node.js";
import type { References } from "./references.js";

/** A schema with a discriminator, and the schemas that can replace it. */
export interface Family {
  /** The name of the property that distinguishes the schemas. */
  readonly tag: string;
  readonly variants: readonly Variant[];
}

export interface Variant {
  readonly node: Node;
  readonly tags: readonly string[];
}

/** A union of more variants costs too many tokens. */
const mostVariants = 24;

/**
 * Finds schemas that inherit from another schema. Swagger 2.0 and OpenAPI 3.0 describe class hierarchies by
 * `allOf`.
 */
export class Inheritance {
  readonly #references: References;
  readonly #report: Report;
  /**
   * The schemas that extend another schema directly. The outer key is the key of the parent, and the inner
   * key is the key of the child.
   */
  readonly #children = new Map<string, Map<string, Node>>();
  readonly #entered = new Set<string>();
  readonly #families = new Map<string, Family | undefined>();

  constructor(root: Node, references: References, report: Report) {
    this.#references = references;
    this.#report = report;
    for (const holder of [references.at(root, "components", "schemas"), references.at(root, "definitions")]) {
      for (const [, schema] of holder === undefined ? [] : withoutExtensions(holder)) this.#enter(schema);
    }
  }

  #enter(written: Node): void {
    const alias = own(written.value, "allOf") === undefined ? ownString(written.value, "$ref") : undefined;
    const schema = alias === undefined ? written : this.#references.target(alias, written);
    if (typeof schema === "string" || this.#entered.has(keyOf(schema))) return;
    this.#entered.add(keyOf(schema));
    for (const part of items(child(schema, "allOf"))) {
      const reference = ownString(part.value, "$ref");
      const parent = reference === undefined ? "" : this.#references.target(reference, part);
      if (typeof parent === "string") continue;
      const known = this.#children.get(keyOf(parent)) ?? new Map<string, Node>();
      this.#children.set(keyOf(parent), known.set(keyOf(schema), schema));
    }
  }

  /**
   * Whether a member of `allOf` inherits from its target. The member then refers to the target itself. Any
   * other reference means a choice between the members of the target's family.
   */
  isInherited(part: Node, target: Node): boolean {
    const { document, path } = part.origin;
    if (path.at(-2) !== "allOf") return false;
    const heir = keyOf({ value: undefined, origin: { document, path: path.slice(0, -2) } });
    return this.#children.get(keyOf(target))?.has(heir) ?? false;
  }

  /**
   * Returns the family of a schema. The result is undefined if the schema has no family. If the members of a
   * family cannot be distinguished, this is reported, and the result is undefined, too.
   */
  familyOf(parent: Node): Family | undefined {
    const tag = tagName(parent.value);
    const key = keyOf(parent);
    if (tag === undefined || !this.#children.has(key)) return undefined;
    if (this.#families.has(key)) return this.#families.get(key);
    const found = this.#read(parent, tag);
    if (typeof found === "string")
      this.#report.add(
        "TP632",
        { key: parent.origin },
        { schema: this.#references.nameOf(parent), problem: found },
      );
    const family = typeof found === "string" ? undefined : found;
    this.#families.set(key, family);
    return family;
  }

  #read(parent: Node, tag: string): Family | string {
    const heirs = this.#heirsOf(parent);
    const mapped = this.#mapping(parent, [parent, ...heirs]);
    if (typeof mapped === "string") return mapped;
    const schema = this.#follow(child(parent, "properties", tag));
    const type = own(schema, "type");
    if (type !== undefined && type !== "string") return `${JSON.stringify(tag)} is not text`;
    if ([own(parent.value, "nullable"), own(parent.value, "x-nullable")].includes(true))
      return "it may be null";
    const values = ownList(schema, "enum");
    const variants =
      mapped.length > 0
        ? mapped
        : [...(this.#isConcrete(parent, heirs, tag, values) ? [parent] : []), ...heirs].map((node) => ({
            node,
            tags: this.#ownTags(node, tag),
          }));
    const tags = variants.flatMap((variant) => variant.tags);
    if (variants.length > mostVariants) return `${variants.length} schemas may stand for it`;
    const foreign = tags.find((one) => values.length > 0 && !values.includes(one));
    if (foreign !== undefined)
      return `${JSON.stringify(foreign)} is not among the values of ${JSON.stringify(tag)}`;
    const twice = tags.find((one, index) => tags.indexOf(one) !== index);
    return twice === undefined ? { tag, variants } : `two heirs have the tag ${JSON.stringify(twice)}`;
  }

  /**
   * Returns all schemas that extend a schema, directly or indirectly. Each schema appears once, even if the
   * references form a cycle.
   */
  #heirsOf(parent: Node): readonly Node[] {
    const found = new Map<string, Node>([[keyOf(parent), parent]]);
    for (const [key] of found) {
      for (const [heirKey, heir] of this.#children.get(key) ?? [])
        if (!found.has(heirKey)) found.set(heirKey, heir);
    }
    return [...found.values()].slice(1);
  }

  /**
   * Reads the variants in the `mapping` of a discriminator. The list is empty if the discriminator has no
   * mapping. If the mapping is wrong, the result is a text that describes the problem.
   */
  #mapping(parent: Node, members: readonly Node[]): readonly Variant[] | string {
    const tags = new Map<Node, string[]>();
    for (const [tag, value] of Object.entries(own(own(parent.value, "discriminator"), "mapping") ?? {})) {
      const target = this.#references.mapped(String(value), parent);
      const member =
        typeof target === "string" ? undefined : members.find((one) => keyOf(one) === keyOf(target));
      if (member === undefined) return `${JSON.stringify(value)} in its mapping does not inherit from it`;
      tags.set(member, [...(tags.get(member) ?? []), tag]);
    }
    return [...tags].map(([node, names]) => ({ node, tags: names }));
  }

  /**
   * Whether the parent itself is a variant. If the tag has an enum, all tags of the parent must be in the
   * enum. Otherwise each schema that extends the parent must have its own name as a tag.
   */
  #isConcrete(parent: Node, heirs: readonly Node[], tag: string, values: readonly unknown[]): boolean {
    if (values.length > 0) return this.#ownTags(parent, tag).every((one) => values.includes(one));
    return heirs.every((heir) => this.#ownTags(heir, tag).includes(this.#references.nameOf(heir)));
  }

  /**
   * Returns the tags that a schema declares for itself. Without a declaration, the name of the schema is its
   * tag.
   */
  #ownTags(node: Node, tag: string): readonly string[] {
    const vendor = ownString(node.value, "x-ms-discriminator-value");
    if (vendor !== undefined) return [vendor];
    const isParent = tagName(node.value) === tag;
    for (const part of isParent ? [] : [node, ...items(child(node, "allOf"))]) {
      const property = child(part, "properties", tag).value;
      const constant = own(property, "const");
      const values = isMapping(property) && constant !== undefined ? [constant] : ownList(property, "enum");
      if (values.length > 0 && values.every((one) => typeof one === "string")) return values;
    }
    return [this.#references.nameOf(node)];
  }

  #follow(node: Node): unknown {
    const reference = ownString(node.value, "$ref");
    const target = reference === undefined ? node : this.#references.target(reference, node);
    return typeof target === "string" ? undefined : target.value;
  }
}

/**
 * Returns the name of the property that a discriminator uses. The result is undefined if the schema is a
 * union, because a union lists its members.
 */
function tagName(value: unknown): string | undefined {
  if (own(value, "oneOf") !== undefined || own(value, "anyOf") !== undefined) return undefined;
  const written = own(value, "discriminator");
  return typeof written === "string" ? written : ownString(written, "propertyName");
}
