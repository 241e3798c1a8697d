import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";

// Functions must stay short enough to be read at once.

const root = fileURLToPath(new URL("../..", import.meta.url));
const mostLines = 60;
const mostParameters = 5;

/** The functions of tests and their fixtures are mostly data, so only their parameters are counted. */
const rooms = ["generator", "runtime", "gemini-rules", "testing", "bench", "docs", "examples", "test"];

const files = rooms.flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((file) => !/(^|\/)(dist|node_modules|golden)\//.test(file)),
);

interface Found {
  /** The location and name of a function: `file:line name`. */
  readonly where: string;
  readonly lines: number;
  readonly parameters: number;
}

const functions = files.flatMap((file) => functionsIn(file, readFileSync(join(root, file), "utf8")));

function functionsIn(file: string, text: string): Found[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  const linesOf = (node: ts.Node): number => lineOf(node.end) - lineOf(node.getStart()) + 1;
  const found: Found[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const inner = returnsClosures(node)
        ? functionsWithin(node).reduce((sum, one) => sum + linesOf(one) - 1, 0)
        : 0;
      const parameters = node.parameters.filter(({ name }) => name.getText() !== "this").length;
      found.push({
        where: `${file}:${lineOf(node.getStart()) + 1} ${nameOf(node)}`,
        lines: linesOf(node) - inner,
        parameters,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * Whether a function returns functions that share its local variables. Such a function cannot be divided, so
 * the inner functions are measured instead.
 */
function returnsClosures(node: ts.SignatureDeclaration): boolean {
  const body = "body" in node ? node.body : undefined;
  const last = body !== undefined && ts.isBlock(body) ? body.statements.at(-1) : undefined;
  if (last === undefined || !ts.isReturnStatement(last) || last.expression === undefined) return false;
  const value = ts.isCallExpression(last.expression) ? last.expression.arguments[0] : last.expression;
  return value !== undefined && ts.isObjectLiteralExpression(value) && functionsWithin(value).length > 0;
}

/** Returns the outermost functions inside of a node. */
function functionsWithin(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (child: ts.Node): void => {
    if (ts.isFunctionLike(child) && !ts.isTypeNode(child)) found.push(child);
    else ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return found;
}

function nameOf(node: ts.SignatureDeclaration): string {
  if (node.name !== undefined) return node.name.getText();
  return ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : "";
}

it("finds functions", () => {
  expect(functions.length).toBeGreaterThan(2_000);
  const [long] = functionsIn("x.ts", `function long() {\n${"go();\n".repeat(70)}}`);
  expect(long).toMatchObject({ where: "x.ts:1 long", lines: 72 });
  const [factory, method] = functionsIn(
    "x.ts",
    `const make = () => {\n  return {\n    run() {\n${"go();\n".repeat(70)}},\n  };\n};`,
  );
  expect(factory!.lines).toBeLessThan(mostLines);
  expect(method!.lines).toBeGreaterThan(mostLines);
});

it(`has no function of more than ${mostLines} lines, factories of closures counted without their closures`, () => {
  expect(
    functions
      .filter(({ where, lines }) => !where.startsWith("test/") && lines > mostLines)
      .map(({ where, lines }) => `${where}: ${lines}`),
  ).toEqual([]);
});

it(`has no function with more than ${mostParameters} parameters`, () => {
  const many = functions.filter(({ parameters }) => parameters > mostParameters);
  expect(many.map(({ where, parameters }) => `${where}: ${parameters}`)).toEqual([]);
});
