import { formOf } from "../../base/schema-children.js";
import { discriminator, mappedTags, type Tags } from "./discriminator.js";
import { bodyFields } from "./body-fields.js";
import type { Family } from "./inheritance.js";
import { child, isMapping, items, keyOf, type Node, own, ownString } from "../node.js";
import { isOnlyName, plainText, shorten } from "./plain-text.js";
import type { References } from "./references.js";
import type { PruneSettings } from "./settings.js";
import type { Direction, HidingReason, Visibility } from "./visibility.js";

/** A property that was left out, and the reason. */
export interface Dropped {
  readonly path: string;
  readonly reason: HidingReason;
}

/** The rules for copying one schema. */
export interface CopyContext {
  /** Arguments or results. If it is undefined, no property is hidden. */
  readonly direction: Direction | undefined;
  readonly prune: PruneSettings;
  readonly references: References;
  readonly visibility: Visibility;
  /** Records a property that was left out. */
  drop(path: readonly string[], reason: HidingReason): void;
  /** Reports a broken reference. */
  reportBroken(node: Node, reference: string, problem: string): void;
  /**
   * Whether arguments or results see something else than the schema describes. Schemas to which it refers
   * count, too.
   */
  hides(node: Node): boolean;
  /** The schemas that can replace this schema, if it is a choice between them. */
  readonly family: Family | undefined;
  /**
   * Whether a member of `allOf` inherits from its target. It then refers to the target itself, not to a
   * choice between the schemas that extend the target.
   */
  isInherited(part: Node, target: Node): boolean;
  /**
   * Returns the reference to a target. With `isBase`, it refers to the target itself, not to a choice between
   * the schemas that extend the target.
   */
  refer(target: Node, isBase?: boolean): string;
}

/** The known facts about a value while the parts of its schema are copied. */
interface Scope {
  /** The names of the properties that lead to the value, for the list of properties that were left out. */
  readonly path: readonly string[];
  /** True for the schema of an argument. Its description may be longer than the descriptions inside it. */
  readonly isArgument: boolean;
  /** Properties that are hidden, and the reasons. They count for every part of the schema of the value. */
  readonly hidden: ReadonlyMap<string, HidingReason>;
  readonly required: ReadonlySet<string>;
  /** Keys of the targets that replace their references, to stop at recursive references. */
  readonly inlined: readonly string[];
}

/**
 * Copies a schema. References point into the bundle, markup in texts is removed, and hidden properties are
 * left out.
 */
export function copySchema(node: Node, context: CopyContext, isArgument: boolean): unknown {
  return context.family === undefined
    ? copy(node, context, scopeOf(node, context, { path: [], isArgument }))
    : choice(node, context.family, context);
}

function scopeOf(node: Node, context: CopyContext, at: Pick<Scope, "path" | "isArgument">): Scope {
  const { direction, visibility } = context;
  const none = new Map<string, HidingReason>();
  return {
    ...at,
    hidden: direction === undefined ? none : visibility.hiddenIn(node, direction),
    required: visibility.membersOf(node).required,
    inlined: [],
  };
}

/**
 * Makes a choice between the members of a family. Each member requires its tags. A member that extends the
 * base gets the common properties through its own `allOf`.
 */
function choice(node: Node, { tag, variants }: Family, context: CopyContext): unknown {
  const description = ownString(node.value, "description");
  return {
    ...(description !== undefined &&
      !isOnlyName(description) && { description: text(description, context, false) }),
    oneOf: variants.map(({ node: variant, tags }) => ({
      allOf: [
        { $ref: context.refer(variant, true) },
        { type: "object", properties: { [tag]: { type: "string", enum: tags } }, required: [tag] },
      ],
    })),
    discriminator: { propertyName: tag },
  };
}

