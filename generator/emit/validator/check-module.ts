import type { IntegerForm } from "../../int64.js";
import type { Schema } from "../../ir.js";
import { code, ident, nothing, type Code } from "../code.js";
import type { Resolve } from "../describe.js";
import { defName } from "../reach.js";

export interface ModuleOptions {
  readonly resolve: Resolve;
  /** The function that checks a named schema. */
  readonly functionOf: (def: string) => string;
  readonly assertFormats: boolean;
  readonly integers: IntegerRules;
  /** The longest text that a pattern may be tried on. */
  readonly longestText: (pattern: string) => number;
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

/** The checks of one generated file: what they share and what they need around them. */
export class CheckModule {
  readonly imports = new Set<string>(["Issues"]);
  readonly refs = new Set<string>();
  readonly constants: Declaration[] = [];
  readonly functions: Declaration[] = [];
  readonly #names = new Set<string>();
  readonly #locals = new Set<string>();
  readonly #constantOf = new Map<string, Code>();
  readonly #made = new Map<object, { rules: object; isOpen: boolean; name: Code }[]>();
  readonly options: ModuleOptions;

  /** Not copied: a file with many named schemas has many names, and a module for each of the schemas. */
  readonly #reserved: readonly ReadonlySet<string>[];

  constructor(options: ModuleOptions, reserved: readonly ReadonlySet<string>[]) {
    this.options = options;
    this.#reserved = reserved;
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

  /** The function that was made for this very schema before. */
  functionFor(schema: Schema, rules: object, isOpen: boolean): Code | undefined {
    return typeof schema === "boolean"
      ? undefined
      : this.#made.get(schema)?.find((made) => made.rules === rules && made.isOpen === isOpen)?.name;
  }

  rememberFunction(schema: Schema, rules: object, isOpen: boolean, name: Code): void {
    if (typeof schema === "boolean") return;
    this.#made.set(schema, [...(this.#made.get(schema) ?? []), { rules, isOpen, name }]);
  }

  /** A name that nothing else in the file has. */
  nameFor(hint: string): Code {
    const name = unused(hint, (candidate) => this.#isTaken(candidate) || this.#locals.has(candidate));
    this.#names.add(name);
    return ident(name);
  }

  /** A name for use inside functions: it never hides one of the file. */
  localName(hint: string, taken: ReadonlySet<string>): string {
    const name = unused(hint, (candidate) => taken.has(candidate) || this.#isTaken(candidate));
    this.#locals.add(name);
    return name;
  }

  #isTaken(name: string): boolean {
    return this.#names.has(name) || this.#reserved.some((names) => names.has(name));
  }
}

function unused(hint: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(hint)) return hint;
  for (let index = 2; ; index += 1) if (!isTaken(`${hint}${index}`)) return `${hint}${index}`;
}
