import { readFileSync } from "node:fs";

const languages: Readonly<Record<string, string>> = { json: "json", ts: "ts", yaml: "yaml" };

/** Puts each file that a page names between `<!-- file: path -->` and `<!-- end -->`. */
export function fillFiles(text: string): string {
  return text.replace(
    /(<!-- file: (\S+) -->\n)[^]*?(<!-- end -->)/g,
    (_all, start: string, path: string, end: string) => {
      const language = languages[path.split(".").at(-1) ?? ""] ?? "text";
      const content = readFileSync(new URL(`../${path}`, import.meta.url), "utf8").trimEnd();
      return `${start}\n\`\`\`${language}\n${content}\n\`\`\`\n\n${end}`;
    },
  );
}
