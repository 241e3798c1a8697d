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

/** A name is no description: generators write them where people wrote nothing. */
export function isOnlyName(text: unknown): boolean {
  return typeof text === "string" && /^\s*[a-z0-9]+(_[a-z0-9]+)*\s*$/.test(text);
}

/** Markup out, meaning stays: tags vanish, links keep their text, blank space shrinks. */
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
 * The sentences that fit the limit. The first is kept whole as long as it is not longer than two limits; a longer one ends with a
 * clause, because half a thought misleads.
 */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const within = /^[\s\S]*[.!?。](?=\s)/.exec(text.slice(0, limit + 1))?.[0];
  if (within !== undefined && within.length >= limit / 4) return within.trim();
  const first = withoutColon(/^[\s\S]*?(?:[.!?。](?=\s)|\n|$)/.exec(text)?.[0].trim() ?? "");
  if (first.length >= limit / 4 && first.length <= 2 * limit) return first;
  const clause = lastClause(text, limit / 3, 2 * limit);
  if (clause !== undefined) return `${clause}.`;
  const words = text.slice(0, 2 * limit).replace(/\s+\S*$/, "");
  return `${words.replace(/[\ud800-\udbff]$/, "").trimEnd()}…`;
}

/** Where a clause may end: before a punctuation mark, a bracket, or a word that opens the next clause. */
const clauseEnds =
  /[,;:、，；](?=\s)|\s(?=[(\[–—-]\s?)|\s(?=(?:and|or|but|which|that|who|whose|where|when|while|if|unless|because|since|so|such|e\.g\.|i\.e\.|for example|for|to|in|on|at|by|with|from|of|as|using|including|based|before|after|until|during|per|via|into|within|without|than)\s)/g;

/** The longest beginning between two lengths that ends with a clause. */
function lastClause(text: string, least: number, most: number): string | undefined {
  const line = text.slice(0, most + 1).split("\n", 1)[0] ?? "";
  const ends = [...line.matchAll(clauseEnds)].map(({ index }) => index).filter((end) => end >= least);
  const isOpen = (part: string): boolean => count(part, "(") > count(part, ")") || count(part, "`") % 2 === 1;
  return ends
    .map((end) => withoutColon(line.slice(0, end)))
    .filter((part) => !isOpen(part))
    .at(-1);
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** A colon announces what was left out. */
function withoutColon(text: string): string {
  return text.replace(/[\s:;,]+$/, "");
}
