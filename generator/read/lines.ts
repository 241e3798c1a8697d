import type { Locatable, Origin, SourceLocation } from "../base/origin.js";

/** A text whose offsets can be converted to lines and columns. Columns count UTF-16 units, as in editors. */
export interface Lines {
  readonly file: string;
  readonly text: string;
  readonly isOutside: boolean;
  locationAt(offset: number, length: number): SourceLocation;
  /** Returns a line without its line break. Lines are counted from 1. */
  lineText(line: number): string | undefined;
}

export function createLines(file: string, text: string, isOutside = false): Lines {
  let known: number[] | undefined;
  const starts = (): number[] => (known ??= lineStarts(text));
  return {
    file,
    text,
    isOutside,
    locationAt(offset, length) {
      const inside = Math.min(Math.max(offset, 0), text.length);
      const line = lastNotAfter(starts(), inside);
      const start = starts()[line] ?? 0;
      // The end of the line comes from the table of starts. A search for the end could read many megabytes in a
      // minified document.
      const next = starts()[line + 1];
      const end = next === undefined ? text.length : next - 1;
      return {
        file,
        line: line + 1,
        column: inside - start + 1,
        length: Math.max(0, Math.min(length, end - inside)),
      };
    },
    lineText(line) {
      const start = starts()[line - 1];
      return start === undefined ? undefined : text.slice(start, starts()[line]).replace(/\r?\n$/, "");
    },
  };
}

/** Makes an origin for a range of text that has no node, such as a syntax error. */
export function pointAt(lines: Lines, offset: number, length: number): Origin {
  const document: Locatable = {
    file: lines.file,
    text: lines.text,
    lineText: lines.lineText,
    isOutside: lines.isOutside,
    location: () => lines.locationAt(offset, length),
  };
  return { document, path: [] };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Returns the index of the last line that starts at or before the offset. */
function lastNotAfter(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
