// Skips parts of formatted TypeScript. Each function returns the position after the part, or undefined if a character is ambiguous: a
// template literal, or a slash that might divide.

/** Skips from an opening bracket to after its closing bracket. */
export function afterBracket(text: string, at: number): number | undefined {
  return skip(text, at, "bracket");
}

/** Skips the rest of a type alias, including its semicolon. */
export function afterType(text: string, at: number): number | undefined {
  return skip(text, at, "type");
}

/** Skips the rest of a constant's value, including its semicolon. Undefined if another constant might follow in the same statement. */
export function afterValue(text: string, at: number): number | undefined {
  return skip(text, at, "value");
}

function skip(text: string, from: number, what: "bracket" | "type" | "value"): number | undefined {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
      case 0x27: // '
        at = afterString(text, at);
        continue;
      case 0x2f: {
        // /
        if (text.startsWith("/*", at)) {
          at = text.indexOf("*/", at + 2) + 2;
          if (at === 1) return undefined;
          continue;
        }
        const end = opensRegex(text, at) ? afterRegex(text, at) : undefined;
        if (end === undefined) return undefined;
        at = end;
        continue;
      }
      case 0x60: // `
        return undefined;
      case 0x28: // (
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        break;
      case 0x29: // )
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        if (depth < 0) return undefined;
        if (depth === 0 && what === "bracket") return at + 1;
        break;
      case 0x3b: // ;
        if (depth === 0) return what === "bracket" ? undefined : at + 1;
        break;
      case 0x2c: // ,
        if (depth === 0 && what === "value") return undefined;
        break;
      case 0x0a: // Outside brackets, a further line of a statement is indented.
        if (depth === 0 && text.charCodeAt(at + 1) !== 0x20) return undefined;
        break;
    }
    at += 1;
  }
  return undefined;
}

function afterString(text: string, at: number): number {
  const quote = text[at]!;
  let end = text.indexOf(quote, at + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf(quote, end + 1);
  return end === -1 ? text.length : end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === 0x5c) before -= 1;
  return (at - before) % 2 === 1;
}

/** The characters after which a value begins, so that a slash cannot divide. */
const beforeValue = "(,=:[?&|{;";

/** Whether a slash begins a regular expression. A `!` is skipped: before a value it does not end one, and after a value the value's end decides. */
function opensRegex(text: string, slash: number): boolean {
  if (text[slash + 1] === "/") return false; // A comment to the end of the line; generated code has none.
  let at = slash - 1;
  while (" \n!".includes(text[at] ?? ".")) at -= 1;
  return beforeValue.includes(text[at] ?? ".");
}

/** Skips a regular expression. Undefined if the line ends first, or with the flag `v`, which allows nested brackets. */
function afterRegex(text: string, slash: number): number | undefined {
  let inClass = false;
  for (let at = slash + 1; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\n") return undefined;
    if (character === "\\") at += 1;
    else if (character === "[") inClass = true;
    else if (character === "]") inClass = false;
    else if (character === "/" && !inClass)
      return /^[a-z]*v/.test(text.slice(at + 1, at + 9)) ? undefined : at + 1;
  }
  return undefined;
}
