import type { DeclarationTarget } from "./ir.js";

export type Severity = "error" | "warning" | "note" | "off";

/** All options that change the output. Config files and flags set them. */
export interface Options {
  readonly target: DeclarationTarget;
  /** The declaration of a tool without arguments: no parameters, or an empty JSON Schema. */
  readonly emptyParameters: "omit" | "jsonSchema";
  /** The treatment of unknown arguments, unless the spec defines the treatment. */
  readonly unknownArguments: "refuse" | "strip" | "allow";
  /** Whether arguments of the model are repaired if nothing is lost, for example `"3"` to 3. */
  readonly coerce: boolean;
  /** Whether bounds and formats are dropped from declarations that exceed a budget. Validators still check them. */
  readonly relax: boolean;
  /** The wire form of a map: a list of `{key, value}`, or JSON in a string. */
  readonly maps: "entries" | "json";
  /**
   * The type of 64-bit integers in handlers. With "number", values beyond 2^53 are refused. The other types accept all
   * values.
   */
  readonly int64: "number" | "string" | "bigint";
  /** The number of levels to which a declaration unrolls a recursive schema. */
  readonly unrollDepth: number;
  /**
   * Whether the order of properties is declared. With "auto", it is declared only for our own dialect, in which the
   * order is intended, and for foreign specs that declare an order.
   */
  readonly propertyOrdering: "auto" | "always" | "never";
  /**
   * Whether names of tools may contain dashes. With "auto", names in our own dialect may contain dashes, and dashes in
   * names of foreign documents are replaced.
   */
  readonly dashes: "auto" | "always" | "never";
  /** Whether the schema of the result is declared to the model. This costs tokens. */
  readonly declareResponses: boolean;
  /**
   * The treatment of results that do not match the response schema. Results of handlers and modules are typed, so they
   * fail with both "warn" and "error". Responses of services and remotes fail only with "error".
   */
  readonly checkResults: "warn" | "error" | "off";
  /**
   * The model that will use the tools, for example `gemini-2.5-flash`. If it is set, the restrictions of this model are
   * checked, too.
   */
  readonly model?: string;
  /** Whether the JSON Schemas of the tools are written too, for other systems. */
  readonly jsonSchemas?: boolean;
  /** The ending of relative imports in generated files: `./entries.js`, `./entries.ts` or `./entries`. */
  readonly imports: "js" | "ts" | "none";
  /** Treat every warning as an error. `severity` has precedence. */
  readonly strict: boolean;
  /** Whether patterns that take too long for some texts are accepted. */
  readonly allowUnsafePatterns: boolean;
  /** The severity of diagnostics by code. The severity of an error cannot be lowered. */
  readonly severity: Readonly<Record<string, Severity>>;
  readonly budgets: Budgets;
}

export interface Budgets {
  /** The number of active tools above which models often choose a wrong tool. */
  readonly tools: number;
  readonly depth: number;
  /** The number of characters of all enum values in the set. */
  readonly enumText: number;
  /** The sum of all `maxItems` in the set. */
  readonly arrayItems: number;
  readonly bytes: number;
  readonly tokens: number;
  readonly descriptionChars: number;
  /**
   * The tokens of one declaration. If a tool of a foreign document exceeds this number, its nested objects are sent
   * as JSON text.
   */
  readonly toolTokens: number;
}

export const defaultOptions: Options = {
  target: "parameters",
  emptyParameters: "omit",
  unknownArguments: "refuse",
  coerce: true,
  relax: false,
  maps: "entries",
  int64: "number",
  unrollDepth: 2,
  propertyOrdering: "auto",
  dashes: "auto",
  declareResponses: false,
  checkResults: "warn",
  imports: "js",
  strict: false,
  allowUnsafePatterns: false,
  severity: {},
  budgets: {
    tools: 20,
    depth: 6,
    enumText: 4_000,
    arrayItems: 960,
    bytes: 48_000,
    tokens: 12_000,
    descriptionChars: 1_024,
    toolTokens: 1_200,
  },
};
