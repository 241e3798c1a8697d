import { escapeUnits, invisibleClass } from "./invisible.js";

let make: (text: string, isCall?: boolean) => Code;

/**
 * Source text that is safe to print. Text of a spec becomes source text only through the functions of this file. Each
 * of these functions serves one lexical context, for example a string literal. The constructor is private, so no
 * other file can make a `Code`.
 */
export class Code {
  readonly #text: string;
  /**
   * True for a statement that is a single call. Such a statement needs no braces if it is the only statement after
   * `if` or `else`.
   */
  readonly isCall: boolean;
  private constructor(text: string, isCall: boolean) {
    this.#text = text;
    this.isCall = isCall;
  }
  static {
    make = (text, isCall = false) => new Code(text, isCall);
  }
  toString(): string {
    return this.#text;
  }
  /** Handlebars calls this method and prints the result without escaping it. */
  toHTML(): string {
    return this.#text;
  }
}

type Part = Code | readonly Code[] | number;

/** Makes code from a template literal in our own source. A placeholder accepts only `Code` or a number. */
export function code(strings: TemplateStringsArray, ...parts: Part[]): Code {
  let text = strings[0] ?? "";
  parts.forEach((part, index) => {
    text += (typeof part === "number" ? num(part) : Array.isArray(part) ? join(part, "\n") : part).toString();
    text += strings[index + 1] ?? "";
  });
  return make(text);
}

/** Makes a statement from a call. */
export function callStatement(call: Code): Code {
  return make(`${call.toString()};`, true);
}

/** Joins pieces of code with a separator. */
export function join(
  parts: readonly Code[],
  separator: "\n" | ", " | " | " | " & " | " || " | " && " | "" | "\n\n" | ",",
): Code {
  return make(parts.map(String).join(separator));
}

export const nothing: Code = code``;

/**
 * Matches invisible characters, characters that look like a space, and a `<` that could end a script in HTML.
 * Literals escape the characters. Comments leave them out, except `<`.
 */
const unsafeInLiterals = new RegExp(`[${invisibleClass}\\u00a0\\u3000]|<(?=[/!])`, "gu");

/** Makes a string literal with double quotes. */
export function str(value: string): Code {
  if (typeof value !== "string") throw new TypeError(`str: expected a string, got ${typeof value}`);
  return make(quote(value));
}

/** Matches texts in which no character needs an escape. Most texts match. */
const plainText = /^[ !#-;=-[\]-~]*$/;

function quote(value: string): string {
  if (plainText.test(value)) return `"${value}"`;
  return JSON.stringify(value).replace(unsafeInLiterals, escapeUnits);
}

/** Makes a numeric literal. */
export function num(value: number): Code {
  if (typeof value !== "number" || !Number.isFinite(value))
    throw new TypeError(`num: expected a finite number, got ${String(value)}`);
  return make(Object.is(value, -0) ? "-0" : String(value));
}

/** Makes a TypeScript literal from a JSON value. `__proto__` becomes an ordinary key. */
export function json(value: unknown): Code {
  return make(literal(value, new Set()));
}

function literal(value: unknown, above: Set<object>): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return num(value).toString();
  if (typeof value === "string") return quote(value);
  if (typeof value !== "object") throw new TypeError(`json: ${typeof value} is not JSON`);
  if (above.has(value)) throw new TypeError("json: the value contains itself");
  above.add(value);
  const text = Array.isArray(value)
    ? `[${value.map((item) => literal(item, above)).join(", ")}]`
    : `{ ${Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([name, item]) => `${key(name).toString()}: ${literal(item, above)}`)
        .join(", ")} }`;
  above.delete(value);
  return text;
}

const identifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/**
 * Words that a module must not declare as names. Contextual keywords such as `from`, `type` and `async` are legal
 * names.
 */
const reserved = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for " +
    "function if implements import in instanceof interface let new null package private protected public return static super switch " +
    "this throw true try typeof var void while with yield"
  ).split(" "),
);

