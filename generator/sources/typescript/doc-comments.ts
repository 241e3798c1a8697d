import type ts from "typescript";
import type { Compiler } from "./compiler.js";

type Keywords = Record<string, unknown>;

/** The doc comment of a symbol, without its tags. */
export function descriptionOf(symbol: ts.Symbol, { ts, checker }: Compiler): string | undefined {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
  return text === "" ? undefined : text;
}

/**
 * Reads tags such as `@param args.city Where.`. They describe the properties of a function's single argument.
 */
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

/** The declaration that carries the tags. For `export const f = () => …`, it is the function itself. */
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

/**
 * Reads tags for keywords that types cannot express, such as `@minimum 1`, `@format email`, `@integer` and
 * `@default "x"`.
 */
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

/** Parses the value of a tag as JSON. A text that is not JSON is a string without quotes. */
function literal(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
