import { isAbsolute, posix } from "node:path";
import type { Diagnostic } from "./report.js";
import { visibleJson } from "../base/invisible.js";
import type { Place } from "../base/origin.js";
import { codeFrame } from "../cli/terminal/code-frame.js";
import { type Paint, type Palette, plain } from "../cli/terminal/colour.js";
import { printable } from "../cli/terminal/printable.js";

export const formats = ["text", "json", "github"] as const;
export type Format = (typeof formats)[number];

export interface TextOptions {
  readonly palette?: Palette;
  /** Problems of one code after which the rest is only counted; errors are always shown. */
  readonly mostOfACode?: number;
}

/** For people: place, severity, code and message; the line with carets; the way out. */
export function renderText(diagnostics: readonly Diagnostic[], options: TextOptions = {}): string {
  const { palette = plain, mostOfACode = Infinity } = options;
  const counts = new Map<string, number>();
  const blocks = diagnostics.flatMap((diagnostic) => {
    const count = (counts.get(diagnostic.code) ?? 0) + 1;
    counts.set(diagnostic.code, count);
    const shown = diagnostic.severity === "error" || count <= mostOfACode;
    return shown ? [renderOne(diagnostic, palette)] : [];
  });
  for (const [code, count] of counts) {
    const severe = diagnostics.find((diagnostic) => diagnostic.code === code)?.severity === "error";
    if (!severe && count > mostOfACode)
      blocks.push(palette.dim(`… and ${count - mostOfACode} more ${code}; toolpress lint shows all`) + "\n");
  }
  return blocks.join("\n");
}

function renderOne(diagnostic: Diagnostic, palette: Palette): string {
  const { code, severity, message, help, place, related } = diagnostic;
  const paint = { error: palette.red, warning: palette.yellow, note: palette.cyan }[severity];
  const where = place === undefined ? "" : `${palette.bold(showPlace(place))}  `;
  const lines = [`${where}${paint(`${severity} ${code}`)}  ${printable(message)}`];
  lines.push(...renderFrame(diagnostic, paint, palette));
  for (const other of related) {
    lines.push(`  ${showPlace(other.place)}  ${printable(other.message)}`);
    lines.push(...renderFrame(other, palette.cyan, palette));
  }
  if (help !== "") lines.push(`  ${palette.dim("help:")} ${renderHelp(help)}`);
  return `${lines.join("\n")}\n`;
}

/** The output of a process has several lines; each starts where the text of the first does, so none looks like a report of ours. */
function renderHelp(help: string): string {
  return help.split("\n").map(printable).join("\n        ");
}

function renderFrame(
  { place, frame, frameFrom = 0 }: Pick<Diagnostic, "place" | "frame" | "frameFrom">,
  paint: Paint,
  palette: Palette,
): readonly string[] {
  // An empty line shows nothing.
  if (place === undefined || frame === undefined || frame.trim() === "") return [];
  const { line, carets } = codeFrame(frame, place.column - frameFrom, place.length);
  const gutter = " ".repeat(String(place.line).length);
  return [
    `  ${palette.dim(`${place.line} |`)} ${line}`.trimEnd(),
    `  ${palette.dim(`${gutter} |`)} ${paint(carets)}`,
  ];
}

function showPlace({ file, line, column }: Place): string {
  return `${printable(file)}:${line}:${column}`;
}

/** For machines: the same records, one JSON array; invisible characters escaped. */
export function renderJson(value: unknown): string {
  return visibleJson(`${JSON.stringify(value, undefined, 2)}\n`);
}

/** For GitHub: workflow commands that annotate the lines of a pull request. `folder` is the project, from the root of the repository. */
export function renderGithub(diagnostics: readonly Diagnostic[], folder = ""): string {
  const lines = diagnostics.map(({ code, severity, message, help, place }) => {
    const properties = [
      ...(place === undefined
        ? []
        : [
            `file=${property(isAbsolute(place.file) ? place.file : posix.join(folder, place.file))}`,
            `line=${place.line}`,
            `col=${place.column}`,
          ]),
      ...(place === undefined || place.length === 0 ? [] : [`endColumn=${place.column + place.length}`]),
      `title=${code}`,
    ];
    const level = severity === "note" ? "notice" : severity;
    return `::${level} ${properties.join(",")}::${data(printable(message))}${help === "" ? "" : `%0A${data(printable(help))}`}\n`;
  });
  return lines.join("");
}

function data(text: string): string {
  return text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}

function property(text: string): string {
  return data(printable(text)).replace(/:/g, "%3A").replace(/,/g, "%2C");
}
