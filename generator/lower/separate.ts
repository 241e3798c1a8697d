import type { GeminiSchema } from "@toolpress/runtime";
import type { Schema } from "../ir.js";
import type { Codec, UnionCase, WireKind } from "./codec.js";

// Makes the codec of a union. The codec recognises the branch of a value by its wire form.

/** A lowered branch of a union. */
export interface WireBranch {
  readonly wire: GeminiSchema;
  readonly codec: Codec | undefined;
  readonly schema: Schema;
}

/**
 * Returns the codec of a union. Returns undefined if no branch has a codec. Returns "alike" if the wire form does not
 * always identify the branch.
 */
export function separate(branches: readonly WireBranch[]): Codec | undefined | "alike" {
  if (branches.every((branch) => branch.codec === undefined)) return undefined;
  const cases: UnionCase[] = [];
  for (const kind of ["string", "number", "boolean", "array", "object"] as const) {
    const same = branches.filter((branch) => kindOf(branch.wire) === kind);
    const found = sameCodec(same)
      ? byKind(kind, same)
      : kind === "string"
        ? byWord(same)
        : byField(kind, same);
    if (found === undefined) return "alike";
    cases.push(...found);
  }
  return branches.some((branch) => kindOf(branch.wire) === undefined) ? "alike" : { kind: "union", cases };
}

const kinds: Readonly<Record<string, WireKind>> = {
  STRING: "string",
  NUMBER: "number",
  INTEGER: "number",
  BOOLEAN: "boolean",
  ARRAY: "array",
  OBJECT: "object",
};

function kindOf(wire: GeminiSchema): WireKind | undefined {
  return kinds[wire.type ?? ""];
}

function sameCodec(branches: readonly WireBranch[]): boolean {
  return new Set(branches.map((branch) => JSON.stringify(branch.codec))).size <= 1;
}

function byKind(kind: WireKind, branches: readonly WireBranch[]): readonly UnionCase[] {
  return branches.map(({ codec, schema }) => ({ test: { is: kind }, codec, schema }));
}

/**
 * Makes tests that distinguish branches of strings by their enums. Returns undefined if a branch has no enum, or if two
 * branches have a common value.
 */
function byWord(branches: readonly WireBranch[]): readonly UnionCase[] | undefined {
  if (!areDisjoint(branches.map((branch) => branch.wire.enum))) return undefined;
  return branches.map(({ wire, codec, schema }) => ({ test: { word: wire.enum ?? [] }, codec, schema }));
}

/**
 * Makes tests that distinguish branches of objects by a required property: its enums have no common value, or only
 * one branch has this property.
 */
function byField(kind: WireKind, branches: readonly WireBranch[]): readonly UnionCase[] | undefined {
  if (kind !== "object") return undefined;
  const required = branches.map((branch) => branch.wire.required ?? []);
  const tag = required[0]?.find((name) => areDisjoint(branches.map((branch) => tagWords(branch.wire, name))));
  if (tag !== undefined)
    return branches.map(({ wire, codec, schema }) => ({
      test: { tag, values: tagWords(wire, tag) ?? [] },
      codec,
      schema,
    }));
  const own = branches.map((branch, index) =>
    required[index]?.find((name) =>
      branches.every((other) => other === branch || !Object.hasOwn(other.wire.properties ?? {}, name)),
    ),
  );
  if (own.includes(undefined)) return undefined;
  return branches.map(({ codec, schema }, index) => ({ test: { has: own[index] as string }, codec, schema }));
}

function tagWords(wire: GeminiSchema, name: string): readonly string[] | undefined {
  const property = wire.properties?.[name];
  const isRequired = (wire.required ?? []).includes(name) && property?.nullable !== true;
  return isRequired ? property?.enum : undefined;
}

function areDisjoint(lists: readonly (readonly string[] | undefined)[]): boolean {
  const words = lists.flatMap((list) => list ?? []);
  return !lists.includes(undefined) && new Set(words).size === words.length;
}
