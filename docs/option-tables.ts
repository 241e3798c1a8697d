import ts from "typescript";

// Makes tables of options from an interface and the comments of its properties.

/** A request for a table of the properties of one interface. */
export interface TableRequest {
  readonly name: string;
  /** Interfaces whose properties are left out, because another table shows them. */
  readonly without: readonly string[];
}

/**
 * Fills the tables of options in a text. The table between `<!-- options: Name -->` and `<!-- end -->` shows the
 * properties of the interface `Name`. With `<!-- options: Name without Other -->`, the properties of `Other` are left
 * out.
 */
export function fillTables(text: string, program: ts.Program): string {
  return text.replace(
    /(<!-- options: (\w+)(?: without ([\w, ]+))? -->\n)[^]*?(<!-- end -->)/g,
    (_all, start: string, name: string, without: string | undefined, end: string) =>
      `${start}\n${optionTable(program, { name, without: without?.split(", ") ?? [] })}\n${end}`,
  );
}

function optionTable(program: ts.Program, { name, without }: TableRequest): string {
  const checker = program.getTypeChecker();
  const hidden = new Set(without.flatMap((other) => propertiesOf(program, other).map((entry) => entry.name)));
  const rows = propertiesOf(program, name)
    .filter((property) => !hidden.has(property.name))
    .map((property) => rowOf(property, checker));
  const hasDefaults = rows.some((row) => row.fallback !== "");
  const line = (name: string, type: string, fallback: string, meaning: string): string =>
    `| ${[name, type, ...(hasDefaults ? [fallback] : []), meaning].join(" | ")} |`;
  return [
    line("name", "type", "default", "meaning"),
    line("---", "---", "---", "---"),
    ...rows.map((row) => line(row.name, row.type, row.fallback, row.meaning)),
    "",
  ].join("\n");
}

function propertiesOf(program: ts.Program, name: string): readonly ts.Symbol[] {
  const checker = program.getTypeChecker();
  for (const file of program.getSourceFiles()) {
    if (file.isDeclarationFile) continue;
    for (const statement of file.statements)
      if (ts.isInterfaceDeclaration(statement) && statement.name.text === name)
        return checker.getPropertiesOfType(checker.getTypeAtLocation(statement));
  }
  throw new Error(`there is no interface ${name}`);
}

interface Row {
  readonly name: string;
  readonly type: string;
  readonly fallback: string;
  readonly meaning: string;
}

function rowOf(property: ts.Symbol, checker: ts.TypeChecker): Row {
  const fallback = property.getJsDocTags(checker).find((tag) => tag.name === "default");
  const meaning = ts.displayPartsToString(property.getDocumentationComment(checker)).replace(/\s+/g, " ");
  if (meaning === "") throw new Error(`${property.name} has no comment`);
  return {
    name: `\`${property.name}\``,
    type: `\`${cell(typeText(property.declarations?.[0]))}\``,
    fallback: ts.displayPartsToString(fallback?.text),
    meaning: cell(meaning),
  };
}

function typeText(declaration: ts.Declaration | undefined): string {
  if (declaration === undefined) return "unknown";
  if (ts.isPropertySignature(declaration))
    return (declaration.type?.getText() ?? "unknown").replace(/\s+/g, " ").replace(/^\| /, "");
  if (!ts.isMethodSignature(declaration)) return "unknown";
  const parameters = declaration.parameters.map((parameter) => parameter.getText()).join(", ");
  return `(${parameters}) => ${declaration.type?.getText() ?? "unknown"}`;
}

const cell = (text: string): string => text.replaceAll("|", "\\|");
