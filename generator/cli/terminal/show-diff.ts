import { lockFile } from "../../pipeline/lock.js";
import type { Palette } from "./colour.js";
import { printable } from "./printable.js";
import { type Drift, hasDiff } from "../../write/verdicts.js";

const linesOfAFile = 40;

/**
 * Returns a unified diff of each file. Lines with `-` are on disk, and `toolpress gen` would write the lines with `+`.
 */
export async function showDiff(drifts: readonly Drift[], palette: Palette): Promise<string> {
  const files = drifts.filter(hasDiff);
  // The lock changes whenever another file changes. So the diff of the lock is printed only if no other file differs.
  const others = files.filter(({ file }) => !file.endsWith(`/${lockFile}`));
  const differing = others.length > 0 ? others : files;
  if (differing.length === 0) return "";
  const { createTwoFilesPatch } = await import("diff");
  return differing
    .map(({ file, found, expected }) => {
      const patch = createTwoFilesPatch(`a/${file}`, `b/${file}`, found, expected, "", "", { context: 2 });
      const lines = patch.trimEnd().split("\n").slice(1);
      const cut = lines.length - linesOfAFile;
      const shown = lines.slice(0, linesOfAFile).map((line) => paint(line, palette));
      if (cut > 0) shown.push(palette.dim(`… ${cut} more lines`));
      return `${shown.join("\n")}\n`;
    })
    .join("\n");
}

function paint(line: string, palette: Palette): string {
  const text = printable(line.replace(/\t/g, "  "));
  if (line.startsWith("---") || line.startsWith("+++")) return palette.bold(text);
  if (line.startsWith("@@")) return palette.cyan(text);
  if (line.startsWith("-")) return palette.red(text);
  return line.startsWith("+") ? palette.green(text) : text;
}
