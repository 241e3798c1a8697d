// A text, or something that JSON does not have: a comment, or a comma before a closing bracket. What is left open goes on to the end of
// the file, so that no file takes more than one look.
const comments = /"(?:[^"\\]|\\[^])*(?:"|$)|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g;
const commas = /"(?:[^"\\]|\\[^])*(?:"|$)|,(?=\s*[\]}])/g;

/** The value of JSON with comments and trailing commas, as TypeScript and editors read it; undefined where it is no such text. */
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
