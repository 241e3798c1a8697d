import { createRequire } from "node:module";
import type TypeScriptModule from "typescript";
import type { TypeNode } from "typescript";
import type { IntegerType } from "../base/int64.js";
import type { Schema } from "../ir.js";
import { type Code, commentLines, printed } from "../base/code.js";
import { isEmptyObject, type Property, typeSchema } from "./type-schema.js";
import { blockComment, createTypeText } from "./type-text.js";

/** A request to print a named type. */
export interface TypeRequest {
  readonly name: string;
  /** If true, the type of an object without listed properties allows no properties at all. */
  readonly closed?: boolean;
  readonly doc: string;
  readonly schema: Schema;
  /** Whether missing properties with a default are filled in. In this case, the type declares them as present. */
  readonly defaultsPresent: boolean;
  /**
   * Whether an object without `additionalProperties` has only the listed properties. This applies to arguments, unless
   * unknown arguments are allowed.
   */
  readonly closesObjects?: boolean;
  /** The TypeScript types of 64-bit integers. Default: number. */
  readonly integers?: readonly IntegerType[];
  /** Finds a named schema. A property without a description gets the description of the schema that it refers to. */
  readonly resolve?: (name: string) => Schema;
}

export interface PrintedType {
  readonly code: Code;
  /** The named schemas that the type mentions. */
  readonly refs: readonly string[];
}

/**
 * The options of openapi-typescript. All are turned off, because this project implements these features in another way.
 */
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

/**
 * The module of openapi-typescript that exports the function `transform`. This module is loaded directly, because the
 * main entry of the package also loads a validator of documents, which takes longer.
 */
interface Transformer {
  readonly default: (schema: unknown, options: { path: string; ctx: unknown }) => TypeNode;
}

/**
 * Loads openapi-typescript and returns a function that prints types. openapi-typescript and TypeScript are loaded by
 * `require`: if TypeScript were loaded as an ES module, Node would read it two more times to find its exports.
 */
export function loadTypePrinter(): (request: TypeRequest) => PrintedType {
  const require = createRequire(import.meta.url);
  const ts = require("typescript") as typeof TypeScriptModule;
  const { default: transform } =
    require("openapi-typescript/dist/transform/schema-object.cjs") as Transformer;
  const typeText = createTypeText(ts);

  return ({ name, doc, schema, closed = false, ...request }) => {
    const { defaultsPresent, closesObjects = false, integers = ["number" as const], resolve } = request;
    const properties: Property[] = [];
    const refs = new Set<string>();
    const emptyObjectsUnknown = !(closed && isEmptyObject(schema));
    const scope = { defaultsPresent, closed: closesObjects, integers, resolve };
    const type = transform(typeSchema(schema, scope, properties), {
      // The path is not used here, and computing it for every property would take time.
      path: "",
      ctx: { ...plain, emptyObjectsUnknown },
    });
    const text = typeText(type, { properties, refs });
    const head = ts.isTypeLiteralNode(type) ? `interface ${name} ${text}` : `type ${name} = ${text};`;
    return {
      code: printed(`${blockComment(commentLines(doc))}export ${head}`),
      refs: [...refs].sort(),
    };
  };
}
