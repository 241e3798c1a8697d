import { isWide } from "../base/int64.js";
import type { Schema, SchemaObject } from "../ir.js";
import { childrenOf } from "../base/schema-children.js";
import { code, type Code, ident, join, key, regex } from "../base/code.js";
import type { Resolve } from "./describe.js";
import type { Emitted } from "./emitted.js";
import { defName, reachableDefs } from "./reach.js";

/** The forms of 64-bit integers that require a conversion of the decoded arguments. */
export type HandlerForm = "bigint" | "string";

export interface FormsInput {
  /** The name of the printed function, for example `bigintsInPlaceOrderArgs`. */
  readonly name: string;
  readonly schema: Schema;
  readonly resolve: Resolve;
  /** Returns the name of the function that converts the integers of a named schema. */
  readonly functionOf: (def: string) => string;
  readonly form: HandlerForm;
}

/**
 * Returns the name of the function that converts the 64-bit integers of the schema `name`. For the schema `Address`,
 * the name is `bigintsInAddress` if the form is "bigint", and `digitsInAddress` if the form is "string".
 */
export function formName(name: string, form: HandlerForm): string {
  return `${form === "bigint" ? "bigints" : "digits"}In${name}`;
}

/**
 * Prints the function that converts all 64-bit integers of a value, at any depth. Returns undefined if the schema
 * describes no 64-bit integer.
 */
export function emitIntegerForms({
  name,
  schema,
  resolve,
  functionOf,
  form,
}: FormsInput): Emitted | undefined {
  const leaf = form === "bigint" ? "toBigint" : "toDigits";
  const refs = new Set<string>();
  const body = print(schema, { resolve, functionOf, leaf, refs });
  if (body === undefined) return undefined;
  return {
    code: code`function ${ident(name)}(value: unknown): unknown { return complete(value, ${body}); }`,
    imports: ["complete", leaf],
    refs: [...refs].sort(),
  };
}

/** Returns whether a value of the schema can contain a 64-bit integer. */
export function hasWide(schema: Schema, resolve: Resolve): boolean {
  if (mentionsWide(schema)) return true;
  return [...reachableDefs([schema], resolve)].some((def) => mentionsWide(resolve(def)));
}

const mentions = new WeakMap<object, boolean>();

/**
 * Returns whether a schema mentions a 64-bit integer, without following references. The result is cached, because every
 * tool of a large set examines the shared schemas.
 */
function mentionsWide(schema: Schema): boolean {
  if (typeof schema === "boolean") return false;
  const known = mentions.get(schema);
  if (known !== undefined) return known;
  const found = isWide(schema) || childrenOf(schema).some(mentionsWide);
  mentions.set(schema, found);
  return found;
}

interface Printing {
  readonly resolve: Resolve;
  readonly functionOf: (def: string) => string;
  readonly leaf: string;
  /** The named schemas whose functions the printed code calls. */
  readonly refs: Set<string>;
}

/**
 * Prints the second argument of `complete` in the runtime: an object with the structure of the schema, the function of
 * a named schema, or the function that converts one integer.
 */
function print(schema: Schema, printing: Printing): Code | undefined {
  if (typeof schema === "boolean" || !hasWide(schema, printing.resolve)) return undefined;
  if (isWide(schema)) return ident(printing.leaf);
  const members = printMembers(schema, printing);
  const parts = printParts(schema, printing);
  if (members.length === 0 && parts.length <= 1) return parts[0];
  const also = parts.length === 0 ? [] : [code`also: [${join(parts, ", ")}]`];
  return code`{ ${join([...members, ...also], ", ")} }`;
}

function printMembers(schema: SchemaObject, printing: Printing): readonly Code[] {
  const { properties = {}, items = true, additionalProperties = true } = schema;
  const { prefixItems = [], patternProperties = {} } = schema;
  const others = print(additionalProperties, printing);
  const prefix = prefixItems.map((item) => print(item, printing));
  const ofItems = print(items, printing);
  const named = Object.entries(properties).flatMap(([name, property]) => {
    const form = print(property, printing) ?? (others && code`undefined`);
    return form === undefined ? [] : [code`${key(name)}: ${form}`];
  });
  const patterns = Object.entries(patternProperties).flatMap(([pattern, property]) => {
    const form = print(property, printing) ?? (others && code`undefined`);
    return form === undefined ? [] : [code`[${regex(pattern)}, ${form}]`];
  });
  return [
    ...(named.length === 0 ? [] : [code`properties: { ${join(named, ", ")} }`]),
    ...(patterns.length === 0 ? [] : [code`patterns: [${join(patterns, ", ")}]`]),
    ...(others === undefined ? [] : [code`others: ${others}`]),
    ...(prefix.every((form) => form === undefined)
      ? []
      : [
          code`prefix: [${join(
            prefix.map((form) => form ?? code`undefined`),
            ", ",
          )}]`,
        ]),
    ...(ofItems === undefined ? [] : [code`items: ${ofItems}`]),
    ...(ofItems === undefined || prefix.length === 0 ? [] : [code`from: ${prefix.length}`]),
  ];
}

/**
 * Prints the conversions of the other schemas that describe the same value. All branches of a union are included,
 * because a 64-bit integer is converted whichever branch applies.
 */
function printParts(schema: SchemaObject, printing: Printing): readonly Code[] {
  const { allOf = [], anyOf = [], oneOf = [], then = true, else: otherwise = true } = schema;
  const conditional = Object.values(schema.dependentSchemas ?? {});
  const parts = [...allOf, ...anyOf, ...oneOf, then, otherwise, ...conditional];
  const printed = parts.flatMap((part) => print(part, printing) ?? []);
  const { $ref } = schema;
  if ($ref === undefined || !hasWide({ $ref }, printing.resolve)) return printed;
  printing.refs.add(defName($ref));
  return [...printed, ident(printing.functionOf(defName($ref)))];
}
