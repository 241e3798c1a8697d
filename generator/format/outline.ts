import { createRequire } from "node:module";
import type TypeScriptModule from "typescript";
import type { StringLiteral } from "typescript";

/** What a module declares at its top level and which modules it imports, in the order of the text. */
export interface Outline {
  readonly declares: readonly string[];
  readonly imports: readonly string[];
  /** The first statement that generated code never has. */
  readonly unexpected?: string;
}

/** The outline of any TypeScript text, by TypeScript's own parser: the reference, and what decides where the quick way is in doubt. */
export function outlineByTypeScript(text: string): Outline {
  // By `require`: as a module, TypeScript would be read twice more to find its exports.
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
