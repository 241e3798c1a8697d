import { isWide } from "../base/int64.js";
import type { Schema, SchemaObject } from "../ir.js";
import { childrenOf } from "../base/schema-children.js";
import { code, type Code, ident, join, key, regex } from "../base/code.js";
import type { Resolve } from "./describe.js";
import type { Emitted } from "./emitted.js";
import { defName, reachableDefs } from "./reach.js";

/** The forms that a handler can request. Arguments are converted after they were decoded. */
export type HandlerForm = "bigint" | "string";

export interface FormsInput {
  /** `bigintsInPlaceOrderArgs` */
  readonly name: string;
  readonly schema: Schema;
  readonly resolve: Resolve;
  /** The name of the function of a named schema. */
  readonly functionOf: (def: string) => string;
  readonly form: HandlerForm;
}

/** `bigintsInAddress`, or `digitsInAddress` if 64-bit integers are texts. */
export function formName(name: string, form: HandlerForm): string {
  return `${form === "bigint" ? "bigints" : "digits"}In${name}`;
}

/**
 * Prints the function that converts every 64-bit integer to its form, at any depth. Undefined if the schema has no
 * 64-bit integers.
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

/** Whether the values of a schema can contain a 64-bit integer. */
export function hasWide(schema: Schema, resolve: Resolve): boolean {
  if (mentionsWide(schema)) return true;
  return [...reachableDefs([schema], resolve)].some((def) => mentionsWide(resolve(def)));
}

const mentions = new WeakMap<object, boolean>();

/** References are not followed. The result is kept, because every tool of a large set asks for it. */
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
  /** Named schemas whose functions are called. */
  readonly refs: Set<string>;
}

/** An object of the same shape as the schema, the function of a named schema, or the function of the integer itself. */
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
 * The code for the other parts of the schema that describe the same value. Every branch of a union counts: an
 * integer that has 64 bits in one branch is converted, whichever branch is meant.
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
