import type ts from "typescript";
import type { Report } from "../../diagnostics/report.js";
import type { SourceLocation } from "../../base/origin.js";

/** The TypeScript compiler with one program loaded. It is heavy, so it comes by import() and is handed on. */
export interface Compiler {
  readonly ts: typeof ts;
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  readonly report: Report;
  /** The path of the file in messages. */
  readonly file: string;
}

/** The error for a type without a JSON form. The caller that knows the function reports it. */
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
