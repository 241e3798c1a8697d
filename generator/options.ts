import type { DeclarationTarget } from "./ir.js";

export type Severity = "error" | "warning" | "note" | "off";

/** Every option that changes the output. Config files and flags set them. */
export interface Options {
  readonly target: DeclarationTarget;
  /** The declaration of a tool without arguments: no parameters, or an empty JSON Schema. */
  readonly emptyParameters: "omit" | "jsonSchema";
  /** The treatment of unknown arguments, unless the spec sets it. */
  readonly unknownArguments: "refuse" | "strip" | "allow";
  /** Repairs arguments of models without loss, such as `"3"` for 3. */
  readonly coerce: boolean;
  /** Drop bounds and formats from declarations that exceed a budget; validators stay strict. */
  readonly relax: boolean;
  /** The wire form of a map: `{key, value}` entries, or JSON in a string. */
  readonly maps: "entries" | "json";
  /** The type of 64-bit integers in handlers. A number refuses values beyond 2^53, the others accept all. */
  readonly int64: "number" | "string" | "bigint";
  /** The depth to which a declaration unrolls a recursive schema. */
  readonly unrollDepth: number;
  /** Declare the order of properties. `auto`: in the toolpress dialect only, where the order is intended. */
  readonly propertyOrdering: "auto" | "always" | "never";
  /** Allow dashes in names of tools. `auto`: in names that are written for toolpress, but not in names from foreign documents. */
  readonly dashes: "auto" | "always" | "never";
  /** Also declare the response schema to the model; costs tokens. */
  readonly declareResponses: boolean;
  /**
   * The treatment of results that do not match the response schema. Results of handlers and modules are typed, so they fail with both
   * `warn` and `error`. Responses of services and remotes fail with `error` only.
   */
  readonly checkResults: "warn" | "error" | "off";
  /** The model for the tools, such as `gemini-2.5-flash`. Checks then include its restrictions. */
  readonly model?: string;
  /** Also write the JSON Schemas of the tools, for other systems. */
  readonly jsonSchemas?: boolean;
  /** The ending of relative imports in generated files: `./entries.js`, `./entries.ts` or `./entries`. */
  readonly imports: "js" | "ts" | "none";
  /** Treat every warning as an error. */
  readonly strict: boolean;
  /** Accept patterns that can take exponential time. */
  readonly allowUnsafePatterns: boolean;
  /** Severity by diagnostic code; errors cannot be lowered. */
  readonly severity: Readonly<Record<string, Severity>>;
  readonly budgets: Budgets;
}

export interface Budgets {
  /** The number of active tools above which the model chooses badly. */
  readonly tools: number;
  readonly depth: number;
  /** Characters of enum values, over the set. */
  readonly enumText: number;
  /** Sum of `maxItems`, over the set. */
  readonly arrayItems: number;
  readonly bytes: number;
  readonly tokens: number;
  readonly descriptionChars: number;
  /** Tokens of one declaration. Above it, nested objects of foreign documents are sent as JSON text. */
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
