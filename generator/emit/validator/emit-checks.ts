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
  /** The name of the function that checks a named schema: in this file, or imported into it. */
  readonly functionOf: (def: string) => string;
  /** Names that are already used in the file. Names that are declared here are added. */
  readonly taken?: Set<string>;
  /** Formats are asserted, unless they are only annotations, as in the official test suite. */
  readonly formats?: "assert" | "annotate";
  readonly integers?: IntegerSource;
  /** Checks that roots of the same file share, though they are printed separately. */
  readonly shared?: SharedChecks;
  /** Also apply patterns to texts that can make them slow. */
  readonly allowUnsafePatterns?: boolean;
  /** From this number of declared names on, the names are printed as a table. */
  readonly tableFrom?: number;
}

/** From this number of names on, a table takes less room than code. */
const usualTableFrom = 48;

export interface CheckInput {
  /** `checkGetForecastArgs` */
  readonly name: string;
  readonly schema: Schema;
  /** The treatment of unknown properties if the schema does not define it. */
  readonly unknown: Unknown;
  /**
   * Refuse undeclared `__proto__`, `constructor` and `prototype` everywhere. This is the default unless unknown
   * properties are allowed.
   */
  readonly safeKeys?: boolean;
  readonly exported?: boolean;
  /** Properties of the root that are never suggested: the model must not know them. */
  readonly hidden?: ReadonlySet<string>;
}

/** Prints the functions that check values against schemas, and the constants that they share. */
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
  module.lend(checks[0]?.name ?? "", (name) => declares.includes(name));
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
  // A list of variants is a constant that names functions.
  const isListed = (name: string): boolean => constants.some((one) => one.words.has(name));
  const isTable = (name: string): boolean => name === "declareNames" && isListed(name);
  return {
    code: text,
    imports: [...module.imports].filter((name) => isNamed(name) || isTable(name)).sort(),
    declares,
    refs: [...module.refs].filter((def) => isNamed(functionOf(def)) || isListed(functionOf(def))).sort(),
    calls: [...new Set(module.borrowed)].flatMap(({ name, root }) =>
      isNamed(name.toString()) || isListed(name.toString()) ? [root] : [],
    ),
  };
}

function writeRoot(check: CheckInput, module: CheckModule): void {
  const { name, schema, unknown, safeKeys = unknown !== "allow", exported, hidden = new Set() } = check;
  const scope = new Scope(module, { unknown, safeKeys }, name.replace(/^check/, ""), false, hidden);
  // A property that is never suggested here may be suggested elsewhere, so such a function is not shared.
  if (typeof schema === "object" && hidden.size === 0) {
    const key = module.shared.keyOf(schema);
    const known = module.functionFor(key, scope.nameChecks, false);
    if (known !== undefined) return writeAlias(ident(name), known, module, exported);
    module.rememberFunction(key, scope.nameChecks, false, ident(name));
  }
  writeFunction(ident(name), schema, scope, exported);
}

interface Used extends Declaration {
  /** Every identifier in the declaration. */
  readonly words: ReadonlySet<string>;
}

/** Leaves out declarations that were planned and then not needed. */
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

/** The identifiers of a declaration. Texts are skipped. Patterns are constants of their own, so no quote is unpaired. */
function wordsOf(source: Code): ReadonlySet<string> {
  return new Set(
    source
      .toString()
      .replace(/"(?:[^"\\]|\\.)*"/g, '""')
      .match(/[A-Za-z_$][\w$]*/g) ?? [],
  );
}
