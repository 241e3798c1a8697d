/** Lone surrogates become U+FFFD: Google refuses a whole request that holds one. */
export function foldSurrogates(text: string): string {
  return /[\uD800-\uDFFF]/.test(text) ? text.replace(/\p{Surrogate}/gu, "\uFFFD") : text;
}
