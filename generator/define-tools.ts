import type { CallContext } from "../runtime/tool.js";

// A spec written in TypeScript. The command line runs the module, takes the data out of it, and compiles that as any other spec.

/** A validator that can say its JSON Schema: Zod 4, ArkType, Valibot and others (Standard Schema). */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

type JsonSchema = Readonly<Record<string, unknown>>;

/** What a handler receives: what the schema gives out, or plain data where the schema has no types. */
export type ArgumentsOf<Parameters> =
  Parameters extends StandardSchema<infer _Input, infer Output> ? Output : Readonly<Record<string, unknown>>;

/** One tool; every field means what it means in YAML. */
export interface ToolDefinition<Parameters> {
  readonly description: string;
  /** A Standard Schema, or a JSON Schema as it is. */
  readonly parameters?: Parameters;
  readonly response?: StandardSchema | JsonSchema;
  /** Runs the tool. It has to be an export of the spec's module, because generated code imports it from there. */
  readonly run?: (args: ArgumentsOf<Parameters>, call: CallContext) => unknown;
  readonly examples?: readonly {
    readonly args?: object;
    readonly result?: unknown;
    readonly description?: string;
  }[];
  readonly approval?: boolean;
  readonly timeout?: `${number}${"ms" | "s" | "m"}`;
  readonly serial?: boolean;
  readonly longRunning?: boolean;
  readonly nonBlocking?: boolean;
  readonly bind?: Readonly<
    Record<string, { readonly context: string } | { readonly env: string } | { readonly value: unknown }>
  >;
  readonly result?: {
    readonly pick?: readonly string[];
    readonly maxItems?: number;
    readonly maxChars?: number;
  };
  readonly target?: "parameters" | "parametersJsonSchema";
  /** What the handler gets for a 64-bit integer; a number refuses values beyond 2^53. */
  readonly int64?: "number" | "string" | "bigint";
  readonly binding?: unknown;
  readonly rename?: string;
}

/** A spec; `parameters` of each tool decide what its `run` receives. */
export interface ToolsDefinition<Parameters extends Readonly<Record<string, unknown>>> {
  readonly name?: string;
  readonly description?: string;
  readonly tools: { readonly [Name in keyof Parameters]: ToolDefinition<Parameters[Name]> };
  readonly schemas?: Readonly<Record<string, StandardSchema | JsonSchema>>;
  readonly toolConfig?: {
    readonly mode?: "AUTO" | "ANY" | "NONE" | "VALIDATED";
    readonly allowedFunctionNames?: readonly string[];
    readonly includeServerSideToolInvocations?: boolean;
  };
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  readonly builtins?: readonly (string | object)[];
}

/** Gives the spec back as it is; it is there for the types. */
export function defineTools<const Parameters extends Readonly<Record<string, unknown>>>(
  spec: ToolsDefinition<Parameters>,
): ToolsDefinition<Parameters> {
  return spec;
}
