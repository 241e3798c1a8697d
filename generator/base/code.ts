import { escapeUnits, invisibleClass } from "./invisible.js";

let make: (text: string, isCall?: boolean) => Code;

/**
 * Source text that is safe to print. Text of a spec becomes source only through the functions of this file. Each of
 * them serves one lexical context. The constructor is private to the module.
 */
export class Code {
  readonly #text: string;
  /** True for a statement that is a single call. A branch that consists of it needs no braces. */
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
  /** Handlebars prints the result of `toHTML` without escaping it again. */
  toHTML(): string {
    return this.#text;
  }
}

type Part = Code | readonly Code[] | number;

/** Our own source text with safe holes. A hole accepts only `Code` or a plain number. */
export function code(strings: TemplateStringsArray, ...parts: Part[]): Code {
  let text = strings[0] ?? "";
  parts.forEach((part, index) => {
    text += (typeof part === "number" ? num(part) : Array.isArray(part) ? join(part, "\n") : part).toString();
    text += strings[index + 1] ?? "";
  });
  return make(text);
}

/** Returns a call as a statement. */
export function callStatement(call: Code): Code {
  return make(`${call.toString()};`, true);
}

/** Joins pieces with a fixed separator. */
export function join(
  parts: readonly Code[],
  separator: "\n" | ", " | " | " | " & " | " || " | " && " | "" | "\n\n" | ",",
): Code {
  return make(parts.map(String).join(separator));
}

export const nothing: Code = code``;

/**
 * Characters that are invisible or look like a space, and characters that can end a script in HTML. They are always
 * escaped in output.
 */
const unsafeInLiterals = new RegExp(`[${invisibleClass}\\u00a0\\u3000]|<(?=[/!])`, "gu");

/** A double-quoted string literal. */
export function str(value: string): Code {
  if (typeof value !== "string") throw new TypeError(`str: expected a string, got ${typeof value}`);
  return make(quote(value));
}

/** Matches most texts: printable ones without a character that needs an escape. */
const plainText = /^[ !#-;=-[\]-~]*$/;

function quote(value: string): string {
  if (plainText.test(value)) return `"${value}"`;
  return JSON.stringify(value).replace(unsafeInLiterals, escapeUnits);
}

/** A numeric literal. */
export function num(value: number): Code {
  if (typeof value !== "number" || !Number.isFinite(value))
    throw new TypeError(`num: expected a finite number, got ${String(value)}`);
  return make(Object.is(value, -0) ? "-0" : String(value));
}

/** A JSON value as a TypeScript literal. `__proto__` stays an ordinary key. */
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

/** Words that no module may declare. Words with a meaning in some places only, such as `from`, `type` and `async`, are ordinary names. */
const reserved = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for " +
    "function if implements import in instanceof interface let new null package private protected public return static super switch " +
    "this throw true try typeof var void while with yield"
  ).split(" "),
);

/** Values that every module has, or has after compilation to CommonJS. */
const globals = new Set(
  "Array BigInt Boolean Infinity NaN Number Object Promise RegExp Set String exports globalThis module require undefined".split(
    " ",
  ),
);

/** Has the members of every object. A generated name must not hide them. */
const inherited: object = {};

/** Whether a value must not have this name: the language forbids it, or it would hide something that the surrounding code may use. */
export function isReserved(name: string): boolean {
  return reserved.has(name) || globals.has(name) || name in inherited;
}

/** An identifier. Throws for an invalid name instead of repairing it, because names are decided in `name.ts`. */
export function ident(name: string): Code {
  if (typeof name !== "string" || !identifier.test(name) || isReserved(name)) {
    throw new TypeError(`ident: ${JSON.stringify(name)} cannot be an identifier`);
  }
  return make(name);
}

/** A property name in an object literal, an interface or a member access with brackets. */
export function key(name: string): Code {
  if (typeof name !== "string") throw new TypeError(`key: expected a string, got ${typeof name}`);
  if (name === "__proto__") return make('["__proto__"]');
  return make(identifier.test(name) ? name : quote(name));
}

/** Access to a property: `.city` or `["two words"]`. */
export function member(name: string): Code {
  return make(identifier.test(name) && name !== "__proto__" ? `.${name}` : `[${quote(name)}]`);
}

/** A regular expression literal with the `u` flag. Throws a SyntaxError if the source is not legal with this flag. */
export function regex(source: string): Code {
  const { source: escaped } = new RegExp(source, "u");
  return make(
    `/${escaped.replace(unsafeInLiterals, (found) => (found === "<" ? found : escapeUnits(found)))}/u`,
  );
}

/** A JSDoc block. Empty for an empty text. */
export function doc(text: string): Code {
  if (typeof text !== "string") throw new TypeError(`doc: expected a string, got ${typeof text}`);
  const lines = commentLines(text);
  if (lines.length === 0) return nothing;
  if (lines.length === 1) return make(`/** ${lines[0]} */`);
  return make(`/**\n${lines.map((line) => (line === "" ? " *" : ` * ${line}`)).join("\n")}\n */`);
}

/**
 * Lines of text from a spec that are safe inside a block comment. They cannot end the comment, open another, hide a
 * character, or address a tool (`@ts-ignore`, `eslint-disable`) from the start of a line.
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
 * A comment of one line. Empty for an empty text. `@generated` is the only mark that it may begin with. The text
 * cannot end the comment, begin another kind of comment, or name a source map.
 */
export function line(text: string): Code {
  if (typeof text !== "string") throw new TypeError(`line: expected a string, got ${typeof text}`);
  const [first = "", ...others] = commentLines(text);
  const whole = [first.replace(/^\\@(?=generated )/, "@"), ...others].join(" ").trim();
  if (whole === "") return nothing;
  return make(`// ${whole.replace(/\/(?=\/[#@])/g, "/ ").replace(/^(?=[#/!])/, "\\")}`);
}

/**
 * Text from a printer that is known to be safe: the output of openapi-typescript for input that we escaped. Used in
 * `emit/types.ts` only.
 */
export function printed(text: string): Code {
  return make(text);
}
