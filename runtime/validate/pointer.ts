/** Escapes a property name for a JSON pointer. */
export function segment(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Splits a JSON pointer into names and indexes. */
export function segments(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/**
 * The pattern is compiled when it is first used, because an engine compiles `\p{L}` in a regex literal when
 * it loads the file.
 */
let plainName: RegExp | undefined;

/** Writes a JSON pointer in the form that people and models write, such as `stops[0].name`. */
export function argumentPath(pointer: string): string {
  const plain = (plainName ??= new RegExp("^[\\p{L}_$][\\p{L}\\p{N}_$-]*$", "u"));
  return segments(pointer)
    .map((part, index) => {
      if (/^\d+$/.test(part) && index > 0) return "[" + part + "]";
      if (plain.test(part)) return index === 0 ? part : "." + part;
      return "[" + JSON.stringify(part) + "]";
    })
    .join("");
}
