import type { IntegerForm } from "../../base/int64.js";
import type { Schema, SchemaObject } from "../../ir.js";
import { code, ident, nothing, type Code } from "../../base/code.js";
import type { Resolve } from "../describe.js";
import { defName } from "../reach.js";
import type { SharedChecks, SharedFunction } from "./shared-checks.js";

export interface ModuleOptions {
  readonly resolve: Resolve;
  /** The function that checks a named schema. */
  readonly functionOf: (def: string) => string;
  readonly assertFormats: boolean;
  readonly integers: IntegerRules;
  /** The longest text that a pattern may be tried on. */
  readonly longestText: (pattern: string) => number;
  /** From this many declared names on, they are printed as a table. */
  readonly tableFrom: number;
}

/** Which values pass for an integer. JSON Schema itself takes numbers only, and those of any size. */
export type IntegerRules =
  | { readonly of: "json" }
  /** Numbers that lost digits on the way are refused; integers of 64 bits may have one of the forms. */
  | { readonly of: "arguments"; readonly forms: readonly IntegerForm[] }
  /** Digits as text may stand for an integer, as far as tools of these forms give them. */
  | { readonly of: "results"; readonly forms: readonly IntegerForm[] };

/** Something with a name at the top of the file. */
export interface Declaration {
  readonly name: Code;
  readonly code: Code;
}

/** A place in a table of names. */
export interface TablePlace {
  readonly table: Code;
  readonly index: number;
}

/** The checks of one generated file: what they share and what they need around them. */
export class CheckModule {
  readonly imports = new Set<string>(["Issues"]);
  readonly refs = new Set<string>();
  readonly constants: Declaration[] = [];
  readonly functions: Declaration[] = [];
  readonly #names = new Set<string>();
  readonly #locals = new Set<string>();
  /** Names are never given back, so that the search for the next goes on where it ended. */
  readonly #lastIndex = new Map<string, number>();
  readonly #constantOf = new Map<string, Code>();
  /** Functions that were made for other roots and are called here. */
  readonly borrowed: SharedFunction[] = [];
  readonly #made = new Map<object, Map<string, Code>>();
  readonly #places = new Map<SchemaObject, TablePlace>();
  readonly options: ModuleOptions;
  readonly shared: SharedChecks;

  /** Not copied: a file with many named schemas has many names, and a module for each of the schemas. */
  readonly #reserved: readonly ReadonlySet<string>[];

  constructor(options: ModuleOptions, reserved: readonly ReadonlySet<string>[], shared: SharedChecks) {
    this.options = options;
    this.#reserved = reserved;
    this.shared = shared;
  }

  /** A helper of the runtime. */
  use(name: string): Code {
    this.imports.add(name);
    return ident(name);
  }

  /** The function of a named schema. */
  call(ref: string): Code {
    this.refs.add(defName(ref));
    return ident(this.options.functionOf(defName(ref)));
  }

  /** `Point` of `checkPoint`; names of functions for a named schema begin with it. */
  stemOf(ref: string): string {
    return this.options.functionOf(defName(ref)).slice("check".length);
  }

  resolve(ref: string): Schema {
    return this.options.resolve(defName(ref));
  }

  /** A constant at the top of the file; the same value is kept once. */
  hoist(hint: string, value: Code, type: Code = nothing): Code {
    const known = this.#constantOf.get(value.toString());
    if (known !== undefined) return known;
    const name = this.nameFor(hint);
    this.constants.push({ name, code: code`const ${name}${type} = ${value};` });
    this.#constantOf.set(value.toString(), name);
    return name;
  }

  /** The function that was made before for the same, here or for another root of the file. */
  functionFor(key: object, rules: object, isOpen: boolean): Code | undefined {
    const text = this.#rulesText(rules, isOpen);
    const own = this.#made.get(key)?.get(text);
    if (own !== undefined) return own;
    const found = this.shared.find(key, text);
    if (found !== undefined) this.borrowed.push(found);
    return found?.name;
  }

  rememberFunction(key: object, rules: object, isOpen: boolean, name: Code): void {
    const known = this.#made.get(key) ?? new Map<string, Code>();
    this.#made.set(key, known.set(this.#rulesText(rules, isOpen), name));
  }

  /** The place of a schema of names in a table, of this root or of another one of the file. */
  placeOf(schema: SchemaObject): TablePlace | undefined {
    const own = this.#places.get(schema);
    if (own !== undefined) return own;
    const found = this.shared.placeOf(schema);
    if (found === undefined) return undefined;
    this.borrowed.push({ name: found.table, root: found.root });
    return found;
  }

  rememberPlace(schema: SchemaObject, place: TablePlace): void {
    this.#places.set(schema, place);
  }

  /** Lets other roots use the functions and tables that are in the file. */
  lend(root: string, isWritten: (name: string) => boolean): void {
    for (const [schema, place] of this.#places)
      if (isWritten(place.table.toString())) this.shared.addPlace(schema, { ...place, root });
    for (const [key, byRules] of this.#made)
      for (const [rules, name] of byRules)
        if (isWritten(name.toString())) this.shared.add(key, rules, { name, root });
  }

  /** All that decides about a function beside its schema. */
  #rulesText(rules: object, isOpen: boolean): string {
    return JSON.stringify([rules, isOpen, this.options.integers]);
  }

  /** A name that nothing else in the file has. */
  nameFor(hint: string): Code {
    const isTaken = (candidate: string): boolean => this.#isTaken(candidate) || this.#locals.has(candidate);
    const [name, index] = unused(hint, isTaken, this.#lastIndex.get(hint));
    this.#lastIndex.set(hint, index);
    this.#names.add(name);
    return ident(name);
  }

  /** A name for use inside functions: it never hides one of the file. */
  localName(hint: string, taken: ReadonlySet<string>): string {
    const [name] = unused(hint, (candidate) => taken.has(candidate) || this.#isTaken(candidate));
    this.#locals.add(name);
    return name;
  }

  #isTaken(name: string): boolean {
    return this.#names.has(name) || this.#reserved.some((names) => names.has(name));
  }
}

function unused(
  hint: string,
  isTaken: (name: string) => boolean,
  from = 1,
): readonly [name: string, index: number] {
  for (let index = from; ; index += 1) {
    const name = index === 1 ? hint : `${hint}${index}`;
    if (!isTaken(name)) return [name, index];
  }
}
