import type { IntegerForm } from "../../base/int64.js";
import type { Schema, SchemaObject } from "../../ir.js";
import { code, ident, nothing, type Code } from "../../base/code.js";
import type { Resolve } from "../describe.js";
import { defName } from "../reach.js";
import type { SharedChecks, SharedFunction } from "./shared-checks.js";

export interface ModuleOptions {
  readonly resolve: Resolve;
  /** The name of the function that checks a named schema. */
  readonly functionOf: (def: string) => string;
  readonly assertFormats: boolean;
  readonly integers: IntegerSource;
  /** The longest text to which a pattern may be applied. */
  readonly longestText: (pattern: string) => number;
  /** From this number of declared names on, the names are printed as a table. */
  readonly tableFrom: number;
}

/** The values that count as an integer. JSON Schema itself takes numbers only, of any size. */
export type IntegerSource =
  | { readonly of: "json" }
  /** Numbers that lost digits in transit are refused. 64-bit integers may have one of the forms. */
  | { readonly of: "arguments"; readonly forms: readonly IntegerForm[] }
  /** A text of digits may stand for an integer if tools with these forms return digits. */
  | { readonly of: "results"; readonly forms: readonly IntegerForm[] };

/** A declaration at the top of the file. */
export interface Declaration {
  readonly name: Code;
  readonly code: Code;
}

/** A place in a table of names. */
export interface TablePlace {
  readonly table: Code;
  readonly index: number;
}

/** The checks of one generated file: the data that they share and the declarations that they need. */
export class CheckModule {
  readonly imports = new Set<string>(["Issues"]);
  readonly refs = new Set<string>();
  readonly constants: Declaration[] = [];
  readonly functions: Declaration[] = [];
  readonly #names = new Set<string>();
  readonly #locals = new Set<string>();
  /** A name is never released, so the search for the next one continues at the last index. */
  readonly #lastIndex = new Map<string, number>();
  readonly #constantOf = new Map<string, Code>();
  /** Functions that were made for other roots and are called here. */
  readonly borrowed: SharedFunction[] = [];
  readonly #made = new Map<object, Map<string, Code>>();
  readonly #places = new Map<SchemaObject, TablePlace>();
  readonly options: ModuleOptions;
  readonly shared: SharedChecks;

  /** Not copied: a file with many named schemas has many names, and one module per schema. */
  readonly #reserved: readonly ReadonlySet<string>[];

  constructor(options: ModuleOptions, reserved: readonly ReadonlySet<string>[], shared: SharedChecks) {
    this.options = options;
    this.#reserved = reserved;
    this.shared = shared;
  }

  /** Imports a helper of the runtime. */
  use(name: string): Code {
    this.imports.add(name);
    return ident(name);
  }

  /** The function of a named schema. */
  call(ref: string): Code {
    this.refs.add(defName(ref));
    return ident(this.options.functionOf(defName(ref)));
  }

  /** `Point` of `checkPoint`. Names of functions for a named schema begin with it. */
  stemOf(ref: string): string {
    return this.options.functionOf(defName(ref)).slice("check".length);
  }

  resolve(ref: string): Schema {
    return this.options.resolve(defName(ref));
  }

  /** Declares a constant at the top of the file. Equal values share one constant. */
  hoist(hint: string, value: Code, type: Code = nothing): Code {
    const known = this.#constantOf.get(value.toString());
    if (known !== undefined) return known;
    const name = this.nameFor(hint);
    this.constants.push({ name, code: code`const ${name}${type} = ${value};` });
    this.#constantOf.set(value.toString(), name);
    return name;
  }

  /** The function that was made before for the same key, here or for another root of the file. */
  functionFor(key: object, nameChecks: object, isOpen: boolean): Code | undefined {
    const text = this.#keyText(nameChecks, isOpen);
    const own = this.#made.get(key)?.get(text);
    if (own !== undefined) return own;
    const found = this.shared.find(key, text);
    if (found !== undefined) this.borrowed.push(found);
    return found?.name;
  }

  rememberFunction(key: object, nameChecks: object, isOpen: boolean, name: Code): void {
    const known = this.#made.get(key) ?? new Map<string, Code>();
    this.#made.set(key, known.set(this.#keyText(nameChecks, isOpen), name));
  }

  /** The place of a schema of names in a table, of this root or of another root of the file. */
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
    for (const [key, byNameChecks] of this.#made)
      for (const [nameChecks, name] of byNameChecks)
        if (isWritten(name.toString())) this.shared.add(key, nameChecks, { name, root });
  }

  /** All facts that determine a function, apart from its schema. */
  #keyText(nameChecks: object, isOpen: boolean): string {
    return JSON.stringify([nameChecks, isOpen, this.options.integers]);
  }

  /** A name that is unique in the file. */
  nameFor(hint: string): Code {
    const isTaken = (candidate: string): boolean => this.#isTaken(candidate) || this.#locals.has(candidate);
    const [name, index] = unused(hint, isTaken, this.#lastIndex.get(hint));
    this.#lastIndex.set(hint, index);
    this.#names.add(name);
    return ident(name);
  }

  /** A name for use inside of functions. It never shadows a name of the file. */
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
