/**
 * The pattern as JavaScript reads it with the `u` flag, which JSON Schema asks for. Many real patterns escape what needs
 * no escape or leave a bracket open; those are put right where that cannot change what they match. Undefined where it is
 * no regular expression of JavaScript at all, or where letters are escaped that mean something else in other languages.
 */
export function legalPattern(pattern: string): string | undefined {
  if (compiles(pattern, "u")) return pattern;
  if (!compiles(pattern, "")) return undefined;
  const rewritten = rewrite(pattern);
  return compiles(rewritten, "u") ? rewritten : undefined;
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

function rewrite(pattern: string): string {
  let written = "";
  for (let index = 0; index < pattern.length; ) {
    const rest = pattern.slice(index);
    const [token, replacement] = rest.startsWith("[") ? classToken(rest) : outerToken(rest);
    written += replacement;
    index += token.length;
  }
  return written;
}

function outerToken(rest: string): readonly [token: string, replacement: string] {
  const [first = "", second = ""] = rest;
  if (first === "\\") return [first + second, escaped(second, false)];
  const quantifier = /^\{\d+(?:,\d*)?\}/.exec(rest)?.[0];
  if (quantifier !== undefined) return [quantifier, quantifier];
  return first === "{" || first === "}" || first === "]" ? [first, `\\${first}`] : [first, first];
}

/** An escape that `u` knows stays; one of a mark that needs none is dropped; letters are left for `u` to refuse. */
function escaped(character: string, inClass: boolean): string {
  const needed = syntax.has(character) || /[A-Za-z0-9]/.test(character) || (inClass && character === "-");
  return needed ? `\\${character}` : character;
}

/** A class such as `[\w-.]`: a dash beside a set of characters can only be meant as itself. */
function classToken(rest: string): readonly [token: string, replacement: string] {
  const items: string[] = [];
  let index = rest[1] === "^" ? 2 : 1;
  const opening = rest.slice(0, index);
  for (; index < rest.length && rest[index] !== "]"; index += 1) {
    if (rest[index] === "\\") {
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
