import { transformSync } from "esbuild";
import { Ajv2020 } from "ajv/dist/2020.js";
import { z } from "zod";
import * as runtime from "../runtime/v1.js";
import { emitChecks } from "../generator/emit/validator/emit-checks.js";
import type { Schema, SchemaObject } from "../generator/ir.js";
import type { Check } from "../runtime/validate/issues.js";
import { handWritten } from "./hand-written.js";
import { installPeers } from "./install-peers.js";
import type { ValidatorCase } from "./validator-cases.js";

// The validators that are compared. All implement the same rules and use the same function for the format `date-time`.

const peers = installPeers(["@sinclair/typebox", "valibot"]);
const typebox = peers("@sinclair/typebox/compiler") as {
  TypeCompiler: { Compile(schema: unknown): TypeboxCheck };
};
const typeboxTypes = peers("@sinclair/typebox") as {
  FormatRegistry: { Set(name: string, test: (text: string) => boolean): void };
} & Record<string, never>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a package of the cache folder has no types here
const v = peers("valibot") as any;
typeboxTypes.FormatRegistry.Set("date-time", runtime.isDateTime);

interface TypeboxCheck {
  Check(value: unknown): boolean;
  Errors(value: unknown): Iterable<unknown>;
}

function ours(schema: Schema): (value: unknown) => unknown {
  const emitted = emitChecks({
    checks: [{ name: "checkIt", schema, unknown: "refuse" }],
    resolve: () => true,
    functionOf: (def) => def,
  });
  const { code } = transformSync(emitted.code.toString(), { loader: "ts" });
  const names = emitted.imports.filter((name) => name in runtime);
  const make = new Function(...names, `"use strict";\n${code}\nreturn checkIt;`) as (
    ...values: unknown[]
  ) => Check;
  const check = make(...names.map((name) => runtime[name as keyof typeof runtime]));
  return runtime.defineChecks({ check, coerce: false }).validate;
}

function ajv(schema: Schema, allErrors: boolean): (value: unknown) => unknown {
  const instance = new Ajv2020({ allErrors, strict: false, formats: { "date-time": runtime.isDateTime } });
  const validate = instance.compile(schema);
  return (value) => (validate(value) ? undefined : validate.errors);
}