/** The names of values that every module has, or gets when it is compiled to CommonJS. */
const globals = new Set(
  "Array BigInt Boolean Infinity NaN Number Object Promise RegExp Set String exports globalThis module require undefined".split(
    " ",
  ),
);

/** An object with only inherited members, such as `toString`. A generated name must not hide these members. */
const inherited: object = {};

/**
 * Returns whether a name must not be used for a generated value. Either the language forbids the name, or it would hide
 * a value that the generated code may use.
 */
export function isReserved(name: string): boolean {
  return reserved.has(name) || globals.has(name) || name in inherited;
}

/** Makes an identifier. Throws if the name is invalid, because `name/name.ts` should have chosen a valid name. */
export function ident(name: string): Code {
  if (typeof name !== "string" || !identifier.test(name) || isReserved(name)) {
    throw new TypeError(`ident: ${JSON.stringify(name)} cannot be an identifier`);
  }
  return make(name);
}

/** Makes a property name for an object literal or an interface. */
export function key(name: string): Code {
  if (typeof name !== "string") throw new TypeError(`key: expected a string, got ${typeof name}`);
  if (name === "__proto__") return make('["__proto__"]');
  return make(identifier.test(name) ? name : quote(name));
}

/** Makes the access to a property: `.city` or `["two words"]`. */
export function member(name: string): Code {
  return make(identifier.test(name) && name !== "__proto__" ? `.${name}` : `[${quote(name)}]`);
}

/**
 * Makes a regular expression literal with the flag `u`. Throws a SyntaxError if the pattern is not valid with this
 * flag.
 */
export function regex(source: string): Code {
  const { source: escaped } = new RegExp(source, "u");
  return make(
    `/${escaped.replace(unsafeInLiterals, (found) => (found === "<" ? found : escapeUnits(found)))}/u`,
  );
}

/** Makes a JSDoc block. An empty text makes no code. */
export function doc(text: string): Code {
  if (typeof text !== "string") throw new TypeError(`doc: expected a string, got ${typeof text}`);
  const lines = commentLines(text);
  if (lines.length === 0) return nothing;
  if (lines.length === 1) return make(`/** ${lines[0]} */`);
  return make(`/**\n${lines.map((line) => (line === "" ? " *" : ` * ${line}`)).join("\n")}\n */`);
}

/**
 * Returns lines that are safe inside of a block comment. These lines cannot end the comment, begin another comment or
 * hide a character. No line begins with a directive for a tool, such as `@ts-ignore` or `eslint-disable`.
 */
export function commentLines(text: string): string[] {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/u).map((line) =>
    line
      .replace(/\t/g, "  ")
      .replace(unsafeInLiterals, (character) => (character === "<" ? character : ""))
      .replace(/\*\//g, "*\\/")
      .replace(/\/\*/g, "/\\*")
      .trimEnd()
      .replace(/^(\s*)@/, "$1\\@")
      .replace(/^(\s*)(eslint|prettier|biome|oxlint|istanbul|c8|v8|deno)(?=[-\s])/i, "$1`$2`"),
  );
  while (lines[0]?.trim() === "") lines.shift();
  while (lines.at(-1)?.trim() === "") lines.pop();
  return lines;
}

/**
 * Makes a line comment. An empty text makes no code. The comment cannot continue as code, cannot begin with a directive
 * except `@generated`, and cannot name a source map.
 */
export function line(text: string): Code {
  if (typeof text !== "string") throw new TypeError(`line: expected a string, got ${typeof text}`);
  const [first = "", ...others] = commentLines(text);
  const joined = [first.replace(/^\\@(?=generated )/, "@"), ...others].join(" ").trim();
  if (joined === "") return nothing;
  return make(`// ${joined.replace(/\/(?=\/[#@])/g, "/ ").replace(/^(?=[#/!])/, "\\")}`);
}

/**
 * Makes code from text that is already safe. Only `emit/types.ts` uses this function, for types whose parts were
 * escaped before.
 */
export function printed(text: string): Code {
  return make(text);
}
