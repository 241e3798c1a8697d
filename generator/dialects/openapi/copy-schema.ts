import { flatten } from "./flatten.js";
import type { Family } from "./inheritance.js";
import { child, isMapping, items, keyOf, type Node, own, ownList, ownString } from "./node.js";
import { isOnlyName, plainText, shorten } from "./plain-text.js";
import type { References } from "./references.js";
import type { Direction } from "./schema-graph.js";
import { schemaLists, schemaMaps, schemaWords } from "./schema-words.js";
import type { PruneRules } from "./settings.js";

export type CopyRules = PruneRules;

/** Properties of an argument stand one below the arguments. */
export const argumentLevel = 2;

/** A property that was left out, and the rule that did it. */
export interface Dropped {
  readonly path: string;
  readonly rule: "readOnly" | "writeOnly" | "deprecated" | "internal" | "depth";
}

export interface CopyContext {
  /** undefined: nothing is hidden. */
  readonly direction: Direction | undefined;
  /** Depth at which the properties of this schema stand; arguments stand at 1. Infinity: depth does not matter. */
  readonly level: number;
  readonly rules: CopyRules;
  readonly references: References;
  nesting(node: Node): number;
  drop(path: readonly string[], rule: Dropped["rule"]): void;
  /** Who may stand for the schema, where it is a choice between them. */
  readonly family: Family | undefined;
  /** A part of `allOf` means its target as what is inherited. */
  isInherited(part: Node, target: Node): boolean;
  /** The reference to write for a target at a depth; as a base it is never a choice between its heirs. */
  refer(target: Node, level: number, isBase?: boolean): string;
}

/** Copies a schema: references point into the bundle, texts are plain, what this side of a call does not see is gone. */
export function copySchema(node: Node, context: CopyContext): unknown {
  return context.family === undefined
    ? copy(node, context, context.level, [])
    : choice(node, context.family, context);
}

/** Each member of a family with its tags; one that inherits has the common properties by `allOf` of its own. */
function choice(node: Node, { tag, variants }: Family, context: CopyContext): unknown {
  const description = ownString(node.value, "description");
  return {
    ...(description !== undefined &&
      !isOnlyName(description) && { description: text(description, context, context.level) }),
    oneOf: variants.map(({ node: variant, tags }) => ({
      allOf: [
        { $ref: context.refer(variant, context.level, true) },
        { type: "object", properties: { [tag]: { type: "string", enum: tags } }, required: [tag] },
      ],
    })),
    discriminator: { propertyName: tag },
  };
}

function copy(
  start: Node,
  context: CopyContext,
  level: number,
  path: readonly string[],
  requiredAbove: readonly unknown[] = [],
): unknown {
  const node = context.references.whole(start);
  if (!isMapping(node.value)) return node.value;
  // What a schema requires may be described in a member of its allOf.
  const required = [...requiredAbove, ...ownList(node.value, "required")];
  const copied: Record<string, unknown> = {};
  for (const word of Object.keys(node.value)) {
    const written = node.value[word];
    if (word === "$ref" && typeof written === "string")
      copied["$ref"] = reference(written, node, context, level);
    else if ((word === "description" || word === "title") && isOnlyName(written)) continue;
    else if (word === "description" && typeof written === "string")
      copied["description"] = text(written, context, level);
    else if (word === "properties" && isMapping(written)) continue;
    else if (word === "required" || identities.has(word)) continue;
    else if (word === "discriminator") copied["discriminator"] = discriminator(node, context, level);
    else if (isOneOf(schemaMaps, word) && isMapping(written)) {
      copied[word] = Object.fromEntries(
        Object.keys(written).map((key) => [
          key,
          copy(child(node, word, key), context, level + 1, [...path, key]),
        ]),
      );
    } else if (isOneOf(schemaLists, word) || (Array.isArray(written) && isOneOf(schemaWords, word))) {
      const inherited = word === "allOf" ? required : [];
      const tags = context.direction === "input" ? mappedTags(node, context.references) : new Map();
      const list = items(child(node, word)).map((item) => {
        // A schema that others refer to as well cannot know what is required here, so it stays whole.
        const depth = inherited.length > 0 && ownString(item.value, "$ref") !== undefined ? Infinity : level;
        const copiedItem = copy(item, memberContext(node, item, context), depth, path, inherited);
        return tagged(node, item, copiedItem, tags, context);
      });
      copied[word] = list.length > 0 || Array.isArray(written) ? list : written;
    } else if (isOneOf(schemaWords, word)) copied[word] = copy(child(node, word), context, level, path);
    // Vendors' words change nothing about a value, but for the ones that name or allow values.
    else if (!word.startsWith("x-") || word === "x-nullable" || word.startsWith("x-enum"))
      copied[word] = written;
  }
  copyProperties(node, copied, context, level, path, new Set(required));
  return copied;
}

/** A union with a discriminator lists its members itself: one of them is not a choice between its heirs again. */
function memberContext(union: Node, member: Node, context: CopyContext): CopyContext {
  const isListed =
    own(union.value, "discriminator") !== undefined &&
    isOneOf(["oneOf", "anyOf"], String(member.origin.path.at(-2))) &&
    ownString(member.value, "$ref") !== undefined;
  return isListed ? { ...context, refer: (target, level) => context.refer(target, level, true) } : context;
}

