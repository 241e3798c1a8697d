import { child, isMapping, items, keyOf, type Node, own, ownString } from "../node.js";
import { bodyFields } from "./body-fields.js";
import type { CopyContext } from "./copy-schema.js";

/**
 * Copies a discriminator. The copy always has a mapping, because copied schemas may have other names than the
 * original schemas.
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
  // An entry of the mapping has no meaning if its schema is not a member of the union, so it is left out.
  const mapping = Object.fromEntries([...mapped].filter(([, copied]) => copied !== ""));
  return { propertyName: own(written, "propertyName"), mapping };
}

/** The tags of each schema, by the key of the schema. */
export type Tags = ReadonlyMap<string, readonly string[]>;

/** Returns the tags in the `mapping` of a discriminator, by the key of the target schema. */
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

/**
 * Adds the tags of a discriminator to a variant of an input, if the variant allows any text as its tag. The
 * model then sees the tags, and the validator can distinguish the variants.
 */
export function tagged(
  union: Node,
  branch: Node,
  copied: unknown,
  tags: Tags,
  context: CopyContext,
): unknown {
  const name = own(own(union.value, "discriminator"), "propertyName");
  const reference = ownString(branch.value, "$ref");
  if (context.direction !== "input" || typeof name !== "string" || reference === undefined) return copied;
  const tag = bodyFields(branch, context.references)?.find((field) => field.name === name);
  if (tag === undefined || tag.schemas.some((schema) => !isOpenText(schema.value))) return copied;
  const target = context.references.target(reference, branch);
  if (typeof target === "string") return copied;
  const words = tags.get(keyOf(target)) ?? [context.references.tagOf(reference, target)];
  return { allOf: [copied, { type: "object", properties: { [name]: { type: "string", enum: words } } }] };
}

function isOpenText(schema: unknown): boolean {
  const closed = ["enum", "const", "$ref", "allOf", "anyOf", "oneOf", "pattern"];
  return own(schema, "type") === "string" && closed.every((word) => own(schema, word) === undefined);
}
