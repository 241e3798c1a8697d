import { free, further } from "./any-value.js";
import { type Check, isForbidden, type Issues } from "./issues.js";
import { segment } from "./pointer.js";
import { drop } from "./surplus.js";
import { isObject, own } from "./values.js";

/**
 * Which properties the objects in a value may have, as data: large specs need less code this way. A place refers to others by their
 * index: `3` is a place of this table, `3.0` one of the first linked table, `free` any value.
 */
export interface NamesTable {
  /** Unknown properties are removed in place of being refused. */
  readonly drops?: boolean;
  /** Undeclared names that reach a prototype are allowed. */
  readonly anyKey?: boolean;
  /** The other tables that this one refers to. A function, so that tables can stand in any order. */
  readonly links?: () => readonly DeclaredNames[];
  readonly places: readonly (string | NamesPlace)[];
}

/** A place in a value; one that describes objects by their names only is a text. */
export interface NamesPlace {
  /** Declared names, each with the place of its value: `city address:3 tags:4`. Missing if the place describes no objects. */
  readonly names?: string;
  /** Patterns of further names, with the place of their values. */
  readonly patterns?: readonly (readonly [pattern: RegExp, place: string])[];
  /** The patterns as an issue shows them. */
  readonly shown?: readonly string[];
  /** The longest name that the patterns are tried on. */
  readonly longest?: number;
  /** The place of all other properties, `none` if they are not looked into. If it is missing, other properties are unknown. */
  readonly further?: string;
  /** The place of the items of a list. */
  readonly items?: string;
  /** The places of the first items. */
  readonly prefix?: readonly string[];
  /** Only lists are described, and they are looked through without a level of nesting of their own. */
  readonly inline?: boolean;
}

export type DeclaredNames = (index: number) => PlaceCheck;

export interface PlaceCheck {
  readonly check: Check;
  readonly visit: Visit;
  readonly inline: boolean;
}

type Visit = (pointer: string, value: unknown, issues: Issues) => void;

/** Creates the checks of a table. Each place is read when a value first reaches it. */
export function declareNames(table: NamesTable): DeclaredNames {
  const known: PlaceCheck[] = [];
  const place = (reference: string): PlaceCheck => {
    const [index, link] = reference.split(".");
    return (link === undefined ? at : table.links!()[Number(link)]!)(Number(index));
  };
  const at: DeclaredNames = (index) => {
    const text = table.places[index]!;
    const definition = typeof text === "string" ? { names: text } : text;
    return (known[index] ??= readPlace(definition, place, table));
  };
  return at;
}

type FindPlace = (reference: string) => PlaceCheck;

function readPlace(definition: NamesPlace, place: FindPlace, table: NamesTable): PlaceCheck {
  const { inline = false } = definition;
  const list = listCheck(definition, place);
  const object = definition.names === undefined ? undefined : objectCheck(definition, place, table);
  const check: Check = (value, issues) => {
    if (Array.isArray(value)) list("", value, issues);
    else if (object && isObject(value)) object(value, issues);
  };
  const visitList: Visit = (pointer, value, issues) => {
    if (Array.isArray(value)) list(pointer, value, issues);
  };
  const visit: Visit = (pointer, value, issues) => issues.within(pointer, value, check);
  return { check, visit: inline ? visitList : visit, inline };
}

function visitOf(reference: string | undefined, place: FindPlace): Visit | undefined {
  if (reference === undefined || reference === "none") return undefined;
  return reference === "free"
    ? free
    : (pointer, value, issues) => place(reference).visit(pointer, value, issues);
}

function listCheck(
  { items, prefix = [] }: NamesPlace,
  place: FindPlace,
): (pointer: string, values: readonly unknown[], issues: Issues) => void {
  const visits = prefix.map((reference) => visitOf(reference, place));
  return (pointer, values, issues) => {
    visits.forEach((visit, index) => {
      if (values[index] !== undefined) visit?.(pointer + "/" + index, values[index], issues);
    });
    if (items === undefined) return;
    const item = place(items);
    if (!item.inline) return issues.items(pointer, values, item.check, prefix.length);
    for (let index = prefix.length; index < values.length; index += 1)
      item.visit(pointer + "/" + index, values[index], issues);
  };
}

type CheckObject = (value: Readonly<Record<string, unknown>>, issues: Issues) => void;

function objectCheck(definition: NamesPlace, place: FindPlace, table: NamesTable): CheckObject {
  const names = readNames(definition.names!, place);
  const others = definition.patterns ? undefined : plainNames(definition, names, table);
  const loop = others ?? eachName(definition, names, place, table);
  return (value, issues) => {
    for (const [name, visit] of names) {
      const member = visit && own(value, name);
      if (member !== undefined) visit!("/" + segment(name), member, issues);
    }
    loop(value, issues);
  };
}

type Names = ReadonlyMap<string, Visit | undefined>;

/** Spaces, colons and percent signs in a name are encoded as in an address. An empty name always has a place. */
function readNames(text: string, place: FindPlace): Names {
  const entries = text === "" ? [] : text.split(" ");
  return new Map(
    entries.map((entry) => {
      const [name, reference] = entry.split(":");
      return [decodeURIComponent(name!), visitOf(reference, place)];
    }),
  );
}

/** The loop over the names of an object in which no other property has a place of its own. */
function plainNames(
  { further: rest }: NamesPlace,
  names: Names,
  { drops }: NamesTable,
): CheckObject | undefined {
  if (rest === undefined)
    return (value, issues) => {
      for (const key in value) if (!names.has(key)) refuse(key, value, issues, { drops, names });
    };
  if (rest !== "free") return undefined;
  if (names.size === 0) return (value, issues) => free("", value, issues);
  return (value, issues) => {
    for (const key in value) if (!names.has(key)) further(key, value, issues);
  };
}

function eachName(
  definition: NamesPlace,
  names: Names,
  place: FindPlace,
  { drops, anyKey }: NamesTable,
): CheckObject {
  const { further: rest, longest = Infinity, shown } = definition;
  const patterns = (definition.patterns ?? []).map(
    ([pattern, reference]) => [pattern, visitOf(reference, place)] as const,
  );
  const visitRest = visitOf(rest, place);
  return (value, issues) => {
    for (const key of Object.keys(value)) {
      if (key.length > longest) {
        issues.add("propertyName", "", "names of at most " + longest + " characters", key);
        continue;
      }
      if (names.has(key)) continue;
      if (rest !== undefined && !anyKey && isForbidden(key)) issues.unknown(key, value, []);
      const matched = patterns.filter(([pattern]) => pattern.test(key));
      const pointer = "/" + segment(key);
      for (const [, visit] of matched) visit?.(pointer, value[key], issues);
      if (matched.length > 0) continue;
      if (rest === undefined) refuse(key, value, issues, { drops, names, shown });
      else visitRest?.(pointer, value[key], issues);
    }
  };
}

interface Refusal {
  readonly drops: boolean | undefined;
  readonly names: Names;
  readonly shown?: readonly string[] | undefined;
}

function refuse(key: string, value: object, issues: Issues, { drops, names, shown }: Refusal): void {
  if (drops) drop(key, value, issues);
  else issues.unknown(key, value, names.keys(), shown);
}