function copy(start: Node, context: CopyContext, scope: Scope): unknown {
  const node = context.references.withSchemaMaps(start, ({ node: map, reference, problem }) =>
    context.reportBroken(map, reference, problem),
  );
  if (!isMapping(node.value)) return node.value;
  const copied: Record<string, unknown> = {};
  for (const word of Object.keys(node.value)) {
    const written = node.value[word];
    if (word === "$ref" && typeof written === "string")
      Object.assign(copied, reference(written, node, context));
    else if ((word === "description" || word === "title") && isOnlyName(written)) continue;
    else if (word === "description" && typeof written === "string")
      copied["description"] = text(written, context, scope.isArgument);
    else if (word === "properties" && isMapping(written)) copyProperties(node, copied, context, scope);
    else if (word === "required") copyRequired(written, copied, scope);
    else if (identities.has(word)) continue;
    // The minimum also counts the hidden properties.
    else if (word === "minProperties" && scope.hidden.size > 0) continue;
    else if (word === "discriminator") copied["discriminator"] = discriminator(node, context);
    else if (formOf(word, written) !== undefined)
      Object.assign(copied, copySubschemas(node, word, context, scope));
    // Extensions do not change a value, except those that name or allow values.
    else if (!word.startsWith("x-") || word === "x-nullable" || word.startsWith("x-enum"))
      copied[word] = written;
  }
  return isEmptied(node, copied) ? openObject(copied) : copied;
}

function copySubschemas(
  node: Node,
  word: string,
  context: CopyContext,
  scope: Scope,
): Readonly<Record<string, unknown>> {
  const written = own(node.value, word);
  const form = formOf(word, written);
  if (form === "list") return copyList(node, word, context, scope);
  if (form === "one") return { [word]: copyValue(child(node, word), context, scope) };
  const names = Object.keys(written ?? {});
  return {
    [word]: Object.fromEntries(
      names.map((name) => [name, copyValue(child(node, word, name), context, scope, name)]),
    ),
  };
}

/** Whether the schema has properties and all of them are hidden. */
function isEmptied(node: Node, copied: Readonly<Record<string, unknown>>): boolean {
  const before = own(node.value, "properties");
  return isMapping(before) && Object.keys(before).length > 0 && copied["properties"] === undefined;
}

/**
 * Returns an object schema that allows unknown properties. With `additionalProperties: false`, the object
 * would have to be empty.
 */
function openObject({ additionalProperties, ...rest }: Readonly<Record<string, unknown>>): unknown {
  return additionalProperties === false || additionalProperties === undefined
    ? rest
    : { ...rest, additionalProperties };
}

/** Copies the schema of another value, such as a property, an item or a condition. */
function copyValue(node: Node, context: CopyContext, scope: Scope, ...name: readonly string[]): unknown {
  const path = [...scope.path, ...name];
  return copy(node, context, scopeOf(node, context, { path, isArgument: false }));
}

/**
 * Copies a list of schemas. The members of `allOf`, `anyOf` and `oneOf` describe the same value as their
 * parent.
 */
function copyList(
  node: Node,
  word: string,
  context: CopyContext,
  scope: Scope,
): Readonly<Record<string, unknown>> {
  const written = own(node.value, word);
  const members = items(child(node, word));
  if (members.length === 0) return { [word]: written };
  if (word !== "allOf" && word !== "anyOf" && word !== "oneOf")
    return { [word]: members.map((member) => copyValue(member, context, scope)) };
  const tags = mappedTags(node, context);
  const list = members.map((member) => {
    const inner = memberContext(node, member, context);
    return tagged(node, member, copyMember(member, word, inner, scope), tags, context);
  });
  // Variants that differ only in hidden properties accept the same values. `oneOf` would then refuse these
  // values.
  const isAlike =
    word === "oneOf" &&
    own(node.value, "anyOf") === undefined &&
    own(node.value, "discriminator") === undefined &&
    members.some((member) => context.hides(member));
  return { [isAlike ? "anyOf" : word]: list };
}

function copyMember(member: Node, word: string, context: CopyContext, scope: Scope): unknown {
  const inner = word === "allOf" ? scope : branchScope(member, context, scope);
  const written = ownString(member.value, "$ref");
  const target = written === undefined ? "" : context.references.target(written, member);
  if (typeof target === "string" || context.direction === undefined) return copy(member, context, inner);
  const key = keyOf(target);
  if (inner.inlined.includes(key) || isSameAlone(target, context, inner)) return copy(member, context, inner);
  return copy(target, context, { ...inner, inlined: [...inner.inlined, key] });
}

