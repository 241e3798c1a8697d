import type ts from "typescript";
import type { Report } from "../../diagnostics/report.js";
import type { SourceLocation } from "../../base/origin.js";

/**
 * The TypeScript compiler with one loaded program. The compiler is a large package, so it is imported only
 * when it is needed.
 */
export interface Compiler {
  readonly ts: typeof ts;
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly report: Report;
  /** The path of the file in messages. */
  readonly file: string;
}

/** The error for a type that JSON cannot express. `readFunction` reports the error with the name of the function. */
export class Unsupported extends Error {
  readonly at: ts.Node | undefined;
  constructor(problem: string, at?: ts.Node) {
    super(problem);
    this.at = at;
  }
}

export function locationOf(node: ts.Node, { file }: Compiler): SourceLocation {
  const source = node.getSourceFile();
  const { line, character } = source.getLineAndCharacterOfPosition(node.getStart(source));
  const length = Math.max(0, (node.getText(source).split("\n")[0] ?? "").length);
  return { file, line: line + 1, column: character + 1, length };
}
