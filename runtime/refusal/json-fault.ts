/**
 * The position and cause of a syntax error in a JSON text. The messages of `JSON.parse` are not used: they
 * differ between JavaScript engines, and some contain no position.
 */
export interface JsonFault {
  readonly expected: string;
  readonly received: string;
}

/** The kind of token that must follow. With `?`, the list or object may also end here. */
type Next = "value" | "value?" | "name" | "name?" | ":" | "more";

const maxRead = 100_000;
const maxExcerpt = 20;

/** Finds the syntax error in a JSON text. Returns undefined if the text is valid or too long. */
export function jsonFault(text: string): JsonFault | undefined {
  if (text.length > maxRead) return undefined;
  const token =
    /[ \t\n\r]*("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[^]?)/y;
  /** The closing brackets of the lists and objects that are open. The innermost is the last element. */
  const open: string[] = [];
  let next: Next | undefined = "value";
  for (;;) {
    const found: string = token.exec(text)![1]!;
    const isDone: boolean = next === "more" && open.length === 0;
    if (isDone && found === "") return undefined;
    const after: Next | undefined = isDone ? undefined : tokenAfter(next, found, open);
    if (after === undefined) {
      const at = token.lastIndex - found.length;
      const wantsText = /^(?:value|name)/.test(next);
      return (
        (found === '"' && wantsText && faultInText(text, at)) ||
        fault(text, at, expectationOf(next, open.at(-1)))
      );
    }
    next = after;
  }
}

/** Returns the kind of token that must follow `token`. Returns undefined if `token` is not allowed here. */
function tokenAfter(next: Next, token: string, open: string[]): Next | undefined {
  const isText = token.startsWith('"') && token.length > 1;
  if (token === open.at(-1) && (next === "more" || next.endsWith("?"))) {
    open.pop();
    return "more";
  }
  if (next === "more") return token !== "," ? undefined : open.at(-1) === "}" ? "name" : "value";
  if (next === ":") return token === ":" ? "value" : undefined;
  if (next.startsWith("name")) return isText ? ":" : undefined;
  if (token === "{" || token === "[") {
    open.push(token === "{" ? "}" : "]");
    return token === "{" ? "name?" : "value?";
  }
  return isText || /^(?:-?\d|\w{4})/.test(token) ? "more" : undefined;
}

function expectationOf(next: Next, end: string | undefined): string {
  if (next === ":") return "`:`";
  if (next === "more") return end === undefined ? "nothing more" : "`,` or `" + end + "`";
  return next.startsWith("name") ? 'a name in "double quotes"' : "a value";
}

const escapes: Readonly<Record<string, readonly [name: string, escape: string]>> = {
  "\n": ["a line break", "`\\n`"],
  "\r": ["a line break", "`\\r`"],
  "\t": ["a tab", "`\\t`"],
};

/** Finds the character at which a string ends too early. */
function faultInText(text: string, start: number): JsonFault {
  const stringBody = /(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y;
  stringBody.lastIndex = start + 1;
  const at = start + 1 + stringBody.exec(text)![0].length;
  const found = text[at] ?? "";
  if (found === "") return fault(text, at, '`"`');
  if (found === "\\") return fault(text, at, "`\\\\` for a backslash");
  const [name, escape] = escapes[found] ?? ["a control character", "an escape like `\\u0000`"];
  return fault(text, at, escape + " inside the text", name);
}

function fault(text: string, at: number, expected: string, name?: string): JsonFault {
  const inBackticks = (part: string): string => "`" + part + "`";
  const found = name ?? (at === text.length ? "the end" : inBackticks(text.slice(at, at + maxExcerpt)));
  const before = text.slice(Math.max(0, at - maxExcerpt), at).trimEnd();
  return {
    expected: (text[at] === "'" ? 'text in "double quotes"' : expected) + " at character " + (at + 1),
    received: found + (before === "" ? "" : " after " + inBackticks(before)),
  };
}
