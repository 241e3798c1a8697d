import { createRequire } from "node:module";
import type TypeScriptModule from "typescript";
import type { StringLiteral } from "typescript";

/** The top-level declarations and the imported modules of a file, in the order in which they occur. */
export interface Outline {
  readonly declares: readonly string[];
  readonly imports: readonly string[];
  /** The text of the first statement of a kind that generated code never contains. */
  readonly unexpected?: string;
}

/**
 * Returns the outline of any TypeScript text. It uses the parser of TypeScript, which is slow, so `quickOutline` is
 * tried first.
 */
export function outlineByTypeScript(text: string): Outline {
  // TypeScript is loaded by `require`. With `import`, Node would read it two more times to find its exports.
  const ts = createRequire(import.meta.url)("typescript") as typeof TypeScriptModule;
  const source = ts.createSourceFile("generated.ts", text, {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  });
  const declares: string[] = [];
  const imports: string[] = [];
  for (const statement of source.statements) {
    if (
      ts.isImportDeclaration(statement) ||
      (ts.isExportDeclaration(statement) && statement.moduleSpecifier)
    ) {
      imports.push((statement.moduleSpecifier as StringLiteral).text);
    } else if (ts.isVariableStatement(statement)) {
      declares.push(...statement.declarationList.declarations.map(({ name }) => name.getText(source)));
    } else if (
      ts.isFunctionDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement)
    ) {
      declares.push(statement.name?.text ?? "default");
    } else if (!ts.isExportDeclaration(statement)) {
      return { declares, imports, unexpected: statement.getText(source).slice(0, 60) };
    }
  }
  return { declares, imports };
}
