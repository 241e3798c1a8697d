import type TypeScriptModule from "typescript";
import type { Node, PropertyName, PropertySignature, StringLiteral, TypeNode } from "typescript";
import type { Schema } from "../ir.js";
import { type Code, commentLines, key, printed, str } from "./code.js";
import { described, isEmptyObject, type Property, typeSchema } from "./type-schema.js";

type TypeScript = typeof TypeScriptModule;

/** A named type to print. */
export interface TypeRequest {
  readonly name: string;
  /** An object without properties takes none. */
  readonly closed?: boolean;
  readonly doc: string;
  readonly schema: Schema;
  /** Arguments with a default are always there for the handler: the validator fills them in. */
  readonly defaultsPresent: boolean;
}

export interface PrintedType {
  readonly code: Code;
  /** Named schemas the type mentions. */
  readonly refs: readonly string[];
}

/** Everything openapi-typescript can be told, turned off: documents, enums, markers and comments are not its business here. */
const plain = {
  additionalProperties: false,
  alphabetize: false,
  arrayLength: false,
  conditionalEnums: false,
  dedupeEnums: false,
  defaultNonNullable: false,
  discriminators: { objects: {}, refsHandled: [] },
  enum: false,
  enumValues: false,
  excludeDeprecated: false,
  exportType: false,
  generatePathParams: false,
  immutable: false,
  inject: undefined,
  injectFooter: [],
  makePathsEnum: false,
  pathParamsAsTypes: false,
  postTransform: undefined,
  propertiesRequiredByDefault: false,
  readWriteMarkers: false,
  resolve: () => undefined,
  rootTypes: false,
  rootTypesKeepCasing: false,
  rootTypesNoSchemaPrefix: false,
  silent: true,
  transform: undefined,
};

/** Prints types with openapi-typescript. Loaded only here: it takes most of a second. */
export async function loadTypePrinter(): Promise<(request: TypeRequest) => PrintedType> {
  const [{ default: ts }, { transformSchemaObject }] = await Promise.all([
    import("typescript"),
    import("openapi-typescript"),
  ]);
  const printer = ts.createPrinter({ newLine: ts.NewLineKind.LineFeed });
  const blank = ts.createSourceFile("types.ts", "", ts.ScriptTarget.Latest);
  const exported = [ts.factory.createModifier(ts.SyntaxKind.ExportKeyword)];
  const transformProperty = (property: PropertySignature, schema: Property): PropertySignature =>
    describeProperty(ts, property, schema);

  return ({ name, doc, schema, defaultsPresent, closed = false }) => {
    const refs = new Set<string>();
    const emptyObjectsUnknown = !(closed && isEmptyObject(schema));
    const foreign = transformSchemaObject(typeSchema(schema, defaultsPresent) as never, {
      path: `#/components/schemas/${name}`,
      ctx: { ...plain, emptyObjectsUnknown, transformProperty } as never,
    });
    const type = nameReferences(ts, foreign, refs);
    const declaration = ts.isTypeLiteralNode(type)
      ? ts.factory.createInterfaceDeclaration(exported, name, undefined, undefined, type.members)
      : ts.factory.createTypeAliasDeclaration(exported, name, undefined, type);
    const comment = blockComment(commentLines(doc));
    const text = printer.printNode(ts.EmitHint.Unspecified, declaration, blank);
    return {
      code: printed(comment === undefined ? text : `/*${comment}*/\n${text}`),
      refs: [...refs].sort(),
    };
  };
}

/** Names and comments are ours: openapi-typescript decodes the first as URIs and writes some of the second unescaped. */
function describeProperty(ts: TypeScript, property: PropertySignature, schema: Property): PropertySignature {
  const { name, lines, impossible } = schema[described]!;
  const never = ts.factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword);
  const renamed = ts.factory.updatePropertySignature(
    property,
    property.modifiers,
    verbatim(ts, key(name)) as PropertyName,
    property.questionToken,
    impossible ? never : property.type,
  );
  const text = blockComment(lines);
  if (text === undefined) return renamed;
  return ts.addSyntheticLeadingComment(renamed, ts.SyntaxKind.MultiLineCommentTrivia, text, true);
}

/** Text of ours that the printer leaves as it is. */
function verbatim(ts: TypeScript, text: Code): Node {
  return ts.factory.createIdentifier(text.toString());
}

/** `components["schemas"]["Point"]` → `Point`; literals are printed by our own rules. */
function nameReferences(ts: TypeScript, node: TypeNode, refs: Set<string>): TypeNode {
  const { transformed } = ts.transform(node, [
    (transformation) => {
      const visit = (child: Node): Node => {
        if (ts.isIndexedAccessTypeNode(child) && ts.isLiteralTypeNode(child.indexType)) {
          const { literal } = child.indexType;
          if (ts.isStringLiteral(literal)) {
            refs.add(literal.text);
            return ts.factory.createTypeReferenceNode(literal.text);
          }
        }
        if (ts.isLiteralTypeNode(child) && ts.isStringLiteral(child.literal)) {
          return ts.factory.createLiteralTypeNode(verbatim(ts, str(child.literal.text)) as StringLiteral);
        }
        return ts.visitEachChild(child, visit, transformation);
      };
      return (root) => visit(root) as TypeNode;
    },
  ]);
  return transformed[0] ?? node;
}

function blockComment(lines: readonly string[]): string | undefined {
  if (lines.length === 0) return undefined;
  return lines.length === 1
    ? `* ${lines[0]} `
    : `*\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n `;
}
