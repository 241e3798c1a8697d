// Each of these patterns matches a string, or an extension of JSON: a comment, or a comma before a closing
// bracket. Strings are kept, and extensions are removed. An unclosed string or comment extends to the end of
// the file, so that the search takes linear time.
const comments = /"(?:[^"\\]|\\[^])*(?:"|$)|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g;
const commas = /"(?:[^"\\]|\\[^])*(?:"|$)|,(?=\s*[\]}])/g;

/**
 * Parses JSON with comments and trailing commas, as TypeScript and editors do. The result is undefined if the
 * text is invalid.
 */
export function readJsonc(text: string): unknown {
  const isText = (found: string): boolean => found.startsWith('"');
  const json = text
    .replace(/^\uFEFF/, "")
    .replace(comments, (found) => (isText(found) ? found : " "))
    .replace(commas, (found) => (isText(found) ? found : ""));
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}
