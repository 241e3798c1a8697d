import type ts from "typescript";
import type { Compiler } from "./compiler.js";

type Keywords = Record<string, unknown>;

/** The doc comment of a symbol, without its tags. */
export function descriptionOf(symbol: ts.Symbol, { ts, checker }: Compiler): string | undefined {
  const documented = ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
  const text = documented === "" ? inlineComment(symbol, ts)?.comment : documented;
  return text?.trim() || undefined;
}

interface InlineComment {
  readonly comment: string;
  readonly tags: readonly { readonly name: string; readonly value: string }[];
}

/**
 * The comment of a member that stands on the same line as other members: `{ /** City *\/ city: string }`. The
 * compiler attaches a comment to a member only if the comment has a line of its own.
 */
function inlineComment({ valueDeclaration }: ts.Symbol, compiler: typeof ts): InlineComment | undefined {
  if (valueDeclaration === undefined || !compiler.isPropertySignature(valueDeclaration)) return undefined;
  const { text } = valueDeclaration.getSourceFile();
  const comments = compiler.getTrailingCommentRanges(text, valueDeclaration.pos) ?? [];
  const { pos, end } = comments.findLast((range) => text.startsWith("/**", range.pos)) ?? { pos: 0, end: 0 };
  // A comment at the end of a line belongs to the member before.
  const isBeside = !text.slice(end, valueDeclaration.getStart()).includes("\n");
  if (end === 0 || !isBeside) return undefined;
  const alone = `interface Alone {\n${text.slice(pos, end)}\nmember: 1 }`;
  const [statement] = compiler.createSourceFile(
    "alone.ts",
    alone,
    compiler.ScriptTarget.Latest,
    true,
  ).statements;
  const [member] = statement && compiler.isInterfaceDeclaration(statement) ? statement.members : [];
  if (member === undefined) return undefined;
  const [comment] = compiler.getJSDocCommentsAndTags(member).filter(compiler.isJSDoc);
  return {
    comment: compiler.getTextOfJSDocComment(comment?.comment) ?? "",
    tags: compiler.getJSDocTags(member).map((tag) => ({
      name: tag.tagName.text,
      value: compiler.getTextOfJSDocComment(tag.comment) ?? "",
    })),
  };
}

/**
 * Reads tags such as `@param args.city Where.`. Such tags describe the properties of a function's single argument.
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

/** Returns the node that has the tags. For `export const f = () => …`, the result is the function. */
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
  const attached = symbol
    .getJsDocTags(checker)
    .map(({ name, text }) => ({ name, value: ts.displayPartsToString(text) }));
  for (const { name, value: raw } of [...attached, ...(inlineComment(symbol, ts)?.tags ?? [])]) {
    const value = raw.trim();
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
