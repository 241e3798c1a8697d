import { printable, widthOf } from "./printable.js";

// Tables for a terminal: aligned and cut to its width, except for the first column.

export interface Column {
  readonly title: string;
  /** Numbers are aligned to the right. */
  readonly right?: boolean;
  /** The weight by which the column shares the rest of the line. Its cells are cut to the resulting width. */
  readonly share?: number;
  /** Whether a cut cell keeps its first word and its end. */
  readonly keepEnd?: boolean;
}

const gap = 2;
const narrowest = 8;
/** The maximum width of the first column, as a part of the line. A longer cell moves the others of its line. */
const widestFirst = 0.4;

/**
 * Lines of a table; the first is its header. Columns without a cell are left out. With a width, lines are cut to it, columns with a share
 * first. The first column is never cut, because users copy it.
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

/** Columns with a share get the rest of the line. The last of them is left out if it would be too narrow to read. */
function fitted(table: readonly Column[], natural: readonly number[], width: number): readonly number[] {
  const fixed = table.reduce((sum, { share }, index) => sum + (share === undefined ? natural[index]! : 0), 0);
  let room = width - fixed - gap * (table.length - 1);
  const widths = [...natural];
  const shared = table.flatMap(({ share }, index) => (share === undefined ? [] : [{ index, share }]));
  // Narrow columns first, because the others share the width that they do not need.
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

/** `POST /repos/{owner}/comments` → `POST …/comments`. */
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
