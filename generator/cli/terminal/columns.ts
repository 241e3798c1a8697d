import { printable, widthOf } from "./printable.js";

// Prints tables for a terminal. Columns are aligned, and lines are shortened to the width of the terminal.

export interface Column {
  readonly title: string;
  /** Whether cells are aligned to the right, as numbers should be. */
  readonly right?: boolean;
  /**
   * The weight by which this column gets a part of the remaining width. Its cells are shortened to the resulting width.
   * A column without a weight is never shortened.
   */
  readonly share?: number;
  /** Whether a shortened cell keeps its first word and its end: `POST …/comments`. */
  readonly keepEnd?: boolean;
}

const gap = 2;
const narrowest = 8;
/**
 * The maximum width that the first column reserves, as a fraction of the line. A longer cell moves the other cells of
 * its line to the right.
 */
const widestFirst = 0.4;

/**
 * Returns the lines of a table. The first line is the header. A column in which every cell is empty is left out. If
 * `width` is set, the lines are shortened to this width, beginning with the columns that have a `share`. The first
 * column is never shortened, because users copy its cells.
 */
export function columns(
  table: readonly Column[],
  rows: readonly (readonly string[])[],
  width?: number,
): readonly string[] {
  const used = table.map((_, index) => index).filter((index) => rows.some((row) => row[index] !== ""));
  const shown = used.map((index) => table[index]!);
  const cells = [
    shown.map(({ title }) => title),
    ...rows.map((row) => used.map((index) => printable(row[index] ?? ""))),
  ];
  const natural = shown.map((_, index) => Math.max(...cells.map((row) => widthOf(row[index] ?? ""))));
  if (width !== undefined) natural[0] = Math.min(natural[0] ?? 0, Math.floor(width * widestFirst));
  const widths = width === undefined ? natural : fitted(shown, natural, width);
  return cells.map((row) => {
    const [first = "", ...others] = row.map((cell, index) => align(cell, widths[index]!, shown[index]!));
    const rest = others.filter((_, index) => widths[index + 1] !== 0).join(" ".repeat(gap));
    const room = width === undefined ? Infinity : width - widthOf(first) - gap;
    return `${first}${" ".repeat(gap)}${room < narrowest ? "" : cut(rest.trimEnd(), room)}`.trimEnd();
  });
}

/**
 * Returns the widths of the columns. The columns with a share divide the remaining width. A column that would be too
 * narrow to read gets the width 0.
 */
function fitted(table: readonly Column[], natural: readonly number[], width: number): readonly number[] {
  const fixed = table.reduce((sum, { share }, index) => sum + (share === undefined ? natural[index]! : 0), 0);
  let room = width - fixed - gap * (table.length - 1);
  const widths = [...natural];
  const shared = table.flatMap(({ share }, index) => (share === undefined ? [] : [{ index, share }]));
  // Narrow columns are computed first, because the other columns can use the width that narrow columns do not need.
  const order = [...shared].sort((a, b) => natural[a.index]! / a.share - natural[b.index]! / b.share);
  let weights = shared.reduce((sum, { share }) => sum + share, 0);
  for (const { index, share } of order) {
    const given = Math.min(natural[index]!, Math.max(0, Math.floor((room * share) / weights)));
    widths[index] = given < Math.min(narrowest, natural[index]!) ? 0 : given;
    room -= widths[index];
    weights -= share;
  }
  return widths;
}

function align(cell: string, width: number, { share, right, keepEnd }: Column): string {
  const text = share === undefined ? cell : keepEnd === true ? cutWithin(cell, width) : cut(cell, width);
  const space = " ".repeat(Math.max(0, width - widthOf(text)));
  return right === true ? space + text : text + space;
}

function cut(text: string, width: number): string {
  return widthOf(text) <= width ? text : `${startOf(text, width - 1).trimEnd()}…`;
}

/** Shortens a cell in the middle: `POST /repos/{owner}/comments` → `POST …/comments`. */
function cutWithin(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const start = startOf(/^\S+ /.exec(text)?.[0] ?? "", width - 1);
  const reversed = [...text].reverse().join("");
  const end = [...startOf(reversed, width - 1 - widthOf(start))].reverse().join("");
  return `${start}…${end}`;
}

function startOf(text: string, width: number): string {
  let kept = "";
  let taken = 0;
  for (const character of text) {
    taken += widthOf(character);
    if (taken > width) break;
    kept += character;
  }
  return kept;
}
