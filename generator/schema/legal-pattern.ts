/**
 * Returns the pattern in a form that is legal with the `u` flag, which JSON Schema requires. Many patterns
 * contain unnecessary escapes or unmatched brackets. Such a pattern is corrected if it then matches the same
 * texts. The result is undefined if JavaScript cannot read the pattern, or if the pattern contains an
 * escape of a letter that JavaScript does not know. Such an escape may have a meaning in another language.
 */
export function legalPattern(pattern: string): string | undefined {
  if (isUnicode(pattern)) return pattern;
  if (!compiles(pattern, "")) return undefined;
  const rewritten = rewrite(pattern);
  return rewritten !== undefined && isUnicode(rewritten) ? rewritten : undefined;
}

/**
 * Whether a pattern is legal with the `u` flag. Compiling an escape such as `\p{L}` takes long. So each
 * escape is compiled only once on its own, and `\d` replaces the escape in the pattern.
 */
function isUnicode(pattern: string): boolean {
  return compiles(
    pattern.replace(/\\(?:[pP]\{[\w=]{1,80}\}|[^])/g, (escape) => (isProperty(escape) ? "\\d" : escape)),
    "u",
  );
}

const properties = new Set<string>();

function isProperty(escape: string): boolean {
  if (escape.length < 3) return false;
  if (properties.has(escape)) return true;
  if (!compiles(escape, "u")) return false;
  properties.add(escape);
  return true;
}

function compiles(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
}

const syntax = new Set("^$\\.*+?()[]{}|/");

function rewrite(pattern: string): string | undefined {
  let written = "";
  for (let index = 0; index < pattern.length; ) {
    const rest = pattern.slice(index);
    const token = rest.startsWith("[") ? classToken(rest) : outerToken(rest);
    if (token === undefined) return undefined;
    written += token[1];
    index += token[0].length;
  }
  return written;
}

/**
 * Character classes of Java and POSIX that JavaScript does not know. The values are the same classes in the
 * syntax of JavaScript.
 */
const namedClasses: Readonly<Record<string, string>> = {
  Alpha: "A-Za-z",
  Digit: "0-9",
  Alnum: "A-Za-z0-9",
  Upper: "A-Z",
  Lower: "a-z",
  Punct: "!-\\/:-@\\[-`\\{-~",
  Graph: "!-~",
  Print: " -~",
  Blank: " \\t",
  Space: "\\s",
  XDigit: "0-9A-Fa-f",
  ASCII: "\\x00-\\x7f",
  all: "\\s\\S",
  IsLetter: "\\p{L}",
  IsDigit: "\\p{Nd}",
  Cntrl: "\\x00-\\x1f\\x7f",
};

/** Matches an escape with a name or number in braces that is legal with the `u` flag. */
const braced = /^\\(?:[pP]\{[\w=]+\}|u\{[0-9A-Fa-f]+\})/;

/**
 * Translates an escape such as `\p{Print}` or `\x{60}` to JavaScript. The result is undefined if the text
 * does not begin with such an escape.
 */
function translated(rest: string): readonly [token: string, inClass: string, outside: string] | undefined {
  const named = /^\\p\{(\w+)\}/.exec(rest);
  if (named !== null && Object.hasOwn(namedClasses, named[1]!)) {
    const ranges = namedClasses[named[1]!]!;
    return [named[0], ranges, `[${ranges}]`];
  }
  const hex = /^\\x\{([0-9A-Fa-f]{1,6})\}/.exec(rest);
  if (hex !== null) return [hex[0], `\\u{${hex[1]}}`, `\\u{${hex[1]}}`];
  const known = braced.exec(rest);
  return known === null ? undefined : [known[0], known[0], known[0]];
}

function outerToken(rest: string): readonly [token: string, replacement: string] {
  const [first = "", second = ""] = rest;
  const foreign = translated(rest);
  if (foreign !== undefined) return [foreign[0], foreign[2]];
  if (first === "\\") return [first + second, escaped(second, false)];
  const quantifier = /^\{\d+(?:,\d*)?\}/.exec(rest)?.[0];
  if (quantifier !== undefined) return [quantifier, quantifier];
  return first === "{" || first === "}" || first === "]" ? [first, `\\${first}`] : [first, first];
}

/**
 * Returns an escape that is legal with the `u` flag. The backslash before a punctuation mark is removed if it
 * is not needed. The escape of a letter is kept, so that compiling the pattern refuses an unknown escape.
 */
function escaped(character: string, inClass: boolean): string {
  const needed = syntax.has(character) || /[A-Za-z0-9]/.test(character) || (inClass && character === "-");
  return needed ? `\\${character}` : character;
}

/**
 * Reads a character class such as `[\w-.]`. A dash beside a set such as `\w` means the character itself. A
 * class inside a class, as in `[a-z&&[^b]]` of Java or `[[:alpha:]]` of POSIX, has another meaning in
 * JavaScript, so the result is undefined.
 */
function classToken(rest: string): readonly [token: string, replacement: string] | undefined {
  const items: string[] = [];
  let index = rest[1] === "^" ? 2 : 1;
  const opening = rest.slice(0, index);
  for (; index < rest.length && rest[index] !== "]"; index += 1) {
    if (rest[index] === "[" || rest.startsWith("&&", index)) return undefined;
    const foreign = translated(rest.slice(index, index + 16));
    if (foreign !== undefined) {
      items.push(foreign[1]);
      index += foreign[0].length - 1;
    } else if (rest[index] === "\\") {
      index += 1;
      items.push(escaped(rest[index] ?? "", true));
    } else items.push(rest[index]!);
  }
  const isSet = (item: string | undefined): boolean => item !== undefined && /^\\[dDwWsS]$/.test(item);
  const written = items.map((item, at) =>
    item === "-" && (isSet(items[at - 1]) || isSet(items[at + 1])) ? "\\-" : item,
  );
  return [rest.slice(0, index + 1), `${opening}${written.join("")}]`];
}
