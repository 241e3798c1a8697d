import type ts from "typescript";
import type { Compiler } from "./compiler.js";

type Keywords = Record<string, unknown>;

/** The text above a symbol, without its tags. */
export function descriptionOf(symbol: ts.Symbol, { ts, checker }: Compiler): string | undefined {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
  return text === "" ? undefined : text;
}

/** `@param args.city Where.`: what the function says about the properties of its one argument. */
export function propertyDescriptions(
  declaration: ts.Node | undefined,
  { ts }: Compiler,
): ReadonlyMap<string, string> {
  const tags =
    declaration === undefined ? [] : ts.getJSDocTags(owner(declaration, ts)).filter(ts.isJSDocParameterTag);
  return new Map(
    tags.flatMap((tag) => {
      const [, property] = tag.name.getText().split(".");
      const text = ts
        .getTextOfJSDocComment(tag.comment)
        ?.replace(/^\s*-\s*/, "")
        .trim();
      return property === undefined || text === undefined || text === "" ? [] : [[property, text] as const];
    }),
  );
}

/** The comment of `export const f = () => …` belongs to the statement. */
function owner(declaration: ts.Node, compiler: typeof ts): ts.Node {
  return compiler.isVariableDeclaration(declaration) ? (declaration.initializer ?? declaration) : declaration;
}

export function returnsOf(signature: ts.Signature, { ts }: Compiler): string | undefined {
  const tag = signature.getJsDocTags().find(({ name }) => name === "returns" || name === "return");
  const text = tag === undefined ? "" : ts.displayPartsToString(tag.text).trim();
  return text === "" ? undefined : text;
}

const numeric = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
];
const textual = ["pattern", "format"];

/** `@minimum 1`, `@format email`, `@integer`, `@default "x"`: what types cannot say, as tags of a property. */
export function keywordsOf(symbol: ts.Symbol, { ts, checker }: Compiler): Keywords {
  const keywords: Keywords = {};
  for (const { name, text } of symbol.getJsDocTags(checker)) {
    const value = ts.displayPartsToString(text).trim();
    if (numeric.includes(name) && value !== "" && Number.isFinite(Number(value)))
      keywords[name] = Number(value);
    else if (textual.includes(name) && value !== "") keywords[name] = value;
    else if (name === "integer") keywords["type"] = "integer";
    else if (name === "deprecated") keywords["deprecated"] = true;
    else if (name === "default") keywords["default"] = literal(value);
  }
  return keywords;
}

/** JSON where it is JSON; people also write a text without quotes. */
function literal(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
