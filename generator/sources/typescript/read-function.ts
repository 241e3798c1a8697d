import type ts from "typescript";
import { type Compiler, locationOf, Unsupported } from "./compiler.js";
import { descriptionOf, keywordsOf, propertyDescriptions, returnsOf } from "./doc-comments.js";
import { initialValue } from "./initial-value.js";
import { type JsonSchema, TypeSchemas } from "./type-schema.js";

/** A tool of the toolpress dialect that was made from a function, with its binding. */
export interface ReadFunction {
  readonly description?: string;
  readonly parameters?: JsonSchema;
  readonly response?: JsonSchema;
  readonly binding: Readonly<Record<string, unknown>>;
}

/**
 * Reads an exported function. If JSON cannot express its arguments, this is reported and the result is
 * undefined.
 */
export function readFunction(
  name: string,
  symbol: ts.Symbol,
  signatures: readonly ts.Signature[],
  compiler: Compiler,
): ReadFunction | undefined {
  const [signature] = signatures;
  const at = symbol.valueDeclaration;
  if (signature === undefined || at === undefined) return undefined;
  const { report } = compiler;
  if (signatures.length > 1)
    report.add("TP733", locationOf(at, compiler), { function: name, count: signatures.length });
  try {
    if ((signature.typeParameters ?? []).length > 0)
      throw new Unsupported("it is generic: its types are parameters");
    const schemas = new TypeSchemas(compiler);
    const given = argumentsOf(name, signature, at, schemas, compiler);
    const input = withDefinitions(given.schema, schemas);
    for (const node of schemas.untyped) report.add("TP732", locationOf(node, compiler), { function: name });
    const response = responseOf(name, signature, at, compiler);
    const description = descriptionOf(symbol, compiler);
    return {
      ...(description === undefined ? {} : { description }),
      ...(isEmpty(input) ? {} : { parameters: input }),
      ...(response === undefined ? {} : { response }),
      binding: schemas.hasEnum ? { ...given.binding, cast: true } : given.binding,
    };
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    report.add("TP731", locationOf(error.at ?? at, compiler), { function: name, problem: error.message });
    return undefined;
  }
}

/** Whether a function has no arguments. */
function isEmpty(input: JsonSchema): boolean {
  const { properties, $ref, additionalProperties } = input;
  return (
    Object.keys(properties ?? {}).length === 0 && $ref === undefined && additionalProperties === undefined
  );
}

interface ToolArguments {
  readonly schema: JsonSchema;
  readonly binding: Readonly<Record<string, unknown>>;
}

function argumentsOf(
  name: string,
  signature: ts.Signature,
  at: ts.Node,
  schemas: TypeSchemas,
  compiler: Compiler,
): ToolArguments {
  const parameters = signature.parameters.map((symbol) => ({
    symbol,
    declaration: symbol.valueDeclaration as ts.ParameterDeclaration,
    type: compiler.checker.getTypeOfSymbolAtLocation(symbol, at),
  }));
  const contexts = parameters.filter(({ type }) => (type.aliasSymbol ?? type.symbol)?.name === "CallContext");
  const own = parameters.filter((parameter) => !contexts.includes(parameter));
  const [first, ...others] = own;
  if (first !== undefined && others.length === 0 && takesObject(first, compiler))
    return objectForm(first, contexts, at, schemas, compiler);
  if (contexts.some(({ declaration }) => declaration.questionToken === undefined))
    throw new Unsupported("only a function with a single object of arguments may take the call context", at);
  return positionalArguments(name, own, schemas, compiler);
}

function objectForm(
  parameter: Parameter,
  contexts: readonly Parameter[],
  at: ts.Node,
  schemas: TypeSchemas,
  compiler: Compiler,
): ToolArguments {
  const schema = objectArguments(parameter, at, schemas, compiler);
  if (schemas.hasEnum && contexts.length > 0)
    throw new Unsupported("with a call context it cannot take an enum; use a union of strings instead", at);
  return { schema, binding: { call: "object" } };
}

interface Parameter {
  readonly symbol: ts.Symbol;
  readonly declaration: ts.ParameterDeclaration;
  readonly type: ts.Type;
}

