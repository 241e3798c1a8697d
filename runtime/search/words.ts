// The words of queries and of index lines. Both get the same form, so that `issues` finds `issue` and `directed` finds `director`.

/** Lower-case words of a text, split at case changes and at all characters except letters and digits. */
export function wordsOf(text: string): readonly string[] {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9\u00df-\u1fff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+/)
    .filter((word) => word !== "");
}

const stems = new Map<string, readonly string[]>();
const mostStems = 50_000;

/** The terms of a word: its stem, or pairs of characters for scripts without spaces between words. */
export function termsOf(word: string): readonly string[] {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const terms = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(word) ? pairsOf(word) : [stem(word)];
  // Words of queries come from a model, so the table must not grow without end.
  if (stems.size < mostStems) stems.set(word, terms);
  return terms;
}

function pairsOf(word: string): readonly string[] {
  if (word.length < 3) return [word];
  return Array.from({ length: word.length - 1 }, (_, index) => word.slice(index, index + 2));
}

/** Endings, longest first, and their replacements. The remaining stem has at least three letters. */
const endings: readonly (readonly [ending: string, replacement: string])[] = [
  ["izations", "ize"],
  ["ization", "ize"],
  ["ations", ""],
  ["ation", ""],
  ["ments", ""],
  ["ment", ""],
  ["ities", "ity"],
  ["ings", ""],
  ["ing", ""],
  ["ions", ""],
  ["ion", ""],
  ["ors", ""],
  ["ers", ""],
  ["ies", "y"],
  ["ied", "y"],
  ["ed", ""],
  ["or", ""],
  ["er", ""],
  ["es", ""],
  ["ly", ""],
  ["s", ""],
  ["e", ""],
];

/** A light stemmer for English. */
function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word) || /ss$|us$|is$/.test(word)) return word;
  const [ending, replacement] = endings.find(
    ([text]) => word.endsWith(text) && word.length - text.length >= 3,
  ) ?? ["", ""];
  const cut = word.slice(0, word.length - ending.length) + replacement;
  // `stopped` and `stopping` have the stem of `stop`.
  const single = /^(?:ed|ing|er|ers|ings)$/.test(ending) ? cut.replace(/([bdgmnprt])\1$/, "$1") : cut;
  return single.length > 3 ? single.replace(/[ey]$/, "") : single;
}

/** Words of a query that say nothing about a tool. */
const stopWords = new Set(
  (
    "a an and any are as at be been but by can could did do does for from had has have he her him his how i if in into " +
    "is it its just know let like may me my need of on one or our out please show tell than that the their them then " +
    "there these they this those to up us want was we were what when where which who whose why will with would you your " +
    "give about also am some so name called named using use any more most no not longer again because only such while " +
    "each every everything somebody anybody something everybody without yet still already really much many"
  ).split(" "),
);

export function isStopWord(word: string): boolean {
  return word.length < 2 || stopWords.has(word);
}
