import type { Json, SchemaObject } from "../ir.js";
import { within } from "../base/origin.js";
import type { Kind } from "../base/vocabulary.js";
import { showValue } from "../base/show-value.js";
import { isMapping, type Mapping, put } from "../base/mapping.js";
import { add, type Scope } from "./scope.js";

/** The kinds of keywords whose values contain no schemas. */
export type PlainKind = Exclude<Kind, "schema" | "schemas" | "schema map">;

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** A schema that is being built. */
export interface Building {
  /** The schema in the source, unchanged. */
  readonly node: Mapping;
  readonly schema: Writable<SchemaObject>;
  nullable: boolean;
}

/**
 * Reads a keyword whose value contains no schemas. A value of another kind is reported, and the result is
 * undefined.
 */
export function readPlain(name: string, kind: PlainKind, value: unknown, scope: Scope): unknown {
  switch (kind) {
    case "number":
      return check(name, asNumber(value, scope), "a number", value, scope);
    case "count":
      return check(name, asCount(value, scope), "a whole number of at least 0", value, scope);
    case "text":
      return check(name, typeof value === "string" ? value : undefined, "text", value, scope);
    case "flag":
      return check(name, typeof value === "boolean" ? value : undefined, "true or false", value, scope);
    case "texts":
      return readTexts(name, value, scope);
    case "text lists":
      return readTextLists(name, value, scope);
    case "values":
      return check(
        name,
        Array.isArray(value) ? (value as Json[]) : undefined,
        "a list of values",
        value,
        scope,
      );
    case "value":
    case "type":
    case "discriminator":
      return value;
  }
}

function check<T>(
  name: string,
  read: T | undefined,
  expected: string,
  found: unknown,
  scope: Scope,
): T | undefined {
  if (read === undefined)
    add(scope, "TP303", within(scope.origin, name), { keyword: name, expected, found: showValue(found) });
  return read;
}

/**
 * Reads a number. In Gemini's Schema, a number may be written as text, as Protocol Buffers do with 64-bit
 * numbers.
 */
export function asNumber(value: unknown, scope: Scope): number | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  const written = scope.draft.name === "gemini" && typeof value === "string" && /^-?\d+$/.test(value);
  return written ? Number(value) : undefined;
}

function asCount(value: unknown, scope: Scope): number | undefined {
  const number = asNumber(value, scope);
  return number !== undefined && Number.isInteger(number) && number >= 0 ? number : undefined;
}

function readTexts(name: string, value: unknown, scope: Scope): readonly string[] | undefined {
  if (Array.isArray(value) && value.every((item) => typeof item === "string"))
    return [...new Set(value as string[])];
  const help =
    typeof value === "boolean" && name === "required"
      ? { help: "list the names of required properties in `required` of the object that has them" }
      : {};
  add(
    scope,
    "TP303",
    within(scope.origin, name),
    { keyword: name, expected: "a list of property names", found: showValue(value) },
    help,
  );
  return undefined;
}

function readTextLists(
  name: string,
  value: unknown,
  scope: Scope,
): Readonly<Record<string, readonly string[]>> | undefined {
  const expected = "a mapping of names to lists of property names";
  if (!isMapping(value)) return check(name, undefined, expected, value, scope);
  const lists: Record<string, readonly string[]> = {};
  for (const [key, list] of Object.entries(value)) {
    if (!Array.isArray(list) || !list.every((item) => typeof item === "string")) {
      add(scope, "TP303", within(scope.origin, name, key), {
        keyword: name,
        expected,
        found: showValue(list),
      });
      continue;
    }
    put(lists, key, [...new Set(list as string[])]);
  }
  return lists;
}
