import { formOf } from "../../base/schema-children.js";
import { discriminator, mappedTags, tagged } from "./discriminator.js";
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

/** The context in which a schema is copied. */
export interface CopyContext {
  /** Whether the copy is for arguments or for results. If it is undefined, no property is hidden. */
  readonly direction: Direction | undefined;
  readonly prune: PruneSettings;
  readonly references: References;
  readonly visibility: Visibility;
  /** Records a property that was left out. */
  drop(path: readonly string[], reason: HidingReason): void;
  reportBroken(node: Node, reference: string, problem: string): void;
  /**
   * Whether the copy of a schema differs from the schema because properties are hidden or tags are added. The
   * result is also true if the copy of a schema to which the schema refers differs.
   */
  hides(node: Node): boolean;
  /** The family of the schema, if the copy must be a choice between the members of the family. */
  readonly family: Family | undefined;
  /**
   * Whether a member of `allOf` inherits from its target. The member then refers to the target itself. Any
   * other reference means a choice between the target and the schemas that extend it.
   */
  isInherited(part: Node, target: Node): boolean;
  /**
   * Returns the reference to the copy of a target. With `isBase`, the reference is to the target itself, not
   * to a choice between the schemas that extend it.
   */
  refer(target: Node, isBase?: boolean): string;
}

/** The facts about a value while its schema is copied. */
interface Scope {
  /**
   * The names of the properties that lead to the value. With these names, a property that is left out can be
   * reported.
   */
  readonly path: readonly string[];
  /**
   * True for the schema of an argument. The limit for its description is higher than for schemas inside the
   * argument.
   */
  readonly isArgument: boolean;
  /**
   * The hidden properties of the value, with the reasons. All parts of the schema of the value leave these
   * properties out.
   */
  readonly hidden: ReadonlyMap<string, HidingReason>;
  readonly required: ReadonlySet<string>;
  /**
   * Keys of the targets that are being copied in place of a reference. A target in this list is not copied
   * again, so that recursion ends.
   */
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
 * Makes a choice between the members of a family. Each member requires its own tags. A member that extends
 * the base schema includes the base schema in its `allOf`.
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
    // The minimum in the document also counts hidden properties, so it would be too high.
    else if (word === "minProperties" && scope.hidden.size > 0) continue;
    else if (word === "discriminator") copied["discriminator"] = discriminator(node, context);
    else if (formOf(word, written) !== undefined)
      Object.assign(copied, copySubschemas(node, word, context, scope));
    // Extensions do not affect values. The exceptions are `x-nullable` and the `x-enum…` extensions.
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

/** Whether all properties of a schema are hidden. */
function isEmptied(node: Node, copied: Readonly<Record<string, unknown>>): boolean {
  const before = own(node.value, "properties");
  return isMapping(before) && Object.keys(before).length > 0 && copied["properties"] === undefined;
}

/**
 * Returns an object schema that allows unknown properties. A schema without properties and with
 * `additionalProperties: false` would allow only an empty object.
 */
function openObject({ additionalProperties, ...rest }: Readonly<Record<string, unknown>>): unknown {
  return additionalProperties === false || additionalProperties === undefined
    ? rest
    : { ...rest, additionalProperties };
}

/** Copies the schema of another value: a property, an item or the value of a condition. */
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
  // If the variants of a union differ only in hidden properties, a value may match several variants. `oneOf`
  // would refuse such a value.
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

/** Returns the scope of a branch, with the hidden properties of the parent and of the branch. */
function branchScope(branch: Node, { direction, visibility }: CopyContext, scope: Scope): Scope {
  if (direction === undefined) return scope;
  const own = [...visibility.hiddenIn(branch, direction)].filter(
    ([name, reason]) => reason === "readOnly" || reason === "writeOnly" || !scope.required.has(name),
  );
  return { ...scope, hidden: new Map([...scope.hidden, ...own]) };
}

/**
 * Whether a reference can stay. The target is copied once, and leaves out the properties that are hidden in
 * the target itself. If `scope.hidden` contains more or fewer properties of the target, a copy must replace
 * the reference.
 */
function isSameAlone(target: Node, { direction, visibility }: CopyContext, scope: Scope): boolean {
  if (direction === undefined) return true;
  const { properties, required } = visibility.membersOf(target);
  const alone = visibility.hiddenIn(target, direction);
  return [...properties.keys(), ...required].every((name) => alone.has(name) === scope.hidden.has(name));
}

/**
 * Returns the context for copying a member of a union. A union with a discriminator lists all its members. So a
 * reference in the union means only its target, not a choice between the target and the schemas that extend it.
 */
function memberContext(union: Node, member: Node, context: CopyContext): CopyContext {
  const isListed =
    own(union.value, "discriminator") !== undefined &&
    isOneOf(["oneOf", "anyOf"], String(member.origin.path.at(-2))) &&
    ownString(member.value, "$ref") !== undefined;
  return isListed ? { ...context, refer: (target) => context.refer(target, true) } : context;
}

/** Keywords that identify a schema. All references are already resolved, so the copy does not need them. */
const identities = new Set(["$id", "$anchor", "$schema", "__proto__"]);

function isOneOf(words: readonly string[], word: string): boolean {
  return words.includes(word);
}

/** Shortens a description. A description inside an argument gets half the length. */
function text(written: string, { prune }: CopyContext, isArgument: boolean): string {
  if (prune.descriptions === false) return written;
  return shorten(plainText(written), isArgument ? prune.descriptions : prune.descriptions / 2);
}

/** Copies a reference. In place of a broken reference any value is accepted, so that the tool is not lost. */
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
