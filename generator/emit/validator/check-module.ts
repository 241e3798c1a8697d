import type { IntegerForm } from "../../base/int64.js";
import type { Schema, SchemaObject } from "../../ir.js";
import { code, ident, nothing, type Code } from "../../base/code.js";
import type { Resolve } from "../describe.js";
import { defName } from "../reach.js";
import type { SharedChecks, SharedFunction } from "./shared-checks.js";

export interface ModuleOptions {
  readonly resolve: Resolve;
  /** Returns the name of the function that checks a named schema. */
  readonly functionOf: (def: string) => string;
  readonly assertFormats: boolean;
  readonly integers: IntegerSource;
  /** Returns the maximum number of characters of a text to which a pattern may be applied. */
  readonly longestText: (pattern: string) => number;
  /** The minimum number of declared names for which a table is printed instead of code. */
  readonly tableFrom: number;
}

/** The values that count as an integer. Plain JSON Schema accepts numbers of any size. */
export type IntegerSource =
  | { readonly of: "json" }
  /**
   * In arguments, a number beyond 2^53 is refused, because it has lost digits. `forms` lists the forms that a 64-bit
   * integer may have.
   */
  | { readonly of: "arguments"; readonly forms: readonly IntegerForm[] }
  /**
   * In results, a string of digits may represent an integer. `forms` lists the forms of the tools whose results are
   * checked.
   */
  | { readonly of: "results"; readonly forms: readonly IntegerForm[] };

/** A declaration at the top of the generated file. */
export interface Declaration {
  readonly name: Code;
  readonly code: Code;
}

/** The position of a names-only schema in a table of declared names. */
export interface TablePlace {
  readonly table: Code;
  readonly index: number;
}

/** The checks of one generated file: the declarations, and the names that are used. */
export class CheckModule {
  readonly imports = new Set<string>(["Issues"]);
  readonly refs = new Set<string>();
  readonly constants: Declaration[] = [];
  readonly functions: Declaration[] = [];
  readonly #names = new Set<string>();
  readonly #locals = new Set<string>();
  /**
   * The last index that was used for each hint. The search for an unused name begins there, because a used name is
   * never released.
   */
  readonly #lastIndex = new Map<string, number>();
  readonly #constantOf = new Map<string, Code>();
  /** The functions and tables of other top-level schemas that this module uses. */
  readonly usedOfOtherRoots: SharedFunction[] = [];
  readonly #made = new Map<object, Map<string, Code>>();
  readonly #places = new Map<SchemaObject, TablePlace>();
  readonly options: ModuleOptions;
  readonly shared: SharedChecks;

  /**
   * The names that other parts of the file use. These sets are not copied, because a file has one module for each named
   * schema and may have many names.
   */
  readonly #reserved: readonly ReadonlySet<string>[];

  constructor(options: ModuleOptions, reserved: readonly ReadonlySet<string>[], shared: SharedChecks) {
    this.options = options;
    this.#reserved = reserved;
    this.shared = shared;
  }

  /** Imports a function of the runtime and returns its name. */
  use(name: string): Code {
    this.imports.add(name);
    return ident(name);
  }

  /** Returns the function that checks a named schema, and records that the schema is used. */
  call(ref: string): Code {
    this.refs.add(defName(ref));
    return ident(this.options.functionOf(defName(ref)));
  }

  /**
   * Returns the function name of a named schema without the word "check": `Point` for `checkPoint`. The names of all
   * functions for this schema begin with the result.
   */
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

  /**
   * Returns the function that was made for the same key before, in this module or for another top-level schema of the
   * file.
   */
  functionFor(key: object, nameChecks: object, isOpen: boolean): Code | undefined {
    const text = this.#keyText(nameChecks, isOpen);
    const own = this.#made.get(key)?.get(text);
    if (own !== undefined) return own;
    const found = this.shared.find(key, text);
    if (found !== undefined) this.usedOfOtherRoots.push(found);
    return found?.name;
  }

  addFunction(key: object, nameChecks: object, isOpen: boolean, name: Code): void {
    const known = this.#made.get(key) ?? new Map<string, Code>();
    this.#made.set(key, known.set(this.#keyText(nameChecks, isOpen), name));
  }

  /** Returns the position of a names-only schema in a table of this module or of another top-level schema of the file. */
  placeOf(schema: SchemaObject): TablePlace | undefined {
    const own = this.#places.get(schema);
    if (own !== undefined) return own;
    const found = this.shared.placeOf(schema);
    if (found === undefined) return undefined;
    this.usedOfOtherRoots.push({ name: found.table, root: found.root });
    return found;
  }

  addPlace(schema: SchemaObject, place: TablePlace): void {
    this.#places.set(schema, place);
  }

  /**
   * Lets other top-level schemas of the file use the functions and tables of this module. Only declarations that were
   * printed are included.
   */
  publish(root: string, isWritten: (name: string) => boolean): void {
    for (const [schema, place] of this.#places)
      if (isWritten(place.table.toString())) this.shared.addPlace(schema, { ...place, root });
    for (const [key, byNameChecks] of this.#made)
      for (const [nameChecks, name] of byNameChecks)
        if (isWritten(name.toString())) this.shared.add(key, nameChecks, { name, root });
  }

  /** Returns a text of all facts that determine a function, apart from its schema. */
  #keyText(nameChecks: object, isOpen: boolean): string {
    return JSON.stringify([nameChecks, isOpen, this.options.integers]);
  }

  /** Returns a name that is unique in the file. */
  nameFor(hint: string): Code {
    const isTaken = (candidate: string): boolean => this.#isTaken(candidate) || this.#locals.has(candidate);
    const [name, index] = unused(hint, isTaken, this.#lastIndex.get(hint));
    this.#lastIndex.set(hint, index);
    this.#names.add(name);
    return ident(name);
  }

  /** Returns a name for a local variable. It never equals a name at the top of the file. */
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
