import { callStatement, code, ident, isReserved, json, str, type Code } from "../../base/code.js";
import type { Json, Schema, SchemaObject, TypeName } from "../../ir.js";
import type { IssueCode } from "@toolpress/runtime";
import type { CheckModule } from "./check-module.js";
import type { Pointer } from "./pointer.js";

export type Unknown = "refuse" | "strip" | "allow";

/** The treatment of objects that do not define which further properties they take. */
export interface NameChecks {
  readonly unknown: Unknown;
  /** Undeclared `__proto__`, `constructor` and `prototype` are refused even if other properties are allowed. */
  readonly safeKeys: boolean;
  /** Only the names of properties are checked. */
  readonly onlyNames?: boolean;
}

/** For a check that ignores the names of properties, because they are checked apart. */
export const anyNames: NameChecks = { unknown: "allow", safeKeys: false };

/** For a check that only checks the names of properties. */
export function onlyNames(nameChecks: NameChecks): NameChecks {
  return { ...nameChecks, onlyNames: true };
}

/** One function while it is being written. */
export class Scope {
  readonly module: CheckModule;
  readonly nameChecks: NameChecks;
  /** `GetForecastArgs` of `checkGetForecastArgs`. Names of inner functions and constants begin with it. */
  readonly stem: string;
  /** The function that calls this one closes the current object. */
  readonly isOpen: boolean;
  /** Properties that are never suggested. */
  readonly hidden: ReadonlySet<string>;
  /**
   * The properties of the current object that other parts of its schema describe. A branch may require them by name
   * alone.
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

  /** A local name that resembles a name of the spec. */
  local(hint: string): Code {
    const words = hint.split(/[^A-Za-z0-9$_]+/).filter((word) => word !== "");
    const camel = words.map((word, index) => (index === 0 ? word : capital(word))).join("");
    const start = /^[A-Za-z_$]/.test(camel) ? camel : `property${camel}`;
    const legal = isReserved(start) || this.#taken.has(start) ? `${start}_` : start;
    const name = this.module.localName(legal, this.#taken);
    this.#taken.add(name);
    return ident(name);
  }

  /** A name at the top of the file for a constant of this function: `getForecastArgsCityPattern`. */
  constantName(...parts: string[]): string {
    const name = this.innerStem(...parts);
    return name.charAt(0).toLowerCase() + name.slice(1);
  }

  innerStem(...parts: string[]): string {
    return this.stem + parts.map(pascal).join("");
  }
}

/** A value in a function: the identifier that holds it, its pointer, and its name. */
export interface Site {
  readonly scope: Scope;
  readonly value: Code;
  readonly pointer: Pointer;
  /** For names of functions and constants that are made for it. */
  readonly name: readonly string[];
  /** The schema of the integers that the value may be. */
  readonly integer?: SchemaObject;
}

/** An expression that is true for a value that passes a check. */
export function passing(check: Code, value: Code, { scope }: Site): Code {
  return code`${scope.module.use("passes")}(${check}, ${value}, issues)`;
}

/** The statement that searches a value without a description for forbidden keys. */
export function freeStatement({ scope, pointer, value }: Site): Code {
  return callStatement(code`${scope.module.use("free")}(${pointer.toCode()}, ${value}, issues)`);
}

/** Issues of these three codes carry the types or the listed values, so they are reported separately. */
export type PlainCode = Exclude<IssueCode, "type" | "enum" | "const">;

/** Prints the text of an expectation: as a literal, or as the name of the constant that holds it. */
export type PrintText = (text: string) => Code;

/** The call that reports an issue. */
export function report(site: Site, issue: PlainCode, expected: string, print: PrintText = str): Code {
  return code`issues.add(${str(issue)}, ${site.pointer.toCode()}, ${print(expected)}, ${site.value})`;
}

/** The call that reports a value that has none of the types. The expectation is left out if the types imply it. */
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

/** The call that reports a value that is not in a list. The list is a list or a set in the code. */
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
