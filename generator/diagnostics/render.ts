import { isAbsolute, posix } from "node:path";
import type { Diagnostic } from "./report.js";
import { visibleJson } from "../base/invisible.js";
import type { SourceLocation } from "../base/origin.js";
import { codeFrame } from "../cli/terminal/code-frame.js";
import { type Paint, type Palette, plain } from "../cli/terminal/colour.js";
import { printable } from "../cli/terminal/printable.js";

export const formats = ["text", "json", "github"] as const;
export type Format = (typeof formats)[number];

export interface TextOptions {
  readonly palette?: Palette;
  /**
   * The largest number of problems with the same code that are rendered. Further problems are only counted.
   * Errors are always rendered.
   */
  readonly mostOfACode?: number;
}

/**
 * Renders diagnostics as text for people: the location, the message, the line of text with carets, and the
 * fix.
 */
export function renderText(diagnostics: readonly Diagnostic[], options: TextOptions = {}): string {
  const { palette = plain, mostOfACode = Infinity } = options;
  const counts = new Map<string, number>();
  const blocks = diagnostics.flatMap((diagnostic) => {
    const count = (counts.get(diagnostic.code) ?? 0) + 1;
    counts.set(diagnostic.code, count);
    const isRendered = diagnostic.severity === "error" || count <= mostOfACode;
    return isRendered ? [renderOne(diagnostic, palette)] : [];
  });
  for (const [code, count] of counts) {
    const severe = diagnostics.find((diagnostic) => diagnostic.code === code)?.severity === "error";
    if (!severe && count > mostOfACode)
      blocks.push(palette.dim(`… and ${count - mostOfACode} more ${code}; toolpress lint shows all`) + "\n");
  }
  return blocks.join("\n");
}

function renderOne(diagnostic: Diagnostic, palette: Palette): string {
  const { code, severity, message, help, location, related } = diagnostic;
  const paint = { error: palette.red, warning: palette.yellow, note: palette.cyan }[severity];
  const where = location === undefined ? "" : `${palette.bold(showLocation(location))}  `;
  const lines = [`${where}${paint(`${severity} ${code}`)}  ${printable(message)}`];
  lines.push(...renderFrame(diagnostic, paint, palette));
  for (const other of related) {
    lines.push(`  ${showLocation(other.location)}  ${printable(other.message)}`);
    lines.push(...renderFrame(other, palette.cyan, palette));
  }
  if (help !== "") lines.push(`  ${palette.dim("help:")} ${renderHelp(help)}`);
  return `${lines.join("\n")}\n`;
}

/**
 * Indents all lines of a help text. The help may be the output of a process, and none of its lines may look
 * like a diagnostic.
 */
function renderHelp(help: string): string {
  return help.split("\n").map(printable).join("\n        ");
}

function renderFrame(
  { location, frame, frameFrom = 0 }: Pick<Diagnostic, "location" | "frame" | "frameFrom">,
  paint: Paint,
  palette: Palette,
): readonly string[] {
  // A code frame of an empty line would show nothing.
  if (location === undefined || frame === undefined || frame.trim() === "") return [];
  const { line, carets } = codeFrame(frame, location.column - frameFrom, location.length);
  const gutter = " ".repeat(String(location.line).length);
  return [
    `  ${palette.dim(`${location.line} |`)} ${line}`.trimEnd(),
    `  ${palette.dim(`${gutter} |`)} ${paint(carets)}`,
  ];
}

function showLocation({ file, line, column }: SourceLocation): string {
  return `${printable(file)}:${line}:${column}`;
}

/** Renders a value as JSON for programs. Invisible characters are escaped. */
export function renderJson(value: unknown): string {
  return visibleJson(`${JSON.stringify(value, undefined, 2)}\n`);
}

/**
 * Renders workflow commands of GitHub, which annotate the lines of a pull request. `folder` is the path of
 * the project in the repository.
 */
export function renderGithub(diagnostics: readonly Diagnostic[], folder = ""): string {
  const lines = diagnostics.map(({ code, severity, message, help, location }) => {
    const properties = [
      ...(location === undefined
        ? []
        : [
            `file=${property(isAbsolute(location.file) ? location.file : posix.join(folder, location.file))}`,
            `line=${location.line}`,
            `col=${location.column}`,
          ]),
      ...(location === undefined || location.length === 0
        ? []
        : [`endColumn=${location.column + location.length}`]),
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
