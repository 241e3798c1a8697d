import { free, further } from "./any-value.js";
import { type Check, isForbidden, type Issues } from "./issues.js";
import { segment } from "./pointer.js";
import { drop } from "./surplus.js";
import { isObject, own } from "./values.js";

/**
 * A table of the properties that the objects in a value may have. The table is data, because checks written
 * as code would be larger for large specs. Each entry in `places` describes one place, for example the values
 * at `/address`. Entries refer to each other by references: `3` is an entry of this table, `3.0` an entry of
 * the first linked table, and `free` allows any value.
 */
export interface NamesTable {
  /** Whether unknown properties are removed instead of refused. */
  readonly drops?: boolean;
  /** Whether undeclared names may be names that reach a prototype, such as `constructor`. */
  readonly anyKey?: boolean;
  /**
   * Returns the tables to which references such as `3.0` refer. A function allows the tables of a file to
   * stand in any order.
   */
  readonly links?: () => readonly DeclaredNames[];
  readonly places: readonly (string | NamesPlace)[];
}

/**
 * One place in a value. A place that only describes objects by their declared names may be written as a text,
 * which is then `names`.
 */
export interface NamesPlace {
  /**
   * The declared names. A reference to the place of the value may follow each name: `city address:3 tags:4`.
   * Missing if the value is not an object.
   */
  readonly names?: string;
  /** Patterns of further names, each with a reference to the place of the values. */
  readonly patterns?: readonly (readonly [pattern: RegExp, place: string])[];
  /** The patterns in the form in which an issue shows them. */
  readonly shown?: readonly string[];
  /** The length of the longest name that is matched against the patterns. */
  readonly longest?: number;
  /**
   * A reference to the place of all other properties, or `none` if their values are not checked. If it is
   * missing, other properties are unknown.
   */
  readonly further?: string;
  /** A reference to the place of the items of a list. */
  readonly items?: string;
  /** References to the places of the first items of a list. */
  readonly prefix?: readonly string[];
  /** Set if the place only describes lists. Checking them does not count as a level of nesting. */
  readonly inline?: boolean;
}

export type DeclaredNames = (index: number) => PlaceCheck;

export interface PlaceCheck {
  readonly check: Check;
  readonly visit: Visit;
  readonly inline: boolean;
}

type Visit = (pointer: string, value: unknown, issues: Issues) => void;

/** Creates the checks of a table. Each entry is read when a value first reaches its place. */
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

/**
 * Parses `names` of a place. Spaces, colons and percent signs in a name are percent-encoded. An empty name
 * always has a reference, so an empty text contains no name.
 */
function readNames(text: string, place: FindPlace): Names {
  const entries = text === "" ? [] : text.split(" ");
  return new Map(
    entries.map((entry) => {
      const [name, reference] = entry.split(":");
      return [decodeURIComponent(name!), visitOf(reference, place)];
    }),
  );
}

/**
 * Returns the loop over the names of an object whose other properties are all unknown or all allowed. Returns
 * undefined for any other object.
 */
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
