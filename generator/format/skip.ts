// Skips parts of formatted TypeScript. Each function returns the position after the skipped part. It returns undefined
// if a character is ambiguous: a backtick, or a slash that might be a division.

/** Skips the text from an opening bracket to its closing bracket. */
export function afterBracket(text: string, at: number): number | undefined {
  return skip(text, at, "bracket");
}

/** Skips the rest of a type alias, including its semicolon. */
export function afterType(text: string, at: number): number | undefined {
  return skip(text, at, "type");
}

/**
 * Skips the rest of a constant's value, including its semicolon. Returns undefined if the statement might declare
 * another constant.
 */
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
      case 0x0a: // Outside of brackets, a line that continues a statement is indented.
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

/** The characters after which a value begins. A slash after one of them is not a division. */
const beforeValue = "(,=:[?&|{;";

/**
 * Returns whether a slash begins a regular expression. The character `!` before the slash is skipped, because it can
 * stand after a value (`a!`) or before a value (`!a`). The character before `!` decides.
 */
function opensRegex(text: string, slash: number): boolean {
  if (text[slash + 1] === "/") return false; // This is a line comment. Generated code contains none here.
  let at = slash - 1;
  while (" \n!".includes(text[at] ?? ".")) at -= 1;
  return beforeValue.includes(text[at] ?? ".");
}

/**
 * Skips a regular expression. Returns undefined if the line ends first, or if the flag `v` is set, because this flag
 * allows nested brackets.
 */
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
