import { Composer, Lexer, Parser, type CST, type Document, type YAMLError } from "yaml";
import type { Report } from "../diagnostics/report.js";
import type { SourceDocument } from "../base/documents.js";
import type { Limits } from "./read.js";
import { type Lines, pointAt } from "./lines.js";
import { createYamlIndex } from "./find-in-yaml.js";
import { brief, dataOf } from "./yaml-data.js";

/**
 * YAML 1.2 with its core schema, in which `no` is a string. Tags of other schemas are refused. `yaml-data.ts` reads
 * merge keys, because it counts the nodes that merge keys add.
 */
const dialect = {
  version: "1.2",
  schema: "core",
  merge: false,
  resolveKnownTags: false,
  prettyErrors: false,
  logLevel: "silent",
  // `yaml-data.ts` finds duplicate keys faster. The library would compare each key with every other key.
  uniqueKeys: false,
} as const;

export function readYaml(lines: Lines, report: Report, limits: Limits): SourceDocument | undefined {
  const tokens = parse(lines.text, limits);
  if ("tooDeepAt" in tokens) {
    report.add("TP104", pointAt(lines, tokens.tooDeepAt, 1), { limit: limits.depth });
    return undefined;
  }
  if ("tooManyAt" in tokens) {
    const size = { format: "yaml", unit: "tokens", found: "more", limit: limits.yamlTokens } as const;
    report.add("TP103", pointAt(lines, tokens.tooManyAt, 1), size);
    return undefined;
  }
  const errorsBefore = report.errorCount;
  const document = compose(tokens, lines, report);
  if (document === undefined || report.errorCount > errorsBefore) return undefined;
  const { value, targets } = dataOf(document, lines, report, limits);
  if (report.errorCount > errorsBefore) return undefined;
  const { file, text } = lines;
  const index = createYamlIndex(document, targets);
  return {
    file,
    text,
    lineText: lines.lineText,
    isOutside: lines.isOutside,
    format: "yaml",
    value,
    location(path, on = "value") {
      const [start, end] = index.find(path, on);
      return lines.locationAt(start, end - start);
    },
  };
}

interface Tokens {
  readonly tokens: readonly CST.Token[];
  /**
   * The offset of an opening quote without a closing quote. The library reports this error only at the end of
   * the text.
   */
  readonly openQuoteAt: number | undefined;
}

/**
 * Splits the text into tokens. The composer of the library is recursive, so the depth is limited before the
 * composer runs. Tokens are counted here too, because the composer needs memory for each token.
 */
function parse(
  text: string,
  limits: Limits,
): Tokens | { readonly tooDeepAt: number } | { readonly tooManyAt: number } {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let openQuoteAt: number | undefined;
  let count = 0;
  let documents = 0;
  for (const lexeme of new Lexer().lex(text)) {
    count += lexeme === "{" || lexeme === "[" ? bracketTokens : 1;
    if (count > limits.yamlTokens) return { tooManyAt: parser.offset };
    if (/^(?:"[^"]*|'[^']*)$/.test(lexeme)) openQuoteAt = parser.offset;
    for (const token of parser.next(lexeme)) {
      tokens.push(token);
      if (token.type === "document") documents += 1;
    }
    // A second document is an error, so the rest of the text is not needed.
    if (documents > 1) return { tokens, openQuoteAt };
    if (parser.stack.length > limits.depth && parser.stack.filter(isCollection).length > limits.depth)
      return { tooDeepAt: parser.offset - 1 };
  }
  for (const token of parser.end()) tokens.push(token);
  return { tokens, openQuoteAt };
}

/** The memory of an empty collection in brackets, as a number of other tokens. */
const bracketTokens = 3;

function isCollection(token: CST.Token): boolean {
  return token.type === "block-map" || token.type === "block-seq" || token.type === "flow-collection";
}

function compose({ tokens, openQuoteAt }: Tokens, lines: Lines, report: Report): Document.Parsed | undefined {
  const documents = withoutStackTraces(() => [
    ...new Composer(dialect).compose(tokens, true, lines.text.length),
  ]);
  const [first, second] = documents;
  const errorsBefore = report.errorCount;
  for (const document of documents) {
    reportSyntax(document.errors, openQuoteAt, lines, report);
    reportTags(document.warnings, lines, report);
  }
  if (second !== undefined && report.errorCount === errorsBefore)
    report.add("TP110", pointAt(lines, second.range[0], 3), {});
  if (first?.contents === null || first === undefined) {
    if (report.errorCount === errorsBefore) report.add("TP111", pointAt(lines, 0, 0), {});
    return undefined;
  }
  return first;
}

