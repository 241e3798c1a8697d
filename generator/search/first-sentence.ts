const longest = 120;

/** The first sentence of a description, as short as a list of results needs it. */
export function firstSentence(description: string): string {
  const text = description.replace(/\s+/g, " ").trim();
  const end = /(?<!\b(?:e\.g|i\.e|etc|vs))[.!?](?=\s+[^a-z])|[.!?]$/.exec(text);
  const sentence = end === null ? text : text.slice(0, end.index + 1);
  if (sentence.length <= longest) return sentence;
  const cut = sentence.slice(0, longest - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), longest / 2))}…`;
}
