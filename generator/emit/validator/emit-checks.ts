import type { Schema } from "../../ir.js";
import { longestMatched, longestText } from "../../check/patterns/longest-text.js";
import { checkHelpers } from "../../base/runtime-names.js";
import { type Code, ident, join } from "../../base/code.js";
import type { Resolve } from "../describe.js";
import type { Emitted } from "../emitted.js";
import { reachableDefs } from "../reach.js";
import { CheckModule, type Declaration, type IntegerSource } from "./check-module.js";
import { writeAlias, writeFunction } from "./check-function.js";
import { Scope, type Unknown } from "./scope.js";
import { SharedChecks } from "./shared-checks.js";

const ofRuntime: ReadonlySet<string> = new Set(["Issues", "defineChecks", ...checkHelpers]);

export interface ChecksInput {
  readonly checks: readonly CheckInput[];
  readonly resolve: Resolve;
  /** Returns the name of the function that checks a named schema. The function is in this file or imported into it. */
  readonly functionOf: (def: string) => string;
  /** The names that the file already uses. The names that are declared here are added to this set. */
  readonly taken?: Set<string>;
  /** Whether formats are asserted. The official test suite treats them as annotations. */
  readonly formats?: "assert" | "annotate";
  readonly integers?: IntegerSource;
  /**
   * The functions that several top-level schemas of a file share, even if they are printed by different calls of
   * `emitChecks`.
   */
  readonly shared?: SharedChecks;
  /** Whether a pattern that can be slow is also applied to long texts. */
  readonly allowUnsafePatterns?: boolean;
  /** The minimum number of declared names for which a table is printed instead of code. */
  readonly tableFrom?: number;
}

/** From this number of declared names on, a table is shorter than code. */
const usualTableFrom = 48;

export interface CheckInput {
  /** The name of the printed function, for example `checkGetForecastArgs`. */
  readonly name: string;
  readonly schema: Schema;
  /** How unknown properties are treated in objects whose schema does not decide this. */
  readonly unknown: Unknown;
  /**
   * Whether `__proto__`, `constructor` and `prototype` are refused everywhere unless they are declared. By default,
   * they are refused unless unknown properties are allowed.
   */
  readonly safeKeys?: boolean;
  readonly exported?: boolean;
  /** The bound properties of the checked object. They are never suggested, because the model must not know them. */
  readonly hidden?: ReadonlySet<string>;
}

/** Prints the functions that check values against schemas, and the constants that these functions use. */
export function emitChecks(input: ChecksInput): Emitted {
  const { checks, resolve, functionOf } = input;
  const own = new Set(checks.map(({ name }) => name));
  for (const { schema } of checks)
    for (const def of reachableDefs([schema], resolve)) own.add(functionOf(def));
  const { formats, integers = { of: "json" }, tableFrom = usualTableFrom } = input;
  const options = {
    resolve,
    functionOf,
    assertFormats: formats !== "annotate",
    integers,
    tableFrom,
    longestText: input.allowUnsafePatterns === true ? () => longestMatched : longestText,
  };
  const shared = input.shared ?? new SharedChecks(checks.map(({ schema }) => schema));
  const module = new CheckModule(options, [own, ofRuntime, input.taken ?? new Set()], shared);
  for (const check of checks) writeRoot(check, module);
  const { constants, functions } = usedBy(
    checks.map(({ name }) => name),
    module,
  );
  const declares = [...constants, ...functions].map(({ name }) => name.toString());
  for (const name of declares) input.taken?.add(name);
  module.publish(checks[0]?.name ?? "", (name) => declares.includes(name));
  const text = join(
    [
      join(
        constants.map((one) => one.code),
        "\n",
      ),
      ...functions.map((one) => one.code),
    ],
    "\n\n",
  );
  const isNamed = (name: string): boolean => functions.some((one) => one.words.has(name));
  // A constant can contain names of functions, for example as a list of the branches of a union.
  const isListed = (name: string): boolean => constants.some((one) => one.words.has(name));
  const isTable = (name: string): boolean => name === "declareNames" && isListed(name);
  return {
    code: text,
    imports: [...module.imports].filter((name) => isNamed(name) || isTable(name)).sort(),
    declares,
    refs: [...module.refs].filter((def) => isNamed(functionOf(def)) || isListed(functionOf(def))).sort(),
    calls: [...new Set(module.usedOfOtherRoots)].flatMap(({ name, root }) =>
      isNamed(name.toString()) || isListed(name.toString()) ? [root] : [],
    ),
  };
}

function writeRoot(check: CheckInput, module: CheckModule): void {
  const { name, schema, unknown, safeKeys = unknown !== "allow", exported, hidden = new Set() } = check;
  const scope = new Scope(module, { unknown, safeKeys }, name.replace(/^check/, ""), false, hidden);
  // A function with hidden properties is not shared, because other functions may suggest these properties.
  if (typeof schema === "object" && hidden.size === 0) {
    const key = module.shared.keyOf(schema);
    const known = module.functionFor(key, scope.nameChecks, false);
    if (known !== undefined) return writeAlias(ident(name), known, module, exported);
    module.addFunction(key, scope.nameChecks, false, ident(name));
  }
  writeFunction(ident(name), schema, scope, exported);
}

interface Used extends Declaration {
  /** All identifiers in the code of the declaration. */
  readonly words: ReadonlySet<string>;
}

/**
 * Returns the declarations that the functions in `roots` use, directly or indirectly. Other declarations are left out.
 */
function usedBy(
  roots: readonly string[],
  module: CheckModule,
): { constants: readonly Used[]; functions: readonly Used[] } {
  const declared = new Map(
    [...module.constants, ...module.functions].map((one) => [one.name.toString(), one]),
  );
  const used = new Map<string, Used>();
  const open = [...roots];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const declaration = declared.get(name);
    if (declaration === undefined || used.has(name)) continue;
    const words = wordsOf(declaration.code);
    used.set(name, { ...declaration, words });
    for (const word of words) if (declared.has(word)) open.push(word);
  }
  const usedOf = (all: readonly Declaration[]): readonly Used[] =>
    all.flatMap(({ name }) => used.get(name.toString()) ?? []);
  return { constants: usedOf(module.constants), functions: usedOf(module.functions) };
}

/**
 * Returns the identifiers in a declaration. String literals are ignored. Patterns are separate constants, so a quote in
 * a pattern cannot be mistaken for the start of a string.
 */
function wordsOf(source: Code): ReadonlySet<string> {
  return new Set(
    source
      .toString()
      .replace(/"(?:[^"\\]|\\.)*"/g, '""')
      .match(/[A-Za-z_$][\w$]*/g) ?? [],
  );
}