/**
 * Runs the library without stack traces. The library creates an Error for every mistake, and a million stack
 * traces would exhaust the memory.
 */
function withoutStackTraces<T>(work: () => T): T {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = before;
  }
}

const shownErrors = 5;

/**
 * Reports syntax errors. One mistake in YAML often causes several errors, so only the first error of each
 * line is reported.
 */
function reportSyntax(
  errors: readonly YAMLError[],
  openQuoteAt: number | undefined,
  lines: Lines,
  report: Report,
): void {
  const unclosed = errors.some(({ code }) => code === "MISSING_CHAR");
  if (unclosed && openQuoteAt !== undefined) {
    const problem = "string without a closing quote";
    report.add("TP101", pointAt(lines, openQuoteAt, 1), { problem }, { help: "Close the quote." });
    return;
  }
  const conflict = errors.length === 0 ? null : /^(?:<{7}|={7}|>{7})(?: .*)?$/m.exec(lines.text);
  if (conflict !== null) {
    const [problem, help] = [
      "expected YAML, found a conflict of a merge",
      "Resolve the conflict, and remove its markers.",
    ];
    report.add("TP101", pointAt(lines, conflict.index, conflict[0].length), { problem }, { help });
    return;
  }
  const shown = new Set<number>();
  for (const error of errors) {
    const location = lines.locationAt(error.pos[0], 0);
    if (shown.has(location.line) || shown.size === shownErrors) continue;
    shown.add(location.line);
    const step = error.code === "BLOCK_AS_IMPLICIT_KEY" ? indentedKey(error.pos[0], lines.text) : undefined;
    if (step !== undefined) {
      report.add(
        "TP101",
        pointAt(lines, step.at, step.length),
        { problem: step.problem },
        { help: step.help },
      );
      continue;
    }
    const { message, help } = explain(error);
    const length = Math.max(1, error.pos[1] - error.pos[0]);
    report.add("TP101", pointAt(lines, error.pos[0], length), { problem: message }, { help });
  }
}

/**
 * Finds a key that is indented more than the key on the line before it. YAML reads such a key as part of the
 * previous value, but the indentation is probably a mistake.
 */
function indentedKey(
  from: number,
  text: string,
):
  | { readonly at: number; readonly length: number; readonly problem: string; readonly help: string }
  | undefined {
  const start = text.lastIndexOf("\n", from) + 1;
  const [first = "", second = ""] = text.slice(start, start + 20_000).split("\n", 2);
  const [before] = /^ *(?:- +)*(?=[\w"'$-]+: )/.exec(first) ?? [];
  const [, indent = "", key] = /^( +)([\w$-]{1,100}):(?:\s|$)/.exec(second) ?? [];
  if (before === undefined || key === undefined || indent.length <= before.length) return undefined;
  return {
    at: start + first.length + 1 + indent.length,
    length: key.length,
    problem: `expected ${JSON.stringify(key)} at column ${before.length + 1}, as the key on the line before, found it at column ${indent.length + 1}`,
    help: "Correct the indentation. If it belongs to the value above, put the value in quotes.",
  };
}

const shownTags = 100;

function reportTags(warnings: readonly YAMLError[], lines: Lines, report: Report): void {
  const unknown = warnings.filter(({ code }) => code === "TAG_RESOLVE_FAILED");
  for (const { pos } of unknown.slice(0, shownTags)) {
    const [start, end] = pos;
    report.add("TP106", pointAt(lines, start, end - start), { tag: brief(lines.text.slice(start, end)) });
  }
}

/** Returns the message of the library, or a better message for a common mistake. */
function explain(error: YAMLError): { readonly message: string; readonly help: string | undefined } {
  switch (error.code) {
    case "TAB_AS_INDENT":
      return { message: "expected spaces as indentation, found a tab", help: "Indent with spaces." };
    case "BLOCK_AS_IMPLICIT_KEY":
      return {
        message: 'expected one "key: value" on this line, found another ":"',
        help: 'Put the value in quotes if it contains ": ", or start a new line for the nested mapping.',
      };
    case "MULTILINE_IMPLICIT_KEY":
      return {
        message: 'expected ":" after the key on the same line',
        help: "Is a colon missing after the key?",
      };
    case "BAD_SCALAR_START":
      return { message: lowerCase(error.message), help: "Put the value in quotes." };
    case "BAD_INDENT":
      return {
        message: lowerCase(error.message),
        help: "Check the indentation of this line and of the one before.",
      };
    default:
      return { message: lowerCase(error.message), help: undefined };
  }
}

function lowerCase(message: string): string {
  const [first = "", ...rest] = message;
  return (first.toLowerCase() + rest.join("")).replace(/\.$/, "");
}
