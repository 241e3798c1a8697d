import { readdirSync, readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";

// Comments and documents use the words of docs/glossary.md. This test catches the phrases that readers stumble over most.

/** The folders whose comments follow the glossary. */
const folders = [
  "runtime",
  "testing",
  "gemini-rules",
  "templates",
  "generator",
  "bench",
  "examples",
  "docs",
  "test",
];

/**
 * Files that other people wrote, and files that are installed or generated. The texts of golden specs imitate
 * other authors.
 */
const skipped = /\b(?:dist|node_modules|__pycache__|golden)\b/;

interface Phrase {
  readonly worst: RegExp;
  readonly better: string;
}

const phrases: readonly Phrase[] = [
  {
    worst: /^(?:What|Who|Whose|Whoever|Whatever)\b/,
    better: "begin with the noun: the value, the error, the caller",
  },
  { worst: /\b(?:whoever|somebody|nobody|anybody)\b/i, better: "the user, the caller, the model; no caller" },
  { worst: /\b(?:told|tells?|telling)\b/i, better: "report, declare, send" },
  { worst: /\b(?:said|heard|saying)\b/i, better: "reported, declared, received" },
  { worst: /\bsays\b/i, better: "declares, describes, returns" },
  { worst: /\bof (?:ours|theirs|yours|the (?:user|caller|program)'s)\b/i, better: "our own …, the user's …" },
  { worst: /\bas (?:it|they) (?:stands?|comes?)\b/i, better: "unchanged" },
  { worst: /\b(?:is|are) as good as\b/i, better: "counts as" },
  {
    worst: /\bwhere (?:left out|there is (?:none|one)|it is (?:none|missing))\b/i,
    better: "by default; if it is missing",
  },
  { worst: /\b(?:nothing|none|undefined) where\b/i, better: "undefined if" },
  { worst: /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b)\w/i, better: "is not a …, has no …" },
  {
    worst: /\bwhat (?:is none|cannot|could not|did not|does not|has no)\b/i,
    better: "a value that cannot …",
  },
  { worst: /\b(?:that|this|it) is (?:what|who|where)\b/i, better: "name the thing" },
  { worst: /\bno (?:business|word|such) of\b/i, better: "must not read; has no field" },
  { worst: /\bthe whole\b/i, better: "all of, the complete, the root" },
  { worst: /\baround (?:it|them|that|this)\b/i, better: "the parent, the context" },
  { worst: /\b(?:gives?|gave|given|hands?) (?:back|over)\b/i, better: "returns" },
  { worst: /\b(?:go|goes|going|went) on\b/i, better: "continue" },
  { worst: /\bfor ever\b/i, better: "forever" },
  { worst: /\ball the same where\b|\bbe it\b|\blest\b/i, better: "a short sentence with if" },
  { worst: /\b(?:witness|testif|promised)/i, better: "stamp, check, outline" },
];

interface Line {
  readonly number: number;
  readonly text: string;
}

/** Returns the text of a comment line without its comment marks. */
const bare = (line: string): string =>
  line.replace(/^\s*(?:\/\*\*?|\*(?!\/)|\/\/+|#+|""")?\s*|\s*\*\/\s*$/g, "");

/** Marks a later line of a comment, because a rule about the beginning of a comment must not apply to it. */
const continued = (text: string): string => `… ${text}`;

function linesOf(comment: string, first: number): Line[] {
  return comment.split("\n").map((line, index) => {
    const text = bare(line);
    const isStart = index === 0 || (index === 1 && /^\s*(?:\/\*\*?|""")\s*$/.test(comment.split("\n")[0]!));
    return { number: first + index, text: isStart ? text : continued(text) };
  });
}

function typeScriptComments(source: string): Line[] {
  const file = ts.createSourceFile("file.ts", source, ts.ScriptTarget.Latest, true);
  const found = new Map<number, string>();
  const visit = (node: ts.Node): void => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(source, node.getEnd()) ?? []),
    ];
    for (const { pos, end } of ranges) found.set(pos, source.slice(pos, end));
    // Every token is visited, because a comment may stand before a closing brace.
    for (const child of node.getChildren(file)) visit(child);
  };
  visit(file);
  let previous = -2;
  return [...found]
    .sort(([a], [b]) => a - b)
    .flatMap(([position, comment]) => {
      const { line } = file.getLineAndCharacterOfPosition(position);
      const lines = linesOf(comment, line + 1);
      const follows = comment.startsWith("//") && line === previous + 1;
      previous = comment.startsWith("//") ? line : -2;
      return follows ? lines.map(({ number, text }) => ({ number, text: continued(text) })) : lines;
    });
}

/** Returns comments and docstrings. */
function pythonComments(source: string): Line[] {
  const comments = source.matchAll(/"""[^]*?"""|(?<=^|\s)# .*$/gm);
  return [...comments].flatMap(({ 0: comment, index }) =>
    linesOf(comment, source.slice(0, index).split("\n").length),
  );
}

/** Returns every line outside of code. */
function proseOf(source: string): Line[] {
  let isCode = false;
  return source.split("\n").flatMap((text, index) => {
    if (text.startsWith("```")) isCode = !isCode;
    return isCode ? [] : [{ number: index + 1, text }];
  });
}

const readers: Readonly<Record<string, (source: string) => Line[]>> = {
  ts: typeScriptComments,
  py: pythonComments,
  md: proseOf,
  hbs: proseOf,
};

function findPhrases(name: string, source: string): string[] {
  const read = readers[name.split(".").at(-1)!];
  return (read?.(source) ?? []).flatMap(({ number, text }) =>
    phrases.flatMap(({ worst, better }) => {
      const found = worst.exec(text.replace(/`[^`]*`/g, "`…`"))?.[0];
      return found === undefined ? [] : [`${name}:${number}: "${found}"; better: ${better}`];
    }),
  );
}

const root = fileURLToPath(new URL("../..", import.meta.url));

function filesIn(folder: string): string[] {
  return readdirSync(`${root}/${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !skipped.test(entry.parentPath))
    .map((entry) => relative(root, `${entry.parentPath}/${entry.name}`).split(sep).join("/"));
}

describe("the language of comments and documents", () => {
  it.each(folders)("has none of the worst phrases in %s", (folder) => {
    const found = filesIn(folder).flatMap((file) =>
      findPhrases(file, readFileSync(`${root}/${file}`, "utf8")),
    );
    expect(found).toEqual([]);
  });

  it("is checked with file and line", () => {
    const source =
      "const a = 1;\n\n/**\n * What a call leaves behind.\n */\n// A value.\n// What it is.\nlet b; // Somebody is told.\n";
    expect(findPhrases("a.ts", source)).toEqual([
      'a.ts:4: "What"; better: begin with the noun: the value, the error, the caller',
      'a.ts:8: "Somebody"; better: the user, the caller, the model; no caller',
      'a.ts:8: "told"; better: report, declare, send',
    ]);
    expect(findPhrases("a.py", 'x = "told"\n"""Returns what it says."""\ny = 1  # heard\n')).toEqual([
      'a.py:2: "says"; better: declares, describes, returns',
      'a.py:3: "heard"; better: reported, declared, received',
    ]);
  });

  it("is not checked in code", () => {
    expect(findPhrases("a.ts", 'const told = "nobody"; /* Calls `told`. */')).toEqual([]);
    expect(findPhrases("a.md", "```ts\n// nobody\n```\nText.\n")).toEqual([]);
  });
});
