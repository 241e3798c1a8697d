import { createRequire } from "node:module";
import type TypeScriptModule from "typescript";
import type { TypeNode } from "typescript";
import type { IntegerType } from "../base/int64.js";
import type { Schema } from "../ir.js";
import { type Code, commentLines, printed } from "../base/code.js";
import { isEmptyObject, type Property, typeSchema } from "./type-schema.js";
import { blockComment, createTypeText } from "./type-text.js";

/** A named type to print. */
export interface TypeRequest {
  readonly name: string;
  /** An object without properties takes none. */
  readonly closed?: boolean;
  readonly doc: string;
  readonly schema: Schema;
  /** Arguments with a default are always present for the handler: the validator fills them in. */
  readonly defaultsPresent: boolean;
  /**
   * Objects that do not mention further properties have none. This holds for arguments, unless unknown properties
   * are allowed.
   */
  readonly closesObjects?: boolean;
  /** The types of 64-bit integers. Default: number. */
  readonly integers?: readonly IntegerType[];
  /** Finds named schemas: a property without a description that refers to one gets its description. */
  readonly resolve?: (name: string) => Schema;
}

export interface PrintedType {
  readonly code: Code;
  /** Named schemas that the type mentions. */
  readonly refs: readonly string[];
}

/** All options of openapi-typescript, turned off: documents, enums, markers and comments are handled elsewhere. */
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
 * The one function of openapi-typescript that is used, imported from its own file: the package also loads a document
 * validator, which takes longer.
 */
interface Transformer {
  readonly default: (schema: unknown, options: { path: string; ctx: unknown }) => TypeNode;
}

/**
 * Prints types with openapi-typescript. It is loaded only here, and by `require`: loaded as an ES module, TypeScript
 * would be read twice more to find its exports.
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
      // We do not use it, and it would be composed anew for every property.
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
