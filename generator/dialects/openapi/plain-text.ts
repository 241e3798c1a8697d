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

/**
 * The sentences that fit the limit. The first is kept whole as long as it is not longer than two limits: half a sentence is
 * worth less than none.
 */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const within = /^[\s\S]*[.!?。](?=\s)/.exec(text.slice(0, limit + 1))?.[0];
  if (within !== undefined && within.length >= limit / 4) return within.trim();
  const first = /^[\s\S]*?(?:[.!?。](?=\s)|\n|$)/.exec(text)?.[0].trim() ?? "";
  if (first.length >= limit / 4 && first.length <= 2 * limit) return first;
  const words = text.slice(0, limit - 1).replace(/\s+\S*$/, "");
  return `${words.replace(/[\ud800-\udbff]$/, "").trimEnd()}…`;
}
