import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

// The mapping from requirements of the founding documents to the tests that prove them. `tests.json` contains
// it as file → title → numbers.

/** Maps the number of a requirement to its tests, each as `file: title`. */
export type Citations = ReadonlyMap<string, readonly string[]>;

type Table = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const testFolder = fileURLToPath(new URL("..", import.meta.url));
const table = JSON.parse(readFileSync(new URL("tests.json", import.meta.url), "utf8")) as Table;

export function citations(): Citations {
  const found = new Map<string, string[]>();
  for (const [file, titles] of Object.entries(table)) {
    for (const [title, numbers] of Object.entries(titles))
      for (const number of numbers.flatMap(expand))
        found.set(number, [...(found.get(number) ?? []), `${file}: ${title}`]);
  }
  return found;
}

/** Returns the numbers in a text such as `S0-16` or `S0-16 to S0-18`. */
export function expand(numbers: string): readonly string[] {
  const [, prefix, from, to] = /^(S\d-|C|A-F)(\d+)(?: to \1(\d+))?$/.exec(numbers) ?? [];
  if (prefix === undefined) throw new Error(`${numbers} is not a requirement number`);
  return range(prefix, Number(from), Number(to ?? from));
}

export function range(prefix: string, from: number, to: number): readonly string[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => `${prefix}${from + index}`);
}

/** Returns the rows of the table that do not match exactly one test of that title in that file. */
export function rowsWithoutTest(): readonly string[] {
  return Object.entries(table).flatMap(([file, titles]) => {
    const existing = titlesOf(`${testFolder}${file}`);
    return Object.keys(titles)
      .filter((title) => existing.filter((other) => other === title).length !== 1)
      .map((title) => `${file}: ${title}`);
  });
}

export function titlesOf(path: string): readonly string[] {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.ES2022, true);
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const [first] = node.arguments;
      if (first && ts.isStringLiteralLike(first)) titles.push(first.text);
    }
    node.forEachChild(visit);
  };
  visit(source);
  return titles;
}

/** Matches calls such as `it`, `it.each(…)` and `describe.runIf(…)`. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return ["it", "test", "describe"].includes(callee.text);
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) return isTest(callee.expression);
  return ts.isTaggedTemplateExpression(callee) && isTest(callee.tag);
}
