import type { Schema } from "../ir.js";
import { type Code } from "./code.js";
import { checkName, completeName, type EmitContext, type Role } from "./context.js";
import { emitDefaults } from "./defaults.js";
import type { Emitted } from "./emitted.js";
import { emitChecks } from "./validator/emit-checks.js";

/** A schema that gets functions of its own in a file. */
export interface FunctionRequest {
  /** `GetForecastArgs` gives `checkGetForecastArgs` and, where there are defaults, `completeGetForecastArgs`. */
  readonly name: string;
  readonly schema: Schema;
  readonly role: Role;
  /** Arguments the model never sees, and that are therefore never suggested to it. */
  readonly hidden?: ReadonlySet<string>;
}

export interface SchemaFunctions {
  readonly code: readonly Code[];
  /** The functions that were asked for. */
  readonly exports: readonly string[];
  /** Every name at the top of the file. */
  readonly declares: readonly string[];
  /** Names from the runtime. */
  readonly imports: readonly string[];
  /** Functions of named schemas, whichever file they are in. */
  readonly calls: readonly string[];
}

/** The check of a schema, and for arguments the function that fills in its defaults. */
export function emitSchemaFunctions(
  { name, schema, role, hidden = new Set() }: FunctionRequest,
  resolve: (def: string) => Schema,
  { options, roles }: EmitContext,
  taken: Set<string>,
): SchemaFunctions {
  const checkOf = (def: string): string => checkName(def, role, roles);
  const unknown = role === "input" ? options.unknownArguments : "allow";
  const checks = emitChecks({
    checks: [{ name: `check${name}`, schema, unknown, hidden, safeKeys: role === "input" }],
    resolve,
    functionOf: checkOf,
    taken,
  });
  const pieces: { emitted: Emitted; calls: readonly string[]; name: string }[] = [
    { emitted: checks, calls: checks.refs.map(checkOf), name: `check${name}` },
  ];
  if (role === "input") {
    const defaults = emitDefaults({
      name: completeName(name),
      schema,
      resolve,
      functionOf: completeName,
    });
    if (defaults !== undefined) {
      pieces.push({ emitted: defaults, calls: defaults.refs.map(completeName), name: completeName(name) });
    }
  }
  return {
    code: pieces.map(({ emitted }) => emitted.code),
    exports: pieces.map((piece) => piece.name),
    declares: pieces.flatMap((piece) => piece.emitted.declares ?? [piece.name]),
    imports: pieces.flatMap(({ emitted }) => emitted.imports.filter((name) => mentions(emitted.code, name))),
    calls: pieces.flatMap(({ calls }) => calls),
  };
}

/** Names that the functions of these schemas may have, so that nothing made for one of them takes the name of another. */
export function reservedNames(names: Iterable<string>): Set<string> {
  return new Set([...names].flatMap((name) => [name, `check${name}`, completeName(name), `decode${name}`]));
}

/** An emitter may have asked for a helper in a branch that it then left out. */
function mentions(text: Code, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text.toString());
}
