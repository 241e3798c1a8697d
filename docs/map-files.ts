import { readdirSync, readFileSync } from "node:fs";

const rooms = ["generator", "templates", "runtime", "gemini-rules", "testing", "examples", "bench"];

/** The file map of ARCHITECTURE.md: a line per source file, made of the first thing it says about itself. */
export function mapFiles(root: URL): string {
  const lines: string[] = [];
  for (const room of rooms) {
    const files = filesBelow(new URL(`${room}/`, root), `${room}/`);
    if (files.length === 0) continue;
    lines.push("", `### ${room}/`, "", "| file | |", "| --- | --- |");
    for (const file of files)
      lines.push(`| \`${file}\` | ${summary(readFileSync(new URL(file, root), "utf8"))} |`);
  }
  return lines.join("\n").trim();
}

/** Puts a new map between the marks of a document. */
export function withMap(document: string, map: string): string {
  return document.replace(
    /<!-- map -->[\s\S]*<!-- \/map -->/,
    () => `<!-- map -->\n\n${map}\n\n<!-- /map -->`,
  );
}

function filesBelow(folder: URL, prefix: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .flatMap((entry) =>
        entry.isDirectory() && entry.name !== "dist"
          ? filesBelow(new URL(`${entry.name}/`, folder), `${prefix}${entry.name}/`)
          : /\.(ts|hbs|py|proto)$/.test(entry.name)
            ? [`${prefix}${entry.name}`]
            : [],
      )
      .sort();
  } catch {
    return [];
  }
}

/** The first sentence of the first comment that explains something. */
function summary(text: string): string {
  const template = /\{\{!--\s*(.*?)\s*--\}\}/.exec(text)?.[1];
  const python = /^"""([\s\S]*?)(?:"""|\n\n)/m.exec(text)?.[1];
  const opening = /^\/\/ (?!eslint)(.*(?:\n\/\/ .*)*)/m.exec(text);
  const documented = /\/\*\*\s*([\s\S]*?)\*\/\s*\n\s*(?:export|const|class|function|interface|type)/.exec(
    text,
  );
  const first = opening && (!documented || opening.index < documented.index) ? opening[1] : documented?.[1];
  const words = (template ?? python ?? first ?? "")
    .replace(/\n\s*(\*|\/\/) ?/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return (/^(.*?[.!?])(\s|$)/.exec(words)?.[1] ?? words).replaceAll("|", "\\|");
}