function toZod(schema: Schema): z.ZodType {
  if (typeof schema === "boolean") return z.any();
  if (Array.isArray(schema.type)) return toZod({ ...schema, type: schema.type[0]! }).nullable();
  if (schema.enum !== undefined) return z.enum(schema.enum as [string, ...string[]]);
  if (schema.type === "object") {
    const shape = Object.entries(schema.properties ?? {}).map(([name, inner]) => {
      return [name, schema.required?.includes(name) ? toZod(inner) : toZod(inner).optional()] as const;
    });
    return z.strictObject(Object.fromEntries(shape));
  }
  if (schema.type === "array") {
    let list = z.array(toZod(schema.items ?? true));
    if (schema.minItems !== undefined) list = list.min(schema.minItems);
    if (schema.maxItems !== undefined) list = list.max(schema.maxItems);
    return list;
  }
  if (schema.type === "string") {
    let text = z.string();
    if (schema.minLength !== undefined) text = text.min(schema.minLength);
    if (schema.maxLength !== undefined) text = text.max(schema.maxLength);
    if (schema.pattern !== undefined) text = text.regex(new RegExp(schema.pattern, "u"));
    return schema.format === undefined ? text : text.refine(runtime.isDateTime);
  }
  if (schema.type === "boolean") return z.boolean();
  let number = schema.type === "integer" ? z.number().int() : z.number();
  if (schema.minimum !== undefined) number = number.min(schema.minimum);
  if (schema.maximum !== undefined) number = number.max(schema.maximum);
  return number;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
function toValibot(schema: Schema): any {
  if (typeof schema === "boolean") return v.any();
  if (Array.isArray(schema.type)) return v.nullable(toValibot({ ...schema, type: schema.type[0]! }));
  if (schema.enum !== undefined) return v.picklist(schema.enum);
  if (schema.type === "object") {
    const shape = Object.entries(schema.properties ?? {}).map(([name, inner]) => {
      return [
        name,
        schema.required?.includes(name) ? toValibot(inner) : v.optional(toValibot(inner)),
      ] as const;
    });
    return v.strictObject(Object.fromEntries(shape));
  }
  const bounds = (base: unknown, ...actions: unknown[]): unknown =>
    actions.length === 0 ? base : v.pipe(base, ...actions);
  const { minItems, maxItems, minLength, maxLength, minimum, maximum, pattern, format } = schema;
  if (schema.type === "array") {
    return bounds(
      v.array(toValibot(schema.items ?? true)),
      ...(minItems === undefined ? [] : [v.minLength(minItems)]),
      ...(maxItems === undefined ? [] : [v.maxLength(maxItems)]),
    );
  }
  if (schema.type === "string") {
    return bounds(
      v.string(),
      ...(minLength === undefined ? [] : [v.minLength(minLength)]),
      ...(maxLength === undefined ? [] : [v.maxLength(maxLength)]),
      ...(pattern === undefined ? [] : [v.regex(new RegExp(pattern, "u"))]),
      ...(format === undefined ? [] : [v.check(runtime.isDateTime)]),
    );
  }
  if (schema.type === "boolean") return v.boolean();
  return bounds(
    v.number(),
    ...(schema.type === "integer" ? [v.integer()] : []),
    ...(minimum === undefined ? [] : [v.minValue(minimum)]),
    ...(maximum === undefined ? [] : [v.maxValue(maximum)]),
  );
}

/** Converts a schema to TypeBox. In addition to JSON Schema, TypeBox needs the kind of each node. */
function toTypebox(schema: Schema): unknown {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  const Type = (typeboxTypes as any).Type;
  if (typeof schema === "boolean") return Type.Unknown();
  const {
    type,
    properties,
    items,
    enum: values,
    required = [],
    ...rest
  } = schema as SchemaObject & { type?: string | string[] };
  if (Array.isArray(type))
    return Type.Union([toTypebox({ ...schema, type: type[0] } as Schema), Type.Null()]);
  if (values !== undefined) return Type.Union(values.map((value) => Type.Literal(value)));
  if (type === "object") {
    const shape = Object.entries(properties ?? {}).map(([name, inner]) => [
      name,
      required.includes(name) ? toTypebox(inner) : Type.Optional(toTypebox(inner)),
    ]);
    return Type.Object(Object.fromEntries(shape), { additionalProperties: false });
  }
  if (type === "array") return Type.Array(toTypebox(items ?? true), rest);
  if (type === "string") return Type.String(rest);
  return type === "boolean" ? Type.Boolean() : type === "integer" ? Type.Integer(rest) : Type.Number(rest);
}

export interface Validator {
  readonly name: string;
  /** Returns a result that `isAccepted` can read: a verdict or errors. */
  readonly validate: (value: unknown) => unknown;
}

/** Returns all validators for a case. The first one is ours. */
export function contestantsOf({ name, schema }: ValidatorCase): Validator[] {
  const zod = toZod(schema);
  const valibot = toValibot(schema);
  const compiled = typebox.TypeCompiler.Compile(toTypebox(schema));
  return [
    { name: "toolpress", validate: ours(schema) },
    { name: "by hand", validate: handWritten[name]! },
    { name: "ajv allErrors", validate: ajv(schema, true) },
    { name: "ajv", validate: ajv(schema, false) },
    { name: "typebox", validate: (value) => compiled.Check(value) || [...compiled.Errors(value)] },
    { name: "zod", validate: (value) => zod.safeParse(value) },
    { name: "valibot", validate: (value) => v.safeParse(valibot, value) },
  ];
}

export function isAccepted(result: unknown): boolean {
  if (result === undefined || result === true) return true;
  const { ok, success } = result as { ok?: boolean; success?: boolean };
  return ok === true || success === true;
}
