/** An FNV-1a hash. It detects accidental changes. It offers no protection against deliberate ones. */
export function fingerprint(texts: Iterable<string>): string {
  let hash = 0x811c9dc5;
  for (const text of texts) {
    for (let index = 0; index < text.length; index += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    }
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
