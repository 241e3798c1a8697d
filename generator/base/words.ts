/** Splits a name into words, at underscores, dashes and case changes: `getHTTPStatus_v2` → get HTTP Status v2. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
}

/**
 * Removes underscores at both ends of a name. A regular expression would take quadratic time for a name with many
 * underscores inside.
 */
export function trimUnderscores(name: string): string {
  let [start, end] = [0, name.length];
  while (start < end && name[start] === "_") start += 1;
  while (end > start && name[end - 1] === "_") end -= 1;
  return name.slice(start, end);
}

/** Removes accents: `résumé` → resume. Letters without a counterpart in ASCII stay. */
export function withoutAccents(name: string): string {
  return name.normalize("NFKD").replace(/\p{M}+/gu, "");
}

/** Returns whether a name contains letters that ASCII cannot express, as in `天气` and `straße`. */
export function losesLetters(name: string): boolean {
  return /(?![\x00-\x7f])[\p{L}\p{N}]/u.test(withoutAccents(name));
}

/** Converts any name to a legal folder name: `Home Lights.v2` → home-lights-v2. */
export function folderName(name: string): string {
  const words = wordsOf(name).map((word) => word.toLowerCase());
  const joined = words.join("-");
  return joined === "" ? "tools" : /^[0-9]/.test(joined) ? `tools-${joined}` : joined;
}

export const legalSetName = /^[A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9]+)*$/;

/**
 * Matches legal names of tools, including names with dashes. Gemini accepts dashes, but its guide advises against
 * them, so the option `dashes` decides whether they are kept.
 */
export const nameWithDashes = /^[A-Za-z_][A-Za-z0-9_-]{0,62}$/;

/**
 * Returns the default name of a tool set whose document has no name: `specs/weather.tools.yaml` → weather,
 * `specs/pet shop.json` → pet-shop.
 */
export function setNameOf(path: string): string {
  const file = path.slice(path.lastIndexOf("/") + 1);
  const stem = file.replace(/(\.(tools|openapi|swagger|mcp))?\.(ya?ml|json|[cm]?[jt]s)$/i, "");
  return legalSetName.test(stem) ? stem : folderName(stem);
}

/** Returns the words by which a search finds a text, in singular form. */
export function searchWords(text: string): readonly string[] {
  return plainWords(text).map(singular);
}

/**
 * Returns the words of a text in any script, in lower case and without accents. A case change also begins a new word.
 */
export function plainWords(text: string): readonly string[] {
  return withoutAccents(text)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

const irregularPlurals: ReadonlyMap<string, string> = new Map([
  ["people", "person"],
  ["children", "child"],
  ["indices", "index"],
  ["vertices", "vertex"],
  ["matrices", "matrix"],
]);

/**
 * Returns the singular of an English word: `statuses` → status, `repositories` → repository. The result is only
 * precise enough to compare words.
 */
export function singular(word: string): string {
  const irregular = irregularPlurals.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && /[^siu]s$/.test(word) ? word.slice(0, -1) : word;
}

/**
 * Returns a text as one argument of a command line. The text is quoted if a shell would interpret one of its
 * characters.
 */
export function shellWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
}

/**
 * Returns a text as an entry of a YAML list. The text is quoted if YAML would read it as something else than this
 * text.
 */
export function yamlWord(text: string): string {
  const isPlain = /^[A-Za-z_][\w./-]*$/.test(text) && !/^(?:null|true|false|yes|no|on|off|y|n)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}
