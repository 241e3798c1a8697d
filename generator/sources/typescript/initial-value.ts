import type ts from "typescript";
import type { Compiler } from "./compiler.js";
import { literalTypes } from "./union-schema.js";

interface Value {
  readonly value: unknown;
}

/**
 * Returns the value of an expression as JSON. The value is known for literals, for members of enums and for
 * constants, and undefined otherwise.
 */
export function initialValue(node: ts.Expression, { ts, checker }: Compiler): Value | undefined {
  const written = writtenValue(node, ts);
  if (written !== undefined) return written;
  const literals = literalTypes(checker.getTypeAtLocation(node), ts)?.["enum"];
  return Array.isArray(literals) && literals.length === 1 ? { value: literals[0] as unknown } : undefined;
}

function writtenValue(node: ts.Expression, compiler: typeof ts): Value | undefined {
  if (compiler.isStringLiteralLike(node)) return { value: node.text };
  if (compiler.isNumericLiteral(node)) return { value: Number(node.text) };
  if (node.kind === compiler.SyntaxKind.TrueKeyword) return { value: true };
  if (node.kind === compiler.SyntaxKind.FalseKeyword) return { value: false };
  if (node.kind === compiler.SyntaxKind.NullKeyword) return { value: null };
  if (compiler.isPrefixUnaryExpression(node) && node.operator === compiler.SyntaxKind.MinusToken) {
    const inner = writtenValue(node.operand, compiler);
    return typeof inner?.value === "number" ? { value: -inner.value } : undefined;
  }
  const isWrapped =
    compiler.isAsExpression(node) ||
    compiler.isSatisfiesExpression(node) ||
    compiler.isParenthesizedExpression(node);
  if (isWrapped) return writtenValue(node.expression, compiler);
  if (compiler.isArrayLiteralExpression(node)) {
    const items = node.elements.map((element) => writtenValue(element, compiler));
    return items.every((item) => item !== undefined) ? { value: items.map(({ value }) => value) } : undefined;
  }
  return compiler.isObjectLiteralExpression(node) ? objectValue(node, compiler) : undefined;
}

function objectValue(node: ts.ObjectLiteralExpression, compiler: typeof ts): Value | undefined {
  const entries: [string, unknown][] = [];
  for (const property of node.properties) {
    if (!compiler.isPropertyAssignment(property) || compiler.isComputedPropertyName(property.name))
      return undefined;
    const inner = writtenValue(property.initializer, compiler);
    if (inner === undefined) return undefined;
    entries.push([property.name.text, inner.value]);
  }
  return { value: Object.fromEntries(entries) };
}