/**
 * The scope of a branch. It hides the properties that its parent hides, and the hidden properties of its own.
 */
function branchScope(branch: Node, { direction, visibility }: CopyContext, scope: Scope): Scope {
  if (direction === undefined) return scope;
  const own = [...visibility.hiddenIn(branch, direction)].filter(
    ([name, reason]) => reason === "readOnly" || reason === "writeOnly" || !scope.required.has(name),
  );
  return { ...scope, hidden: new Map([...scope.hidden, ...own]) };
}

/**
 * Whether a reference can stay. Its target is copied once for all references, without knowledge of this
 * object. If the object hides or requires other properties than the target does alone, the reference is
 * replaced by a copy.
 */
function isSameAlone(target: Node, { direction, visibility }: CopyContext, scope: Scope): boolean {
  if (direction === undefined) return true;
  const { properties, required } = visibility.membersOf(target);
  const alone = visibility.hiddenIn(target, direction);
  return [...properties.keys(), ...required].every((name) => alone.has(name) === scope.hidden.has(name));
}

/**
 * Returns the context for a member of a union with a discriminator. The union lists all members itself, so a
 * member refers to its target and not to a choice.
 */
function memberContext(union: Node, member: Node, context: CopyContext): CopyContext {
  const isListed =
    own(union.value, "discriminator") !== undefined &&
    isOneOf(["oneOf", "anyOf"], String(member.origin.path.at(-2))) &&
    ownString(member.value, "$ref") !== undefined;
  return isListed ? { ...context, refer: (target) => context.refer(target, true) } : context;
}

/** Keywords that identify a schema. They are dropped, because every reference has been resolved already. */
const identities = new Set(["$id", "$anchor", "$schema", "__proto__"]);

function isOneOf(words: readonly string[], word: string): boolean {
  return words.includes(word);
}

/** Shortens a description. A description inside an argument gets half the length. */
function text(written: string, { prune }: CopyContext, isArgument: boolean): string {
  if (prune.descriptions === false) return written;
  return shorten(plainText(written), isArgument ? prune.descriptions : prune.descriptions / 2);
}

/** Copies a reference. A broken reference accepts any value, so that the tool is not lost. */
function reference(written: string, node: Node, context: CopyContext): Readonly<Record<string, unknown>> {
  const target = context.references.target(written, node);
  const problem = typeof target === "string" ? target : context.references.endless(node);
  if (typeof target !== "string" && problem === undefined)
    return { $ref: context.refer(target, context.isInherited(node, target)) };
  context.reportBroken(node, written, problem ?? "");
  return {};
}

function copyProperties(
  node: Node,
  copied: Record<string, unknown>,
  context: CopyContext,
  scope: Scope,
): void {
  const kept: (readonly [string, unknown])[] = [];
  for (const name of Object.keys(own(node.value, "properties") ?? {})) {
    const reason = scope.hidden.get(name);
    if (reason === undefined)
      kept.push([name, copyValue(child(node, "properties", name), context, scope, name)]);
    else context.drop([...scope.path, name], reason);
  }
  if (kept.length > 0) copied["properties"] = Object.fromEntries(kept);
}

function copyRequired(written: unknown, copied: Record<string, unknown>, { hidden }: Scope): void {
  if (!Array.isArray(written)) {
    copied["required"] = written;
    return;
  }
  const left = written.filter((name) => !hidden.has(String(name)));
  if (left.length > 0) copied["required"] = left;
}

/**
 * Adds tags to a variant of an input. If the schema of the tag allows any text, the tags of the discriminator
 * restrict it. The model then sees the tags, and the validator can distinguish the variants.
 */
function tagged(union: Node, branch: Node, copied: unknown, tags: Tags, context: CopyContext): unknown {
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
