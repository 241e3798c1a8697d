import { keyText, skipSpace, type Span } from "./scan-json.js";

/** A syntax error in JSON, with a message that helps to correct the error. */
export interface JsonProblem {
  readonly message: string;
  readonly help: string | undefined;
  readonly offset: number;
  readonly length: number;
  /** The offset of a bracket that is still open. */
  readonly opened?: number;
}

type OnDuplicate = (key: string, first: Span, second: Span) => void;

class Broken extends Error {
  readonly problem: JsonProblem;
  constructor(problem: JsonProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/**
 * Reads JSON slowly and strictly. Returns the first syntax error, and reports every duplicate key. The
 * function is recursive, so the caller must check the depth of the text first.
 */
export function inspectJson(text: string, onDuplicate: OnDuplicate): JsonProblem | undefined {
  try {
    const end = skipSpace(text, value(text, skipSpace(text, 0), onDuplicate));
    if (end < text.length) throw broken(text, end, "the end of the text");
    return undefined;
  } catch (error) {
    if (error instanceof Broken) return error.problem;
    throw error;
  }
}

/** Reads a value that starts at an offset, and returns the offset after the value. */
function value(text: string, at: number, onDuplicate: OnDuplicate): number {
  const character = text[at];
  if (character === "{") return object(text, at, onDuplicate);
  if (character === "[") return array(text, at, onDuplicate);
  if (character === '"') return string(text, at);
  return literal(text, at);
}

function object(text: string, opened: number, onDuplicate: OnDuplicate): number {
  const keys = new Map<string, Span>();
  let at = skipSpace(text, opened + 1);
  if (text[at] === "}") return at + 1;
  for (;;) {
    if (text[at] !== '"') throw broken(text, at, "a key in double quotes", opened);
    const key = { start: at, end: string(text, at) };
    const name = keyText(text, key);
    const first = keys.get(name);
    if (first === undefined) keys.set(name, key);
    else onDuplicate(name, first, key);
    at = skipSpace(text, key.end);
    if (text[at] !== ":") throw broken(text, at, '":" after the key', opened);
    at = skipSpace(text, value(text, skipSpace(text, at + 1), onDuplicate));
    if (text[at] === "}") return at + 1;
    at = next(text, at, "}", opened);
  }
}

function array(text: string, opened: number, onDuplicate: OnDuplicate): number {
  let at = skipSpace(text, opened + 1);
  if (text[at] === "]") return at + 1;
  for (;;) {
    at = skipSpace(text, value(text, at, onDuplicate));
    if (text[at] === "]") return at + 1;
    at = next(text, at, "]", opened);
  }
}

/** Skips the comma between two members, and returns the offset of the next member. */
function next(text: string, at: number, closer: string, opened: number): number {
  if (text[at] !== ",") throw broken(text, at, `"," or "${closer}"`, opened);
  const after = skipSpace(text, at + 1);
  if (text[after] !== closer) return after;
  throw new Broken({
    message: `trailing comma before "${closer}"`,
    help: "Remove the comma; JSON allows none after the last member.",
    offset: at,
    length: 1,
  });
}

function string(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at] as string;
    if (character === '"') return at + 1;
    if (character < " ") {
      if (character === "\n" || character === "\r") throw unterminated(start, at);
      throw problem(
        at,
        1,
        `control character ${codePoint(character)} in a string`,
        "Write it as an escape such as \\n or \\t.",
      );
    }
    if (character !== "\\") continue;
    const escape = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(text.slice(at, at + 6))?.[0];
    if (escape === undefined && at + 1 < text.length)
      throw problem(
        at,
        2,
        "invalid escape in a string",
        'Use one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX; a backslash itself is \\\\.',
      );
    at += (escape?.length ?? 1) - 1;
  }
  throw unterminated(start, text.length);
}

function unterminated(start: number, end: number): Broken {
  return problem(
    start,
    end - start,
    "string without a closing quote",
    'Close it with "; a line break inside is written \\n.',
  );
}

const words = ["true", "false", "null"];
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

function literal(text: string, at: number): number {
  const word = wordAt(text, at);
  if (words.includes(word)) return at + word.length;
  number.lastIndex = at;
  const digits = number.exec(text)?.[0];
  if (digits !== undefined && digits === word) return at + digits.length;
  if (/^[-+.]?\d/.test(word))
    throw problem(
      at,
      word.length,
      `${JSON.stringify(word)} is not a JSON number`,
      "Write numbers as 12, -0.5 or 1e9: no leading zero, plus sign or bare point.",
    );
  throw broken(text, at, "a value");
}

function wordAt(text: string, at: number): string {
  const rest = text.slice(at, at + 64);
  return /^[-+.\w$]+/.exec(rest)?.[0] ?? "";
}

function problem(offset: number, length: number, message: string, help: string): Broken {
  return new Broken({ message, help, offset, length });
}

/** Makes the error for an unexpected character. Common mistakes have a help text. */
function broken(text: string, at: number, expected: string, opened?: number): Broken {
  if (at >= text.length) {
    return new Broken({
      message: `expected ${expected}, found the end of the text`,
      help: opened === undefined ? undefined : "Close the bracket that is still open.",
      offset: at,
      length: 0,
      ...(opened === undefined ? {} : { opened }),
    });
  }
  const found = wordAt(text, at) || String.fromCodePoint(text.codePointAt(at) ?? 0);
  const help =
    found === "'"
      ? "Use double quotes."
      : found === "/" || found === "#"
        ? "Remove the comment; JSON has none."
        : words.includes(found.toLowerCase())
          ? `Write ${found.toLowerCase()} in lower case.`
          : undefined;
  return new Broken({
    message: `expected ${expected}, found ${JSON.stringify(found)}`,
    help,
    offset: at,
    length: found.length,
  });
}

function codePoint(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
}
