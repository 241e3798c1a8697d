import type { Code, Definition, Problem } from "./catalogue/definition.js";
import { catalogue, type CatalogueCode, type Parameters } from "./catalogue/index.js";
import type { Severity } from "../options.js";
import type { Locatable, Origin, SourceLocation } from "../base/origin.js";

export type { Code } from "./catalogue/definition.js";

/** One problem with its location and its texts. */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: "error" | "warning" | "note";
  readonly message: string;
  /** The advice for correcting the problem. */
  readonly help: string;
  readonly location: SourceLocation | undefined;
  /** Other locations that belong to the problem, for example the first of two colliding names. */
  readonly related: readonly Related[];
  /**
   * The line of text that a code frame shows. If the line is very long, `frame` is only the part of the line that
   * contains the location.
   */
  readonly frame: string | undefined;
  /** The number of characters before `frame` in the line. Default: 0. */
  readonly frameFrom?: number;
}

export interface Related {
  readonly message: string;
  readonly location: SourceLocation;
  readonly frame: string | undefined;
  readonly frameFrom?: number;
}

/**
 * The location of a problem: a node, the key of a node, or a range in a file. Undefined if the problem has no
 * location.
 */
export type At = Origin | { readonly key: Origin } | SourceLocation | undefined;

/** Optional details of a problem. */
export interface Details {
  /** The advice that replaces `fix` of the catalogue. */
  readonly help?: string | undefined;
  readonly related?: readonly { readonly message: string; readonly at: At }[];
}

/** Collects the problems of one run. */
export interface Report {
  /** Adds a problem and returns its severity. */
  add<C extends CatalogueCode>(code: C, at: At, parameters: Parameters<C>, details?: Details): Severity;
  add<P>(problem: Problem<P>, at: At, parameters: P, details?: Details): Severity;
  /**
   * Declares that all later problems belong to a foreign document. Some errors are then warnings, because
   * only a detail of a tool is lost.
   */
  treatAsForeign(): void;
  readonly hasErrors: boolean;
  readonly errorCount: number;
  /** The number of problems so far, of any severity. */
  readonly size: number;
  /** The code of the error that was added last. An equal error may have been added before. */
  readonly lastError: Code | undefined;
  /** Whether an error is located at a node or below it. */
  hasErrorsWithin(node: Origin): boolean;
  /** The codes of the errors that are located at a node or below it. */
  errorsWithin(node: Origin): readonly Code[];
  /** Returns the problems, ordered by file, line, column and code. Equal problems occur once. */
  sorted(): readonly Diagnostic[];
}

export interface ReportOptions {
  readonly strict: boolean;
  readonly severity: Readonly<Record<string, Severity>>;
}

export function createReport(options: ReportOptions = { strict: false, severity: {} }): Report {
  const found: Diagnostic[] = [];
  const seen = new Set<string>();
  const errorNodes: { readonly code: Code; readonly node: Origin }[] = [];
  let errors = 0;
  let isForeign = false;
  let lastError: Code | undefined;
  const errorsWithin = (node: Origin): readonly Code[] =>
    errorNodes.filter((error) => contains(node, error.node)).map(({ code }) => code);
  return {
    treatAsForeign() {
      isForeign = true;
    },
    add(given: CatalogueCode | Problem<never>, at: At, parameters: unknown, details: Details = {}) {
      const { code, ...definition } = problemOf(given);
      const severity = severityOf(code, definition, options, isForeign);
      if (severity === "off") return severity;
      const render = definition.message as (parameters: unknown) => string;
      if (severity === "error") {
        lastError = code;
        // Two tools may refer to the same location. An error at this location is reported once and belongs to
        // both tools.
        const node = nodeOf(at);
        if (node !== undefined) errorNodes.push({ code, node });
      }
      const { location, ...excerpt } = locate(at);
      const diagnostic: Diagnostic = {
        code,
        severity,
        message: render(parameters),
        help: (isForeign ? definition.foreign : undefined) ?? details.help ?? definition.fix,
        location,
        ...excerpt,
        related: (details.related ?? []).flatMap(({ message, at: there }) => {
          const { location: where, ...line } = locate(there);
          return where === undefined ? [] : [{ message, location: where, ...line }];
        }),
      };
      const key = identityOf(diagnostic);
      if (seen.has(key)) return severity;
      seen.add(key);
      if (severity === "error") errors += 1;
      found.push(diagnostic);
      return severity;
    },
    get hasErrors() {
      return errors > 0;
    },
    get errorCount() {
      return errors;
    },
    get size() {
      return found.length;
    },
    get lastError() {
      return lastError;
    },
    hasErrorsWithin: (node) => errorsWithin(node).length > 0,
    errorsWithin,
    sorted: () => [...found].sort(byLocation),
  };
}

