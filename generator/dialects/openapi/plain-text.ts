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

/** Markup out, meaning stays: tags vanish, links keep their text, blank space shrinks. */
export function plainText(text: string): string {
  return text
    .replace(/<(br|p|li|div|tr|h[1-6])\b[^<>]*>/gi, "\n")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(/!\[[^\]]*\]\([^)\s]*\)/g, "")
    .replace(/\[([^\]]+)\]\((?:https?:|\/|#|mailto:)[^)\s]*\)/g, "$1")
    .replace(
      /&(amp|lt|gt|quot|apos|nbsp|#39|mdash|ndash|hellip);/g,
      (_, name: string) => entities[name] ?? "",
    )
    .replace(/[ \t]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{2,}/g, "\n")
    .trim();
}

/** The text up to the last sentence that ends within the limit; at least the first word, never half a surrogate. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit + 1);
  const sentence = /^[\s\S]*[.!?。](?=\s)/.exec(head)?.[0];
  if (sentence !== undefined && sentence.length >= limit / 4) return sentence.trim();
  const words = head.slice(0, limit - 1).replace(/\s+\S*$/, "");
  return `${words.replace(/[\ud800-\udbff]$/, "").trimEnd()}…`;
}
