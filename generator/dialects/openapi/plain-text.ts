const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  "#39": "'",
  mdash: "—",
  ndash: "–",
  hellip: "…",
};

/**
 * Whether a text is only a name, such as `pet_id`. Some generators write the name if the author wrote no
 * description.
 */
export function isOnlyName(text: unknown): boolean {
  return typeof text === "string" && /^\s*[a-z0-9]+(_[a-z0-9]+)*\s*$/.test(text);
}

/** Removes markup from a text. Tags are removed, links keep their text, and blank space is reduced. */
export function plainText(text: string): string {
  return text
    .replace(/<(br|p|li|div|tr|h[1-6])\b[^<>]*>/gi, "\n")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(/!\[[^\]]{0,300}\]\([^)\s]{0,2000}\)/g, "")
    .replace(/\[([^\]]{1,300})\]\((?:https?:|\/|#|mailto:)[^)\s]{0,2000}\)/g, "$1")
    .replace(/\*\*([^*\n]{1,300})\*\*/g, "$1")
    .replace(
      /&(amp|lt|gt|quot|apos|nbsp|#39|mdash|ndash|hellip);/g,
      (_, name: string) => entities[name] ?? "",
    )
    .replace(/[ \t]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{2,}/g, "\n")
    .trim();
}

/**
 * Shortens a text to complete sentences within the limit. The first sentence may have up to twice the limit.
 * A longer first sentence ends before a clause that only adds information. A condition is never cut off,
 * because the sentence would then have another meaning.
 */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const within = lastSentences(text.slice(0, limit + 2), limit);
  if (within !== undefined && within.length >= limit / 4) return within;
  const first = withoutColon(firstSentence(text));
  if (first.length >= limit / 4 && first.length <= 2 * limit) return first;
  const clause = lastClause(first.length > limit ? first : (text.split("\n", 1)[0] ?? ""), limit);
  if (clause !== undefined) return `${clause}.`;
  if (first.length >= limit / 4 && first.length <= 4 * limit) return first;
  const words = text.slice(0, 2 * limit).replace(/\s+\S*$/, "");
  return `${words.replace(/[\ud800-\udbff]$/, "").trimEnd()}…`;
}

/**
 * Matches the end of a sentence. A full stop does not end a sentence if a small letter or a digit follows, as
 * in "Sec. 3".
 */
const sentenceEnd = /[.!?。](?=\s+[^\sa-z0-9]|\s*\n)/g;

function lastSentences(text: string, limit: number): string | undefined {
  const ends = [...text.matchAll(sentenceEnd)].map(({ index }) => index + 1).filter((end) => end <= limit);
  const end = ends.at(-1);
  return end === undefined ? undefined : text.slice(0, end).trim();
}

function firstSentence(text: string): string {
  const [line = ""] = text.split("\n", 1);
  const [end] = [...line.matchAll(sentenceEnd)];
  return (end === undefined ? line : line.slice(0, end.index + 1)).trim();
}

/**
 * Matches a point at which a sentence can be cut: before a punctuation mark, a bracket, or a word that begins
 * an addition, such as "which".
 */
const clauseEnd =
  /[,;:、，；](?=\s)|\s(?=[([–—]|- )|\s(?=(?:which|who|whose|where|because|since|so that|such as|e\.g\.|i\.e\.|for example|including|based on|as well as)\s)/g;

/**
 * Matches words that change the meaning of a sentence. A clause that contains such a word is never cut off.
 */
const condition = /\b(?:unless|except|only|if|when|until|not|never|no|but|without|must|cannot|otherwise)\b/i;

/**
 * Returns a sentence without its last clauses, or undefined if it cannot be cut. The result is at most twice
 * as long as the limit.
 */
function lastClause(sentence: string, limit: number): string | undefined {
  const isOpen = (part: string): boolean => count(part, "(") > count(part, ")") || count(part, "`") % 2 === 1;
  return [...sentence.matchAll(clauseEnd)]
    .map(({ index }) => index)
    .filter((end) => end >= limit / 3 && end <= 2 * limit && !condition.test(sentence.slice(end)))
    .map((end) => withoutColon(sentence.slice(0, end)))
    .filter((part) => !isOpen(part))
    .at(-1);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** Removes a colon, semicolon or comma at the end, because the text after the mark was cut off. */
function withoutColon(text: string): string {
  return text.replace(/[\s:;,]{1,20}$/, "");
}
