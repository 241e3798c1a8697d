import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** An example in a fence of a document. */
export interface DocExample {
  /** The document and the line, such as `docs/remotes.md:12`. */
  readonly place: string;
  readonly document: string;
  /** The language after the fence: `ts`, `yaml`, `sh`, `console` or `text`. */
  readonly language: string;
  readonly text: string;
  /** The path in the first line, if that line is a comment such as `# specs/weather.tools.yaml`. */
  readonly file: string | undefined;
}

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The documents that people write. */
export const documents: readonly string[] = [
  "README.md",
  "CONTRIBUTING.md",
  "runtime/README.md",
  "SKILL.md",
  ...readdirSync(`${root}docs`).flatMap((file) => (file.endsWith(".md") ? [`docs/${file}`] : [])),
];

/** A copy of a file is compiled and run where the file is. The copy keeps its lines, so that places are right. */
function withoutCopies(text: string): string {
  return text.replace(/(?<=<!-- file: \S+ -->\n)[^]*?(?=<!-- end -->)/g, (copy) => copy.replace(/.+/g, ""));
}

export function docExamples(): readonly DocExample[] {
  return documents.flatMap((document) => {
    const text = withoutCopies(readFileSync(root + document, "utf8"));
    return [...text.matchAll(/^( *)```(\w+)\n(.*?)^\1```$/gms)].map(
      ({ 1: indent = "", 2: language = "", 3: body = "", index }) => {
        const example = body.replaceAll(new RegExp(`^${indent}`, "gm"), "");
        return {
          place: `${document}:${text.slice(0, index).split("\n").length}`,
          document,
          language,
          text: example,
          file: /^(?:#|\/\/) (\S+\/\S+|toolpress\.config\.\w+)\n/.exec(example)?.[1],
        };
      },
    );
  });
}
