import type { Report } from "../diagnostics/report.js";
import { canonical, sameJson } from "../base/canonical.js";
import type { Json, Schema, SchemaObject } from "../ir.js";
import { type Origin, origin, within } from "../base/origin.js";
import { mapChildren } from "../base/schema-children.js";
import { annotations, keywordsWhere } from "../base/vocabulary.js";
import type { Definitions } from "./definitions.js";
import { isTrivial, merge, type Merging } from "./merge.js";

/**
 * The longest chain of `allOf` that is merged. Real schemas have shorter chains, and each link needs stack
 * space.
 */
const longestChain = 100;

/**
 * The largest number of members of an `allOf` that are merged one after another. Real schemas have fewer
 * members.
 */
const mostMembers = 100;

/** Merges each `allOf` that a single schema can express exactly. Any other `allOf` stays unchanged. */
export class AllOfMerger {
  readonly #definitions: Definitions;
  readonly #recursive: ReadonlySet<string>;
  readonly #report: Report;
  readonly #done = new Map<string, Schema>();
  readonly #inProgress = new Set<string>();

  constructor(definitions: Definitions, recursive: ReadonlySet<string>, report: Report) {
    this.#definitions = definitions;
    this.#recursive = recursive;
    this.#report = report;
  }

  /**
   * Returns the merged schema of a definition. The result is undefined if the definition has an error, is being
   * merged, or is at the end of a chain that is too long.
   */
  definition(id: string): Schema | undefined {
    const known = this.#done.get(id);
    if (known !== undefined) return known;
    const { schema, failed } = this.#definitions.get(id);
    if (schema === undefined || failed || this.#inProgress.has(id) || this.#inProgress.size > longestChain)
      return undefined;
    this.#inProgress.add(id);
    const merged = this.mergeWithin(schema);
    this.#inProgress.delete(id);
    this.#done.set(id, merged);
    return merged;
  }

  mergeWithin(schema: Schema): Schema {
    if (typeof schema === "boolean") return schema;
    const inner = mapChildren(schema, (child) => this.mergeWithin(child));
    this.#reportLost([schema], inner);
    return this.#withoutNullDefault(this.#mergeAllOf(inner, true));
  }

  /**
   * Reports a described property that can never have a value after a merge. The schema `false` forbids a
   * property on purpose, so such a property is not reported.
   */
  #reportLost(described: readonly SchemaObject[], made: SchemaObject): void {
    for (const [property, schema] of Object.entries(made.properties ?? {})) {
      const before = described.flatMap(({ properties = {} }) =>
        Object.hasOwn(properties, property) ? [properties[property]!] : [],
      );
      if (schema !== false || before.some(isForbidden)) continue;
      const at = before.map((one) => (one as SchemaObject)[origin]).find((place) => place !== undefined);
      this.#report.add("TP329", at, { property });
    }
  }

  /**
   * Removes a default of null from a schema that forbids null. Many generators write null for a missing
   * default.
   */
  #withoutNullDefault(schema: Schema): Schema {
    if (typeof schema === "boolean" || schema.default !== null || this.#mayBeNull(schema, 0)) return schema;
    const at = schema[origin] && within(schema[origin], "default");
    this.#report.add("TP322", at, { found: "null", read: "no default" });
    const { default: _none, ...rest } = schema;
    return rest;
  }

  #mayBeNull(schema: Schema, depth: number): boolean {
    if (typeof schema === "boolean") return schema;
    if (depth > longestChain) return true;
    const inner = (child: Schema): boolean => this.#mayBeNull(child, depth + 1);
    return (
      (schema.type === undefined || [schema.type].flat().includes("null")) &&
      (schema.enum === undefined || schema.enum.includes(null)) &&
      (!Object.hasOwn(schema, "const") || schema.const === null) &&
      (schema.$ref === undefined || inner(this.#definitions.get(schema.$ref).schema ?? true)) &&
      (schema.allOf === undefined || schema.allOf.every(inner)) &&
      (schema.anyOf === undefined || schema.anyOf.some(inner)) &&
      (schema.oneOf === undefined || schema.oneOf.some(inner))
    );
  }

  /**
   * Merges an `allOf`. `written` is true for an `allOf` of the author. A recursive member of such an `allOf`
   * is replaced with its target once.
   */
  #mergeAllOf(schema: SchemaObject, written: boolean): Schema {
    if (schema.allOf === undefined) return withoutUnevaluated(schema);
    const { allOf, ...outer } = schema;
    const members = unique(allOf.filter((member) => !isTrivial(member)));
    if (members.includes(false)) return false;
    if (members.length === 0) return withoutUnevaluated(outer);
    const [only] = members as SchemaObject[];
    if (members.length === 1 && Object.keys(outer).every((name) => annotations.has(name)))
      return { ...only, ...outer };
    const groups = this.#inGroups(members as SchemaObject[], written);
    return groups === false ? false : this.#mergeMembers(outer, groups, written);
  }

