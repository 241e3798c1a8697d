import type { Schema } from "../../ir.js";
import { ident, join } from "../code.js";
import { defOf, type Resolve } from "../describe.js";
import type { Emitted } from "../emitted.js";
import { subschemas } from "../subschemas.js";
import { CheckModule } from "./check-module.js";
import { writeFunction } from "./check-function.js";
import { runtimeNames } from "./runtime-names.js";
import { Scope, type Unknown } from "./scope.js";

export interface ChecksInput {
  readonly checks: readonly CheckInput[];
  readonly resolve: Resolve;
  /** The function that checks a named schema: of this file, or imported into it. */
  readonly functionOf: (def: string) => string;
  /** Names that are taken in the file; what is declared here is added. */
  readonly taken?: Set<string>;
  /** Formats are asserted unless they are mere annotations, as in the official test suite. */
  readonly formats?: "assert" | "annotate";
}

export interface CheckInput {
  /** `checkGetForecastArgs` */
  readonly name: string;
  readonly schema: Schema;
  /** What becomes of properties that the schema does not know, where it does not say. */
  readonly unknown: Unknown;
  /** Refuse undeclared `__proto__`, `constructor` and `prototype` everywhere; the default unless unknown properties are allowed. */
  readonly safeKeys?: boolean;
  readonly exported?: boolean;
}

/** Prints the functions that check values against schemas, and the constants they share. */
export function emitChecks(input: ChecksInput): Emitted {
  const { checks, resolve, functionOf } = input;
  const reserved = new Set([...runtimeNames, ...(input.taken ?? []), ...checks.map(({ name }) => name)]);
  for (const { schema } of checks)
    for (const def of reachable(schema, resolve)) reserved.add(functionOf(def));
  const module = new CheckModule(
    { resolve, functionOf, assertFormats: input.formats !== "annotate" },
    reserved,
  );
  for (const { name, schema, unknown, safeKeys = unknown !== "allow", exported } of checks) {
    writeFunction(
      ident(name),
      schema,
      new Scope(module, { unknown, safeKeys }, name.replace(/^check/, ""), false),
      exported,
    );
  }
  for (const name of module.declared) input.taken?.add(name);
  return {
    code: join([join(module.constants, "\n"), ...module.functions], "\n\n"),
    imports: [...module.imports].sort(),
    declares: [...checks.map(({ name }) => name), ...module.declared],
    refs: [...module.refs].sort(),
  };
}

/** Every named schema that can be reached from a schema. */
function reachable(schema: Schema, resolve: Resolve): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (node: Schema): void => {
    if (typeof node === "boolean") return;
    if (node.$ref !== undefined && !found.has(defOf(node.$ref))) {
      found.add(defOf(node.$ref));
      visit(resolve(defOf(node.$ref)));
    }
    for (const inner of subschemas(node)) visit(inner);
  };
  visit(schema);
  return found;
}
