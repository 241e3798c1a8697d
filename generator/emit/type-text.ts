import type TypeScriptModule from "typescript";
import type {
  ArrayTypeNode,
  Identifier,
  IndexedAccessTypeNode,
  IndexSignatureDeclaration,
  LiteralTypeNode,
  Node,
  NumericLiteral,
  ParenthesizedTypeNode,
  PrefixUnaryExpression,
  PropertySignature,
  StringLiteral,
  TupleTypeNode,
  TypeLiteralNode,
  TypeNode,
  TypeReferenceNode,
  UnionOrIntersectionTypeNode,
} from "typescript";
import { key, str } from "../base/code.js";
import { bigintName, type Property, propertyOf } from "./type-schema.js";

/** The properties of the printed type, and the references that are found while it is printed. */
export interface TypeParts {
  readonly properties: readonly Property[];
  /** The named schemas that the type mentions. */
  readonly refs: Set<string>;
}

export type PrintType = (node: TypeNode, parts: TypeParts) => string;

/**
 * Creates the function that prints the syntax tree of openapi-typescript. The function supports only the kinds of
 * nodes that our schemas produce. The formatter decides the layout. Names and comments are printed here, because
 * openapi-typescript decodes names as URIs and leaves some comments unescaped.
 */
export function createTypeText({ SyntaxKind }: typeof TypeScriptModule): PrintType {
  const words = wordsOf(SyntaxKind);
  const print = (node: Node, parts: TypeParts): string => {
    const all = (nodes: readonly Node[], separator: string): string =>
      nodes.map((one) => print(one, parts)).join(separator);
    switch (node.kind) {
      case SyntaxKind.LiteralType:
        return print((node as LiteralTypeNode).literal, parts);
      case SyntaxKind.Identifier:
        return identifier((node as Identifier).text);
      case SyntaxKind.NumericLiteral:
        return (node as NumericLiteral).text;
      case SyntaxKind.StringLiteral:
        return str((node as StringLiteral).text).toString();
      case SyntaxKind.PrefixUnaryExpression:
        return `-${print((node as PrefixUnaryExpression).operand, parts)}`;
      case SyntaxKind.ArrayType:
        return `${print((node as ArrayTypeNode).elementType, parts)}[]`;
      case SyntaxKind.TupleType:
        return `[${all((node as TupleTypeNode).elements, ", ")}]`;
      case SyntaxKind.UnionType:
        return all((node as UnionOrIntersectionTypeNode).types, " | ");
      case SyntaxKind.IntersectionType:
        return all((node as UnionOrIntersectionTypeNode).types, " & ");
      case SyntaxKind.ParenthesizedType:
        return `(${print((node as ParenthesizedTypeNode).type, parts)})`;
      case SyntaxKind.TypeReference: {
        const { typeName, typeArguments = [] } = node as TypeReferenceNode;
        const name = print(typeName, parts);
        return typeArguments.length === 0 ? name : `${name}<${all(typeArguments, ", ")}>`;
      }
      case SyntaxKind.IndexedAccessType:
        return reference(node as IndexedAccessTypeNode, parts);
      case SyntaxKind.TypeLiteral: {
        const { members } = node as TypeLiteralNode;
        // The line break after the brace makes the formatter print each property on its own line.
        return members.length === 0 ? "{}" : `{\n${all(members, "\n")}\n}`;
      }
      case SyntaxKind.PropertySignature:
        return property(node as PropertySignature, parts);
      case SyntaxKind.IndexSignature:
        return `[key: string]: ${print((node as IndexSignatureDeclaration).type, parts)};`;
      default: {
        const word = words.get(node.kind);
        if (word === undefined) throw new TypeError(`type text: unexpected ${SyntaxKind[node.kind]}`);
        return word;
      }
    }
  };

  const property = ({ name: alias, questionToken, type }: PropertySignature, parts: TypeParts): string => {
    const { name, lines, impossible } = propertyOf((alias as Identifier).text, parts.properties);
    const text = impossible || type === undefined ? "never" : print(type, parts);
    const optional = questionToken === undefined ? "" : "?";
    return `${blockComment(lines)}${key(name).toString()}${optional}: ${text};`;
  };

  return print;
}

/** Prints an identifier. openapi-typescript writes some string literals as identifiers that contain JSON quotes. */
function identifier(text: string): string {
  return text.startsWith('"') ? str(JSON.parse(text) as string).toString() : text;
}

function wordsOf(kinds: typeof TypeScriptModule.SyntaxKind): ReadonlyMap<number, string> {
  return new Map<number, string>([
    [kinds.BooleanKeyword, "boolean"],
    [kinds.FalseKeyword, "false"],
    [kinds.NeverKeyword, "never"],
    [kinds.NullKeyword, "null"],
    [kinds.NumberKeyword, "number"],
    [kinds.StringKeyword, "string"],
    [kinds.TrueKeyword, "true"],
    [kinds.UndefinedKeyword, "undefined"],
    [kinds.UnknownKeyword, "unknown"],
  ]);
}

/** Converts a reference: `components["schemas"]["Point"]` → `Point`. */
function reference({ indexType }: IndexedAccessTypeNode, { refs }: TypeParts): string {
  const { text } = (indexType as LiteralTypeNode).literal as StringLiteral;
  if (text !== bigintName) refs.add(text);
  return text;
}

/** Prints a block comment before a declaration. Returns an empty text if there are no lines. */
export function blockComment(lines: readonly string[]): string {
  if (lines.length === 0) return "";
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}