/** Whether the only parameter is a plain object. Its properties are then the arguments of the tool. */
function takesObject({ type, declaration }: Parameter, { ts, checker }: Compiler): boolean {
  if (declaration.initializer !== undefined || declaration.questionToken !== undefined) return false;
  const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
  if (!isObject || checker.isArrayType(type) || checker.isTupleType(type)) return false;
  return type.getCallSignatures().length === 0 && checker.getPropertiesOfType(type).length > 0;
}

function objectArguments(
  parameter: Parameter,
  at: ts.Node,
  schemas: TypeSchemas,
  compiler: Compiler,
): JsonSchema {
  const schema = schemas.schemaOf(parameter.type, parameter.declaration);
  const properties = schema["properties"] as Record<string, JsonSchema> | undefined;
  if (properties === undefined) return schema;
  const described = propertyDescriptions(at, compiler);
  const defaults = destructuredDefaults(parameter.declaration, compiler);
  for (const [key, property] of Object.entries(properties)) {
    const description = property["description"] ?? described.get(key);
    const initial = defaults.get(key);
    properties[key] = {
      ...property,
      ...(description === undefined ? {} : { description }),
      ...(initial === undefined ? {} : { default: initial.value }),
    };
  }
  return schema;
}

/** Reads the defaults of a pattern such as `({ city, days = 3 }: Args)`. */
function destructuredDefaults(
  { name }: ts.ParameterDeclaration,
  compiler: Compiler,
): ReadonlyMap<string, { readonly value: unknown }> {
  const { ts } = compiler;
  if (!ts.isObjectBindingPattern(name)) return new Map();
  return new Map(
    name.elements.flatMap((element) => {
      const key = element.propertyName ?? element.name;
      const initial =
        element.initializer === undefined ? undefined : initialValue(element.initializer, compiler);
      return initial === undefined || !ts.isIdentifier(key) ? [] : [[key.text, initial] as const];
    }),
  );
}

function positionalArguments(
  tool: string,
  parameters: readonly Parameter[],
  schemas: TypeSchemas,
  compiler: Compiler,
): ToolArguments {
  const { ts, report } = compiler;
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const { symbol, declaration, type } of parameters) {
    if (!ts.isIdentifier(declaration.name))
      throw new Unsupported("only a single object of arguments may be destructured", declaration);
    if (declaration.dotDotDotToken !== undefined) {
      const why = "variadic arguments have no schema";
      report.add("TP713", locationOf(declaration, compiler), { tool, parameter: symbol.name, why });
      continue;
    }
    const initial =
      declaration.initializer === undefined ? undefined : initialValue(declaration.initializer, compiler);
    const description = descriptionOf(symbol, compiler);
    properties[symbol.name] = {
      ...schemas.schemaOf(type, declaration),
      ...(description === undefined ? {} : { description }),
      ...keywordsOf(symbol, compiler),
      ...(initial === undefined ? {} : { default: initial.value }),
    };
    if (declaration.questionToken === undefined && declaration.initializer === undefined)
      required.push(symbol.name);
  }
  const schema = { type: "object", properties, ...(required.length === 0 ? {} : { required }) };
  return { schema, binding: { call: "positional", parameters: Object.keys(properties) } };
}

/** The schema of the awaited result. Undefined if JSON cannot express the result. */
function responseOf(
  name: string,
  signature: ts.Signature,
  at: ts.Node,
  compiler: Compiler,
): JsonSchema | undefined {
  const { ts, checker, report } = compiler;
  const returned = signature.getReturnType();
  const type = checker.getAwaitedType(returned) ?? returned;
  const withoutSchema =
    ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Never;
  if (type.flags & withoutSchema) return undefined;
  try {
    const schemas = new TypeSchemas(compiler);
    const schema = withDefinitions(schemas.schemaOf(type, at), schemas);
    const description = returnsOf(signature, compiler);
    return { ...schema, ...(description === undefined ? {} : { description }) };
  } catch (error) {
    if (!(error instanceof Unsupported)) throw error;
    report.add("TP734", locationOf(at, compiler), { function: name, problem: error.message });
    return undefined;
  }
}

function withDefinitions(schema: JsonSchema, { definitions }: TypeSchemas): JsonSchema {
  return Object.keys(definitions).length === 0 ? schema : { ...schema, $defs: definitions };
}
