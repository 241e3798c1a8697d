import type ts from "typescript";
import { type Compiler, Unsupported } from "./compiler.js";
import { descriptionOf, keywordsOf } from "./doc-comments.js";
import { literalTypes, nullableSchema } from "./union-schema.js";

export type JsonSchema = Record<string, unknown>;

const mostDepth = 24;

interface Open {
  readonly type: ts.Type;
  readonly name: string;
  used: boolean;
}

/** Converts types into JSON Schema. A type that contains itself becomes a definition. */
export class TypeSchemas {
  /** The definitions to which the schemas refer. */
  readonly definitions: Record<string, JsonSchema> = {};
  /** The locations of types without information, such as `any`. */
  readonly untyped: ts.Node[] = [];
  /** True if a type contains a TypeScript enum. A plain string cannot be assigned to an enum. */
  hasEnum = false;
  readonly #compiler: Compiler;
  readonly #ancestors: Open[] = [];
  readonly #definitionNames = new Map<ts.Type, string>();

  constructor(compiler: Compiler) {
    this.#compiler = compiler;
  }

  schemaOf(type: ts.Type, at: ts.Node): JsonSchema {
    const { ts, checker } = this.#compiler;
    const { flags } = type;
    if (flags & ts.TypeFlags.EnumLike) this.hasEnum = true;
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) {
      this.untyped.push(at);
      return {};
    }
    const literal = literalTypes(type, ts);
    if (literal !== undefined) return literal;
    if (flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral | ts.TypeFlags.StringMapping))
      return { type: "string" };
    if (flags & ts.TypeFlags.Number) return { type: "number" };
    if (flags & ts.TypeFlags.Boolean) return { type: "boolean" };
    if (flags & ts.TypeFlags.Null) return { type: "null" };
    if (type.isUnion()) return this.#unionSchema(type, at);
    if (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection | ts.TypeFlags.NonPrimitive))
      return this.#named(type, at);
    throw new Unsupported(`${checker.typeToString(type)} has no JSON form`, at);
  }

  #unionSchema(type: ts.UnionType, at: ts.Node): JsonSchema {
    const { ts } = this.#compiler;
    const members = type.types.filter(({ flags }) => !(flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)));
    const nullable = members.some(({ flags }) => flags & ts.TypeFlags.Null);
    const literals = members.flatMap((member) => literalTypes(member, ts)?.["enum"] ?? []) as unknown[];
    const others = members.filter(
      (member) => literalTypes(member, ts) === undefined && !(member.flags & ts.TypeFlags.Null),
    );
    if (members.some(({ flags }) => flags & ts.TypeFlags.EnumLike)) this.hasEnum = true;
    const schemas = others.map((member) => this.schemaOf(member, at));
    const isBoolean = literals.includes(true) && literals.includes(false);
    const values = isBoolean ? literals.filter((value) => typeof value !== "boolean") : literals;
    if (isBoolean) schemas.push({ type: "boolean" });
    if (values.length > 0) schemas.unshift(enumOf(values));
    const [only, ...more] = schemas;
    const schema = only === undefined ? { type: "null" } : more.length === 0 ? only : { anyOf: schemas };
    return nullable ? nullableSchema(schema) : schema;
  }

  /**
   * Describes an object type. A type that contains itself is described once, as a definition with its name.
   */
  #named(type: ts.Type, at: ts.Node): JsonSchema {
    const { checker } = this.#compiler;
    const known = this.#ancestors.find((entry) => entry.type === type);
    if (known !== undefined) {
      known.used = true;
      return { $ref: `#/$defs/${known.name}` };
    }
    const definitionName = this.#definitionNames.get(type);
    if (definitionName !== undefined) return { $ref: `#/$defs/${definitionName}` };
    if (this.#ancestors.length > mostDepth)
      throw new Unsupported(`${checker.typeToString(type)} is nested too deep`, at);
    const entry = {
      type,
      name: this.#freeName((type.aliasSymbol ?? type.symbol)?.name ?? "Value"),
      used: false,
    };
    this.#ancestors.push(entry);
    const schema = this.#objectSchema(type, at);
    this.#ancestors.pop();
    if (!entry.used) return schema;
    this.definitions[entry.name] = schema;
    this.#definitionNames.set(type, entry.name);
    return { $ref: `#/$defs/${entry.name}` };
  }

  #freeName(wanted: string): string {
    const base = /^[A-Za-z]\w*$/.test(wanted) ? wanted : "Value";
    const taken = (name: string): boolean =>
      Object.hasOwn(this.definitions, name) || this.#ancestors.some((entry) => entry.name === name);
    let name = base;
    for (let number = 2; taken(name); number += 1) name = `${base}${String(number)}`;
    return name;
  }

  #objectSchema(type: ts.Type, at: ts.Node): JsonSchema {
    const { ts, checker } = this.#compiler;
    if (checker.isTupleType(type)) return this.#tupleSchema(type as ts.TupleTypeReference, at);
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(type as ts.TypeReference);
      return { type: "array", ...(item === undefined ? {} : { items: this.schemaOf(item, at) }) };
    }
    this.#refuseClasses(type, at);
    const properties: Record<string, unknown> = {};
    const required: string[] = [];
    for (const property of checker.getPropertiesOfType(type)) {
      properties[property.name] = this.#propertySchema(property, at);
      if (!(property.flags & ts.SymbolFlags.Optional)) required.push(property.name);
    }
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String);
    return {
      type: "object",
      ...(Object.keys(properties).length === 0 && index !== undefined ? {} : { properties }),
      ...(required.length === 0 ? {} : { required }),
      ...(index === undefined ? {} : { additionalProperties: this.schemaOf(index.type, at) }),
    };
  }

  #propertySchema(property: ts.Symbol, at: ts.Node): JsonSchema {
    const { checker } = this.#compiler;
    const where = property.valueDeclaration ?? at;
    const schema = this.schemaOf(checker.getTypeOfSymbolAtLocation(property, at), where);
    const description = descriptionOf(property, this.#compiler);
    return {
      ...schema,
      ...(description === undefined ? {} : { description }),
      ...keywordsOf(property, this.#compiler),
    };
  }

  #tupleSchema(type: ts.TupleTypeReference, at: ts.Node): JsonSchema {
    const { ts, checker } = this.#compiler;
    const items = checker.getTypeArguments(type);
    const flags = type.target.elementFlags;
    const rest = items.find((_, index) => (flags[index] ?? 0) & ts.ElementFlags.Variable);
    const fixed = items.filter((_, index) => !((flags[index] ?? 0) & ts.ElementFlags.Variable));
    return {
      type: "array",
      prefixItems: fixed.map((item) => this.schemaOf(item, at)),
      items: rest === undefined ? false : this.schemaOf(rest, at),
      minItems: type.target.minLength,
    };
  }

  /** Refuses functions and instances of classes, because JSON can express plain data only. */
  #refuseClasses(type: ts.Type, at: ts.Node): void {
    const { ts, checker, program } = this.#compiler;
    const { symbol } = type;
    const isCallable = type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0;
    const inLibrary = symbol?.declarations?.some((node) =>
      program.isSourceFileDefaultLibrary(node.getSourceFile()),
    );
    const isNamed =
      symbol !== undefined &&
      symbol.name !== "__type" &&
      symbol.name !== "__object" &&
      symbol.name !== "Object";
    const isClass = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Class) !== 0;
    if (isCallable || isClass || (inLibrary === true && isNamed))
      throw new Unsupported(`${checker.typeToString(type)} has no JSON form`, at);
  }
}

function enumOf(values: readonly unknown[]): JsonSchema {
  const types = [...new Set(values.map((value) => (Number.isInteger(value) ? "integer" : typeof value)))];
  return { ...(types.length === 1 ? { type: types[0] } : {}), enum: values };
}
