import type { CallContext } from "@toolpress/runtime";
import type { WrittenPolicy } from "./tool-fields/policy.js";
import type { WrittenSearch } from "./tool-fields/search-options.js";

// The types of a spec that is written in TypeScript. The command line runs the module, extracts its data, and compiles
// the data like any other spec.

/**
 * A validator that can export its JSON Schema, for example of Zod 4, ArkType or Valibot. The interface is Standard
 * Schema.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The type of a tool's function. If `parameters` is a Standard Schema, the arguments have the output type of this
 * schema. If `parameters` is a JSON Schema, the function must declare the types of its arguments.
 */
export type RunOf<Parameters> =
  Parameters extends StandardSchema<infer _Input, infer Output>
    ? (args: Output, call: CallContext) => unknown
    : UntypedRun["run"];

/**
 * A function whose arguments may have any type. The function is declared as a method, because TypeScript compares the
 * parameters of methods less strictly. If the types do not fit the schema, the generated code does not compile.
 */
interface UntypedRun {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  run(args: Readonly<Record<string, any>>, call: CallContext): unknown;
}

/**
 * One tool. The fields have the same meaning as in YAML. A tool has either `description` and `parameters`, or a
 * complete `declaration`.
 */
export type ToolDefinition<Parameters> = ToolSettings<Parameters> &
  (
    | {
        readonly description: string;
        /** A Standard Schema, a JSON Schema, or a Gemini schema that uses `Type` of the official client. */
        readonly parameters?: Parameters;
        readonly declaration?: undefined;
      }
    | {
        /** A FunctionDeclaration that is sent unchanged. A value of the official client's type is accepted. */
        readonly declaration: object;
        readonly description?: undefined;
        readonly parameters?: undefined;
      }
  );

interface ToolSettings<Parameters> extends WrittenPolicy {
  readonly response?: StandardSchema | JsonSchema;
  /**
   * The function that runs the tool. The module of the spec must export the function, because generated code imports
   * the function from this module.
   */
  readonly run?: RunOf<Parameters>;
  readonly examples?: readonly {
    readonly args?: object;
    readonly result?: unknown;
    readonly description?: string;
  }[];
  readonly target?: "parameters" | "parametersJsonSchema";
  /** The type of 64-bit integers in the handler. With "number", values beyond 2^53 are refused. */
  readonly int64?: "number" | "string" | "bigint";
  readonly binding?: unknown;
  readonly rename?: string;
  /** Words by which `search_tools` finds the tool. */
  readonly keywords?: readonly string[];
  /** Names of tools that find values for the arguments of this tool. */
  readonly needs?: readonly string[];
}

/** A spec in TypeScript. The type of each tool's `parameters` determines the arguments of its `run`. */
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
  /** With `true` or options, the model finds tools with a search. By default, the model gets every declaration. */
  readonly search?: WrittenSearch;
}

/** Returns the spec unchanged. The function only lets TypeScript check the types. */
export function defineTools<const Parameters extends Readonly<Record<string, unknown>>>(
  spec: ToolsDefinition<Parameters>,
): ToolsDefinition<Parameters> {
  return spec;
}