/**
 * Merges the problems of several reports without duplicates. Two specs may refer to the same file, and then
 * report the problems of the file twice.
 */
export function mergeDiagnostics(lists: readonly (readonly Diagnostic[])[]): readonly Diagnostic[] {
  const [first, ...others] = lists.filter((list) => list.length > 0);
  if (others.length === 0) return first ?? [];
  const merged = new Map<string, Diagnostic>();
  for (const diagnostic of lists.flat()) {
    const key = identityOf(diagnostic);
    if (!merged.has(key)) merged.set(key, diagnostic);
  }
  return [...merged.values()].sort(byLocation);
}

function identityOf({ code, message, location }: Diagnostic): string {
  return JSON.stringify([code, message, location]);
}

function problemOf(given: CatalogueCode | Problem<never>): Problem<never> {
  return typeof given === "string" ? { code: given, ...(catalogue[given] as Definition<never>) } : given;
}

/**
 * Decides the severity of a problem. The config cannot change the severity of an error. With `strict`, a
 * warning is an error unless the config sets its severity.
 */
function severityOf(
  code: Code,
  definition: Definition<never>,
  options: ReportOptions,
  isForeign: boolean,
): Severity {
  const usual = isForeign && definition.foreign !== undefined ? "warning" : definition.severity;
  if (usual === "error") return "error";
  const configured = options.severity[code];
  if (configured !== undefined) return configured;
  return options.strict && usual === "warning" ? "error" : usual;
}

interface Located extends Excerpt {
  readonly location: SourceLocation | undefined;
}

interface Excerpt {
  readonly frame: string | undefined;
  readonly frameFrom?: number;
}

function locate(at: At): Located {
  if (at === undefined) return { location: undefined, frame: undefined };
  if ("line" in at) return { location: at, frame: undefined };
  const [node, on] = "key" in at ? [at.key, "key" as const] : [at, "value" as const];
  const location = node.document.location(node.path, on);
  if (node.document.isOutside === true) return { location, frame: undefined };
  // A document may combine several files. `lineText` returns lines of only one of these files.
  if (location.file !== node.document.file) return { location, frame: undefined };
  return { location, ...excerptOf(lineOf(node.document, location.line), location.column) };
}

/**
 * Returns the part of a line that a code frame shows. A minified document is one very long line and may have
 * hundreds of problems, so a diagnostic does not keep the complete line.
 */
function excerptOf(line: string | undefined, column: number): Excerpt {
  if (line === undefined || line.length <= longestFrame) return { frame: line };
  const frameFrom = Math.max(0, column - 1 - longestFrame / 4);
  return { frame: line.slice(frameFrom, frameFrom + longestFrame), frameFrom };
}

const longestFrame = 1_000;

function contains(outer: Origin, { document, path }: Origin): boolean {
  return document.file === outer.document.file && outer.path.every((step, index) => path[index] === step);
}

function nodeOf(at: At): Origin | undefined {
  if (at === undefined || "line" in at) return undefined;
  return "key" in at ? at.key : at;
}

function lineOf(document: Locatable, line: number): string | undefined {
  if (document.lineText !== undefined) return document.lineText(line);
  const starts = lineStartsOf(document);
  const start = starts[line - 1];
  if (start === undefined) return undefined;
  const next = starts[line];
  return document.text.slice(start, next === undefined ? undefined : next - 1).replace(/\r$/, "");
}

const lineStarts = new WeakMap<Locatable, readonly number[]>();

/**
 * Returns the offsets at which the lines of a document start. The offsets are computed once, because a large
 * document has many diagnostics.
 */
function lineStartsOf(document: Locatable): readonly number[] {
  const found = lineStarts.get(document);
  if (found !== undefined) return found;
  const starts = [0];
  for (let end = document.text.indexOf("\n"); end !== -1; end = document.text.indexOf("\n", end + 1))
    starts.push(end + 1);
  lineStarts.set(document, starts);
  return starts;
}

function byLocation(a: Diagnostic, b: Diagnostic): number {
  const [left, right] = [a.location, b.location];
  if (left === undefined || right === undefined)
    return left === right ? compare(a.code, b.code) : left === undefined ? -1 : 1;
  return (
    compare(left.file, right.file) ||
    left.line - right.line ||
    left.column - right.column ||
    compare(a.code, b.code) ||
    compare(a.message, b.message)
  );
}

/** Compares two texts by code unit, so that the order is the same in every locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