/** Names by which a schema could be found; every reference has been followed already. */
const identities = new Set(["$id", "$anchor", "$schema", "__proto__"]);

function isOneOf(words: readonly string[], word: string): boolean {
  return words.includes(word);
}

/** What stands deep inside an argument gets half the words. */
function text(written: string, { rules }: CopyContext, level: number): string {
  if (rules.descriptions === false) return written;
  return shorten(plainText(written), level <= argumentLevel ? rules.descriptions : rules.descriptions / 2);
}

function reference(written: string, node: Node, context: CopyContext, level: number): string {
  const target = context.references.target(written, node);
  if (typeof target === "string") return written;
  return context.refer(target, level, context.isInherited(node, target));
}

function copyProperties(
  node: Node,
  copied: Record<string, unknown>,
  context: CopyContext,
  level: number,
  path: readonly string[],
  required: ReadonlySet<unknown>,
): void {
  const properties = own(node.value, "properties");
  const gone = new Set<unknown>();
  if (isMapping(properties)) {
    const kept: (readonly [string, unknown])[] = [];
    for (const name of Object.keys(properties)) {
      const property = child(node, "properties", name);
      const rule = hiding(property, required.has(name), context, level);
      if (rule === undefined)
        kept.push([name, closeEmptied(copy(property, context, level + 1, [...path, name]), property)]);
      else {
        gone.add(name);
        context.drop([...path, name], rule);
      }
    }
    copied["properties"] = Object.fromEntries(kept);
  }
  const written = own(node.value, "required");
  if (Array.isArray(written)) {
    const left = written.filter((name) => !gone.has(name));
    if (left.length > 0) copied["required"] = left;
  } else if (written !== undefined) copied["required"] = written;
}

/**
 * An object that has lost all its properties would take anything. It is closed where it stands alone; as a member of `allOf`, or as a
 * schema that others refer to, it would forbid what they allow.
 */
export function closeEmptied(copied: unknown, node: Node): unknown {
  if (!isMapping(copied) || "additionalProperties" in copied || "allOf" in copied) return copied;
  const before = own(node.value, "properties");
  const after = own(copied, "properties");
  const emptied =
    isMapping(before) &&
    isMapping(after) &&
    Object.keys(before).length > 0 &&
    Object.keys(after).length === 0;
  return emptied ? { ...copied, additionalProperties: false } : copied;
}

/** Why a property is left out, if it is. Only what the direction demands may take a required one. */
function hiding(
  property: Node,
  required: boolean,
  context: CopyContext,
  level: number,
): Dropped["rule"] | undefined {
  const { direction, rules } = context;
  if (direction === undefined) return undefined;
  const says = (word: string): boolean => own(property.value, word) === true;
  if (direction === "output") return says("writeOnly") ? "writeOnly" : undefined;
  if (says("readOnly")) return "readOnly";
  if (required) return undefined;
  if (rules.deprecated && says("deprecated")) return "deprecated";
  if (rules.internal && says("x-internal")) return "internal";
  const tooDeep =
    rules.depth !== false && level !== Infinity && level >= rules.depth && context.nesting(property) > 0;
  return tooDeep ? "depth" : undefined;
}

/** True for a property that some rule, direction apart, may leave out. */
export function hiddenByRule(property: unknown, rules: CopyRules): boolean {
  return (
    (rules.deprecated && own(property, "deprecated") === true) ||
    (rules.internal && own(property, "x-internal") === true)
  );
}

/** Mapped names are made explicit, since copies may be called otherwise than the schemas they came from. */
function discriminator(node: Node, context: CopyContext, level: number): unknown {
  const written = own(node.value, "discriminator");
  if (!isMapping(written)) return written;
  const members = [...items(child(node, "oneOf")), ...items(child(node, "anyOf"))];
  if (members.length === 0) return { propertyName: own(written, "propertyName") };
  const tags = mappedTags(node, context.references);
  const mapped = new Map<string, string>([...tags.values()].flat().map((tag) => [tag, ""]));
  for (const member of members) {
    const reference = ownString(member.value, "$ref");
    const target = reference === undefined ? "" : context.references.target(reference, member);
    if (reference === undefined || typeof target === "string") continue;
    const copied = context.refer(target, level, true);
    const implicit = [context.references.tagOf(reference, target)];
    for (const tag of tags.get(keyOf(target)) ?? implicit) mapped.set(tag, copied);
  }
  // What the mapping says of schemas that are no members means nothing.
  const mapping = Object.fromEntries([...mapped].filter(([, copied]) => copied !== ""));
  return { propertyName: own(written, "propertyName"), mapping };
}

/** What a discriminator's `mapping` says, by the schema that it means. */
function mappedTags(union: Node, references: References): ReadonlyMap<string, readonly string[]> {
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
 * A variant of an input that leaves its tag open gets the tags the discriminator has for it, so that the model is told
 * them and the validator tells the variants apart.
 */
function tagged(
  union: Node,
  branch: Node,
  copied: unknown,
  tags: ReadonlyMap<string, readonly string[]>,
  context: CopyContext,
): unknown {
  const name = own(own(union.value, "discriminator"), "propertyName");
  const reference = ownString(branch.value, "$ref");
  if (context.direction !== "input" || typeof name !== "string" || reference === undefined) return copied;
  const tag = flatten(branch, context.references)?.find((field) => field.name === name);
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
