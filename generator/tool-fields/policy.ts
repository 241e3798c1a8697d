import type { ToolPolicy } from "@toolpress/runtime";
import type { Fields } from "../dialects/fields.js";
import type { PolicyField } from "./field.js";
import { policyFields } from "./policy-fields.js";

// The types and functions below derive the policies of the compiler from the rows of `policyFields`.

type Rows = typeof policyFields;
type ValueOf<Row> = Row extends PolicyField<infer Value, infer None, infer _Written> ? Value | None : never;
type WrittenOf<Row> = Row extends PolicyField<infer _Value, infer _None, infer Written> ? Written : never;

export type PolicyName = keyof Rows;

/** How a tool runs. Every policy has a value. */
export type Policy = { readonly [Name in PolicyName]: ValueOf<Rows[Name]> };

/** The policies in the notation of our YAML and of `defineTools`. */
export type WrittenPolicy = { readonly [Name in keyof Rows]?: WrittenOf<Rows[Name]> };

const rows: readonly (readonly [string, PolicyField<unknown, unknown, unknown>])[] =
  Object.entries(policyFields);

/** The policy of a tool whose source sets no policies. */
export const noPolicy = policyOf((_name, { none }) => none);

export function readPolicy(fields: Fields): Policy {
  return policyOf((name, row) => row.read(fields, name) ?? row.none);
}

/**
 * The fields of `ToolPolicy` as a type alias. TypeScript accepts a type alias as a record, but not an interface.
 */
type PolicyRecord = Pick<ToolPolicy, keyof ToolPolicy>;

/** Converts a policy to the form of the runtime. Policies that are off or missing are left out. */
export function runtimePolicy(policy: Policy): PolicyRecord {
  return Object.assign({}, ...setPolicies(policy).map(({ row, value }) => row.toRuntime(value)));
}

/** Converts a policy to the notation of our YAML. Policies that are off or missing are left out. */
export function writePolicy(policy: Policy): Readonly<Record<string, unknown>> {
  return Object.fromEntries(setPolicies(policy).map(({ name, row, value }) => [name, row.write(value)]));
}

/** The names of the policies that a tool sets. */
export function policiesIn(policy: Policy): readonly string[] {
  return setPolicies(policy).map(({ name }) => name);
}

function setPolicies(policy: Policy): readonly {
  readonly name: string;
  readonly row: PolicyField<unknown, unknown, unknown>;
  readonly value: unknown;
}[] {
  const values: Readonly<Record<string, unknown>> = policy;
  return rows.flatMap(([name, row]) => {
    const value = values[name];
    return (row.isNone?.(value) ?? value === row.none) ? [] : [{ name, row, value }];
  });
}

function policyOf(valueOf: (name: string, row: PolicyField<unknown, unknown, unknown>) => unknown): Policy {
  // The values come from the rows, and the type is derived from the rows. TypeScript cannot check that the
  // values have this type.
  return Object.fromEntries(rows.map(([name, row]) => [name, valueOf(name, row)])) as Policy;
}
