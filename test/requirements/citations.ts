import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** Requirement number → names of the tests that say they prove it. */
export type Citations = ReadonlyMap<string, readonly string[]>;

const testFolder = fileURLToPath(new URL("..", import.meta.url));

/** Reads the names of all tests; a number in a name, such as (S0-45) or (S0-41 to S0-44), is a citation. */
export function citations(): Citations {
  const found = new Map<string, string[]>();
  const files = readdirSync(testFolder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".test.ts"),
  );
  for (const file of files) {
    for (const title of titlesOf(join(testFolder, file))) {
      for (const number of numbersIn(title))
        found.set(number, [...(found.get(number) ?? []), `${file}: ${title}`]);
    }
  }
  return found;
}

/** `S0-16`, or all numbers of `S0-16 to S0-18`. */
export function numbersIn(title: string): readonly string[] {
  return [...title.matchAll(/\b(S\d|C)-?(\d+)(?: to (?:\1-?)(\d+))?/g)].flatMap(([, series, from, to]) =>
    range(`${series}${series === "C" ? "" : "-"}`, Number(from), Number(to ?? from)),
  );
}

export function range(prefix: string, from: number, to: number): readonly string[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => `${prefix}${from + index}`);
}

function titlesOf(path: string): readonly string[] {
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

/** `it`, `it.each(…)`, `describe.runIf(…)` and the like. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return ["it", "test", "describe"].includes(callee.text);
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) return isTest(callee.expression);
  return ts.isTaggedTemplateExpression(callee) && isTest(callee.tag);
}
