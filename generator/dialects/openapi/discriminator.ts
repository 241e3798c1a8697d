import { child, isMapping, items, keyOf, type Node, own, ownString } from "../node.js";
import type { CopyContext } from "./copy-schema.js";

/**
 * Copies a discriminator. Its mapping becomes explicit, because a copy may have another name than the
 * original schema.
 */
export function discriminator(node: Node, context: CopyContext): unknown {
  const written = own(node.value, "discriminator");
  if (!isMapping(written)) return written;
  const members = [...items(child(node, "oneOf")), ...items(child(node, "anyOf"))];
  if (members.length === 0) return { propertyName: own(written, "propertyName") };
  const tags = mappedTags(node, context);
  const mapped = new Map<string, string>([...tags.values()].flat().map((tag) => [tag, ""]));
  for (const member of members) {
    const reference = ownString(member.value, "$ref");
    const target = reference === undefined ? "" : context.references.target(reference, member);
    if (reference === undefined || typeof target === "string") continue;
    const copied = context.refer(target, true);
    const implicit = [context.references.tagOf(reference, target)];
    for (const tag of tags.get(keyOf(target)) ?? implicit) mapped.set(tag, copied);
  }
  // An entry of the mapping has no meaning if its schema is not a member of the union.
  const mapping = Object.fromEntries([...mapped].filter(([, copied]) => copied !== ""));
  return { propertyName: own(written, "propertyName"), mapping };
}

/** The tags of each schema, by the key of the schema. */
export type Tags = ReadonlyMap<string, readonly string[]>;

/** The tags in the `mapping` of a discriminator, by the key of the schema to which they point. */
export function mappedTags(union: Node, { references }: CopyContext): Tags {
  const tags = new Map<string, string[]>();
  for (const [tag, value] of Object.entries(own(own(union.value, "discriminator"), "mapping") ?? {})) {
    const target = typeof value === "string" ? references.mapped(value, union) : "";
    if (typeof target === "string") continue;
    const known = tags.get(keyOf(target));
    if (known === undefined) tags.set(keyOf(target), [tag]);
    else known.push(tag);
  }
  return tags;
}
