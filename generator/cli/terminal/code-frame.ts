import { printable, widthOf } from "./printable.js";

export interface Frame {
  /** A line of the spec in which every character is visible, shortened to the width of the frame. */
  readonly line: string;
  /** Spaces, then carets below the location. */
  readonly carets: string;
}

const widest = 100;
const contextBefore = 40;
const ellipsis = "…";

/** Returns a line of a spec with carets below a part of it. `column` counts UTF-16 units from 1, as in a location. */
export function codeFrame(text: string, column: number, length: number): Frame {
  const start = Math.min(Math.max(column - 1, 0), text.length);
  const end = Math.min(start + Math.max(length, 1), Math.max(text.length, start + 1));
  const from =
    start > contextBefore + 20 || text.length > widest * 4 ? Math.max(0, start - contextBefore) : 0;
  const before = (from > 0 ? ellipsis : "") + shown(text.slice(from, start));
  const room = Math.max(20, widest - widthOf(before));
  const rest = cut(shown(text.slice(start, start + widest)), room);
  const marked = cut(shown(text.slice(start, Math.min(end, start + widest))), room);
  // A minified document may consist of one very long line, so only the visible part is processed.
  const isCut = text.length > start + widest || rest !== shown(text.slice(start));
  return {
    line: (before + rest + (isCut ? ellipsis : "")).trimEnd(),
    carets: " ".repeat(widthOf(before)) + "^".repeat(Math.max(1, widthOf(marked))),
  };
}

function shown(text: string): string {
  return printable(text.replace(/\t/g, "  "));
}

function cut(text: string, width: number): string {
  let taken = 0;
  let result = "";
  for (const character of text) {
    taken += widthOf(character);
    if (taken > width) return result;
    result += character;
  }
  return result;
}