  /**
   * Members become larger while they are merged one after another. Many members are first merged in groups,
   * so that the work does not grow quadratically.
   */
  #inGroups(members: readonly SchemaObject[], written: boolean): readonly SchemaObject[] | false {
    if (members.length <= mostMembers) return members;
    const size = Math.ceil(Math.sqrt(members.length));
    const groups: SchemaObject[] = [];
    for (let from = 0; from < members.length; from += size) {
      const group = members.slice(from, from + size);
      const at = group[0]![origin];
      const merged = this.#mergeMembers({ ...(at && { [origin]: at }) }, group, written);
      if (typeof merged === "boolean") return false;
      groups.push(merged);
    }
    return groups;
  }

  #mergeMembers(outer: SchemaObject, members: readonly SchemaObject[], written: boolean): Schema {
    let merged = outer;
    const kept: Schema[] = [];
    const sources: (Origin | undefined)[] = [outer[origin]];
    for (const member of members) {
      const opened = this.#open(member, written);
      if (opened === false) return false;
      if (opened === undefined || hasUnevaluated(opened)) {
        kept.push(member);
        continue;
      }
      if (opened === true) continue;
      const result = merge(merged, opened, this.#merging(outer[origin]));
      if ("conflict" in result)
        return this.#contradict(result.conflict, outer[origin], [...sources, member[origin]]);
      this.#reportLost([merged, opened], result.schema);
      merged = result.schema;
      if (result.rest !== undefined) kept.push(result.rest);
      sources.push(member[origin]);
    }
    const allOf = [...(merged.allOf ?? []), ...kept];
    const { allOf: _inner, ...rest } = merged;
    return withoutUnevaluated(allOf.length === 0 ? rest : { ...rest, allOf });
  }

  #merging(at: Origin | undefined): Merging {
    return {
      both: (a, b) => this.#both(a, b),
      closedOff: (property, from) => this.#report.add("TP316", from[origin] ?? at, { property }),
    };
  }

  #both(a: Schema, b: Schema): Schema {
    if (isTrivial(a) || b === false || sameJson(a, b)) return b;
    if (isTrivial(b) || a === false) return a;
    const at = (a as SchemaObject)[origin] ?? (b as SchemaObject)[origin];
    return this.#mergeAllOf({ ...(at && { [origin]: at }), allOf: [a, b] }, false);
  }

  /**
   * Replaces the reference of a member with its target. The result is undefined if the reference must stay.
   */
  #open(member: SchemaObject, written: boolean, links = 0): Schema | undefined {
    if (member.$ref === undefined) return member;
    if (links > longestChain || (!written && this.#recursive.has(member.$ref))) return undefined;
    const target = this.definition(member.$ref);
    if (target === undefined || typeof target === "boolean") return target;
    const { $ref, ...annotations } = member;
    void $ref;
    return this.#open({ ...target, ...annotations }, written, links + 1);
  }

  #contradict(problem: string, at: Origin | undefined, sources: readonly (Origin | undefined)[]): false {
    const related = sources.flatMap((source) =>
      source === undefined || source === at ? [] : [{ message: "one of its members", at: source }],
    );
    this.#report.add("TP315", at ?? sources.find((source) => source !== undefined), { problem }, { related });
    return false;
  }
}

function isForbidden(schema: Schema): boolean {
  return schema === false || (schema !== true && schema.allOf?.includes(false) === true);
}

function unique(members: readonly Schema[]): readonly Schema[] {
  const seen = new Set<string>();
  return members.filter((member) => {
    if (typeof member !== "object" || member.$ref === undefined) return true;
    const text = canonical(member as Json);
    return !seen.has(text) && seen.add(text);
  });
}

function hasUnevaluated(schema: Schema): boolean {
  return typeof schema === "object" && leftOver.some((keyword) => schema[keyword] !== undefined);
}

const leftOver = keywordsWhere((keyword) => keyword.leftOver === true);
const besides = ["$ref" as const, ...keywordsWhere(({ of }) => of === "value")];

/**
 * Replaces `unevaluatedProperties` with `additionalProperties`, and `unevaluatedItems` with `items`. This is
 * possible if no other schema applies to the same value, because each pair then has the same meaning.
 */
function withoutUnevaluated(schema: SchemaObject): SchemaObject {
  if (!hasUnevaluated(schema) || besides.some((key) => schema[key] !== undefined)) return schema;
  const { unevaluatedProperties, unevaluatedItems, ...rest } = schema;
  const items = rest.contains === undefined ? unevaluatedItems : undefined;
  return {
    ...rest,
    ...(unevaluatedProperties !== undefined &&
      rest.additionalProperties === undefined && { additionalProperties: unevaluatedProperties }),
    ...(items !== undefined && rest.items === undefined && { items }),
    ...(unevaluatedItems !== undefined && items === undefined && { unevaluatedItems }),
  };
}
