import { handlebars } from "./handlebars.js";

const blocks = ["each", "if", "unless"];

/**
 * Returns the violations of the rules for templates. The rules ensure that text of a spec reaches the output only
 * through a helper.
 */
export function lintTemplate(source: string, helpers: readonly string[]): readonly string[] {
  let program: hbs.AST.Program;
  try {
    program = handlebars().parse(source);
  } catch (error) {
    return [`does not parse: ${String(error).split("\n")[0]}`];
  }
  const problems: string[] = [];
  lintProgram(program, helpers, problems);
  return problems;
}

function lintProgram(program: hbs.AST.Program, helpers: readonly string[], problems: string[]): void {
  let before = "";
  for (const statement of program.body) {
    const at = `line ${statement.loc.start.line}`;
    switch (statement.type) {
      case "ContentStatement":
        before = String((statement as hbs.AST.ContentStatement).value);
        continue;
      case "CommentStatement":
        continue;
      case "MustacheStatement":
        lintMustache(statement as hbs.AST.MustacheStatement, before, at, helpers, problems);
        break;
      case "BlockStatement":
        lintBlock(statement as hbs.AST.BlockStatement, at, helpers, problems);
        break;
      default:
        problems.push(`${at}: ${statement.type} is not allowed`);
    }
    before = "";
  }
}

function lintMustache(
  mustache: hbs.AST.MustacheStatement,
  before: string,
  at: string,
  helpers: readonly string[],
  problems: string[],
): void {
  if (!mustache.escaped) problems.push(`${at}: raw output {{{…}}} or {{&…}} is not allowed`);
  const helper = (mustache.path as hbs.AST.PathExpression).original;
  if (mustache.params.length !== 1 || !helpers.includes(String(helper))) {
    problems.push(`${at}: {{${String(helper)}}} prints without a helper of the closed set`);
  }
  if (
    mustache.params.some((parameter) => parameter.type !== "PathExpression") ||
    mustache.hash !== undefined
  ) {
    problems.push(`${at}: {{${String(helper)} …}} takes one path and nothing else`);
  }
  if (/["'`]$/.test(before)) problems.push(`${at}: a mustache inside quotes; helpers bring their own`);
  if (/(\/\/|\/\*)[^\n]*$/.test(before) && !/\*\/[^\n]*$/.test(before)) {
    problems.push(`${at}: a mustache inside a comment; use doc`);
  }
}

function lintBlock(
  block: hbs.AST.BlockStatement,
  at: string,
  helpers: readonly string[],
  problems: string[],
): void {
  if (!blocks.includes(String((block.path as hbs.AST.PathExpression).original))) {
    problems.push(`${at}: block ${String((block.path as hbs.AST.PathExpression).original)} is not allowed`);
  }
  if (block.params.length !== 1 || block.params[0]?.type !== "PathExpression") {
    problems.push(`${at}: a block takes one path and nothing else`);
  }
  lintProgram(block.program, helpers, problems);
  if (block.inverse !== undefined) lintProgram(block.inverse, helpers, problems);
}
