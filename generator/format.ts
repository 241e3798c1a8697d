import type { StringLiteral } from "typescript";
import type { RenderedFile } from "./emit/planned-file.js";
import { prettify } from "./format/prettify.js";

/** Formats a rendered file; what is not TypeScript is final already. */
export async function format(file: RenderedFile, path: string): Promise<string> {
  if (file.promised === undefined) return file.text;
  const text = await prettified(file.text, path);
  const problem = await brokenPromise(text, file.promised);
  if (problem !== undefined) throw new BrokenPromise(path, problem);
  return text;
}

/** Generated code is not what was planned: a bug of ours, or spec text that got where it must not. */
export class BrokenPromise extends Error {
  override readonly name = "BrokenPromise";
  readonly path: string;
  readonly problem: string;
  constructor(path: string, problem: string) {
    super(`${path}: ${problem}`);
    this.path = path;
    this.problem = problem;
  }
}

async function prettified(text: string, path: string): Promise<string> {
  try {
    return await prettify(text);
  } catch (error) {
    const [problem = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw new BrokenPromise(path, `does not parse: ${problem}`);
  }
}

/** Parses the final text and compares what it declares and imports with the plan. A second net, not the first. */
async function brokenPromise(
  text: string,
  promised: { readonly declares: readonly string[]; readonly imports: readonly string[] },
): Promise<string | undefined> {
  const { default: ts } = await import("typescript");
  const source = ts.createSourceFile("generated.ts", text, {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  });
  const declared: string[] = [];
  const imported: string[] = [];
  for (const statement of source.statements) {
    if (
      ts.isImportDeclaration(statement) ||
      (ts.isExportDeclaration(statement) && statement.moduleSpecifier)
    ) {
      imported.push((statement.moduleSpecifier as StringLiteral).text);
    } else if (ts.isVariableStatement(statement)) {
      declared.push(
        ...statement.declarationList.declarations.map((declaration) => declaration.name.getText(source)),
      );
    } else if (
      ts.isFunctionDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement)
    ) {
      declared.push(statement.name?.text ?? "default");
    } else if (!ts.isExportDeclaration(statement)) {
      return `unexpected statement ${JSON.stringify(statement.getText(source).slice(0, 60))}`;
    }
  }
  return (
    difference("declares", declared, promised.declares) ?? difference("imports", imported, promised.imports)
  );
}

function difference(what: string, found: readonly string[], planned: readonly string[]): string | undefined {
  const surplus = found.filter((name) => !planned.includes(name));
  const missing = planned.filter((name) => !found.includes(name));
  if (surplus.length === 0 && missing.length === 0) return undefined;
  return `${what} ${surplus.map((name) => `unplanned ${JSON.stringify(name)}`).join(", ")}${missing.map((name) => `no ${JSON.stringify(name)}`).join(", ")}`;
}
