import { callStatement, code, ident, isReserved, json, str, type Code } from "../../base/code.js";
import type { Json, Schema, SchemaObject, TypeName } from "../../ir.js";
import type { IssueCode } from "@toolpress/runtime";
import type { CheckModule } from "./check-module.js";
import type { Pointer } from "./pointer.js";

export type Unknown = "refuse" | "strip" | "allow";

/** How a check treats unknown properties in objects whose schema does not decide this. */
export interface NameChecks {
  readonly unknown: Unknown;
  /**
   * If true, `__proto__`, `constructor` and `prototype` are refused unless they are declared, even if other unknown
   * properties are allowed.
   */
  readonly safeKeys: boolean;
  /** If true, only the names of properties are checked. */
  readonly onlyNames?: boolean;
}

/** The settings of a check that ignores the names of properties. Another function checks the names. */
export const anyNames: NameChecks = { unknown: "allow", safeKeys: false };

/** Returns the settings of a check that checks only the names of properties. */
export function onlyNames(nameChecks: NameChecks): NameChecks {
  return { ...nameChecks, onlyNames: true };
}

/** The state of one check function while its code is generated. */
export class Scope {
  readonly module: CheckModule;
  readonly nameChecks: NameChecks;
  /**
   * The name of the function without `check`: `GetForecastArgs` for `checkGetForecastArgs`. The names of inner
   * functions and constants begin with this text.
   */
  readonly stem: string;
  /** True if the caller of this function already refuses unknown properties of the same object. */
  readonly isOpen: boolean;
  /** The properties that are never suggested to the model. */
  readonly hidden: ReadonlySet<string>;
  /**
   * The properties of the current object that other parts of its schema describe. A branch may require such a property
   * without describing it.
   */
  beside: Readonly<Record<string, Schema>> = {};
  readonly #taken = new Set<string>(["value", "issues", "key"]);

  constructor(
    module: CheckModule,
    nameChecks: NameChecks,
    stem: string,
    isOpen: boolean,
    hidden: ReadonlySet<string> = new Set(),
  ) {
    this.module = module;
    this.nameChecks = nameChecks;
    this.stem = stem;
    this.isOpen = isOpen;
    this.hidden = hidden;
  }

  /** Returns an unused local name that resembles a name of the spec. */
  local(hint: string): Code {
    const words = hint.split(/[^A-Za-z0-9$_]+/).filter((word) => word !== "");
    const camel = words.map((word, index) => (index === 0 ? word : capital(word))).join("");
    const start = /^[A-Za-z_$]/.test(camel) ? camel : `property${camel}`;
    const legal = isReserved(start) || this.#taken.has(start) ? `${start}_` : start;
    const name = this.module.localName(legal, this.#taken);
    this.#taken.add(name);
    return ident(name);
  }

  /** Returns a name for a constant at the top of the file: `getForecastArgsCityPattern`. */
  constantName(...parts: string[]): string {
    const name = this.innerStem(...parts);
    return name.charAt(0).toLowerCase() + name.slice(1);
  }

  innerStem(...parts: string[]): string {
    return this.stem + parts.map(pascal).join("");
  }
}

/** A value that the code checks: the identifier that holds it, its pointer, and its name. */
export interface Site {
  readonly scope: Scope;
  readonly value: Code;
  readonly pointer: Pointer;
  /** Words that describe the value. The names of functions and constants for this value are made from these words. */
  readonly name: readonly string[];
  /**
   * The schema that applies to the value if it is an integer. This schema decides whether a string or a bigint is
   * allowed.
   */
  readonly integer?: SchemaObject;
}

/** Prints a condition that is true if a value passes a check. */
export function passing(check: Code, value: Code, { scope }: Site): Code {
  return code`${scope.module.use("passes")}(${check}, ${value}, issues)`;
}

/** Prints the statement that searches a value for forbidden names such as `__proto__`. */
export function freeStatement({ scope, pointer, value }: Site): Code {
  return callStatement(code`${scope.module.use("free")}(${pointer.toCode()}, ${value}, issues)`);
}

/**
 * The codes of issues that `report` can print. `reportType` and `reportValue` print the codes `type`, `enum` and
 * `const`, because these issues also carry types or values.
 */
export type PlainCode = Exclude<IssueCode, "type" | "enum" | "const">;

/** Prints an expected text: as a literal, or as the name of a constant that holds it. */
export type PrintText = (text: string) => Code;

/** Prints the call that reports an issue. */
export function report(site: Site, issue: PlainCode, expected: string, print: PrintText = str): Code {
  return code`issues.add(${str(issue)}, ${site.pointer.toCode()}, ${print(expected)}, ${site.value})`;
}

/** Prints the call that reports a value of a wrong type. The expected text is left out if it only repeats the types. */
export function reportType(
  site: Site,
  types: readonly TypeName[],
  expected: string,
  values: readonly Json[] = [],
  print: PrintText = str,
): Code {
  const names = [...new Set(types)];
  const isMore = expected !== names.join(" or ");
  const listed = values.length > 0 ? code`, ${json(values)}` : code``;
  const more = isMore ? code`, ${print(expected)}${listed}` : code``;
  return code`issues.type(${str(names.join("|"))}, ${site.pointer.toCode()}, ${site.value}${more})`;
}

/** Prints the call that reports a value that is not in a list. `listed` is an array or a set in the code. */
export function reportValue(site: Site, kind: "enum" | "const", listed: Code): Code {
  const method = kind === "enum" ? code`choice` : code`constant`;
  return code`issues.${method}(${listed}, ${site.pointer.toCode()}, ${site.value})`;
}

function pascal(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  return words.map(capital).join("");
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
