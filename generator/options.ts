import type { DeclarationTarget } from "./ir.js";

export type Severity = "error" | "warning" | "note" | "off";

/** Every choice that changes what is generated. Config files and flags end here. */
export interface Options {
  readonly target: DeclarationTarget;
  /** What a tool without arguments declares. */
  readonly emptyParameters: "omit" | "jsonSchema";
  /** What becomes of arguments the spec does not know, where the spec does not say. */
  readonly unknownArguments: "refuse" | "strip" | "allow";
  /** Lossless repair of what models send: `"3"` for 3. */
  readonly coerce: boolean;
  /** Drop bounds and formats from declarations that exceed a budget; validators stay strict. */
  readonly relax: boolean;
  /** How a map travels: as `{key, value}` entries, or as JSON in a string. */
  readonly maps: "entries" | "json";
  /** What handlers get for a 64-bit integer. A number refuses values beyond 2^53; the others take them all. */
  readonly int64: "number" | "string" | "bigint";
  /** How deep a recursive schema is unrolled in a declaration. */
  readonly unrollDepth: number;
  /** Declare the order of properties. `auto`: for our own dialect, whose authors mean it. */
  readonly propertyOrdering: "auto" | "always" | "never";
  /** Dashes in names of tools. `auto`: in names that people write for toolpress, and not in those that it takes from foreign documents. */
  readonly dashes: "auto" | "always" | "never";
  /** Also declare the response schema to the model; costs tokens. */
  readonly declareResponses: boolean;
  /**
   * What becomes of results that do not match the response schema. Handlers and modules promise their own results, so these fail in
   * both `warn` and `error`; answers of services and remotes fail with `error` only.
   */
  readonly checkResults: "warn" | "error" | "off";
  /** The model that the tools are for, such as `gemini-2.5-flash`; checks then know what it refuses. */
  readonly model?: string;
  /** Also write the JSON Schemas of the tools, for other systems. */
  readonly jsonSchemas?: boolean;
  /** The ending of relative imports in generated files: `./entries.js`, `./entries.ts` or `./entries`. */
  readonly imports: "js" | "ts" | "none";
  /** Every loss is an error. */
  readonly strict: boolean;
  /** Accept patterns that can take exponential time. */
  readonly allowUnsafePatterns: boolean;
  /** Severity by diagnostic code; errors cannot be lowered. */
  readonly severity: Readonly<Record<string, Severity>>;
  readonly budgets: Budgets;
}

export interface Budgets {
  /** Active tools above which the model chooses badly. */
  readonly tools: number;
  readonly depth: number;
  /** Characters of enum values, over the set. */
  readonly enumText: number;
  /** Sum of `maxItems`, over the set. */
  readonly arrayItems: number;
  readonly bytes: number;
  readonly tokens: number;
  readonly descriptionChars: number;
  /** Tokens of one declaration; above it, nested objects of foreign documents travel as JSON text. */
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
