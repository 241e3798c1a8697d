import type { CallContext } from "@toolpress/runtime";
import type { WrittenPolicy } from "./tool-fields/policy.js";
import type { WrittenSearch } from "./tool-fields/search-options.js";

// A spec written in TypeScript. The command line runs the module, extracts the data and compiles it like any other spec.

/** A validator that can export its JSON Schema: Zod 4, ArkType, Valibot and others (Standard Schema). */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The function of a tool. With a Standard Schema, its arguments have the output type of the schema. With a JSON Schema,
 * the function declares their types itself.
 */
export type RunOf<Parameters> =
  Parameters extends StandardSchema<infer _Input, infer Output>
    ? (args: Output, call: CallContext) => unknown
    : UntypedRun["run"];

/** A method, because its arguments may have any type. Generated code does not compile if they do not fit the schema. */
interface UntypedRun {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  run(args: Readonly<Record<string, any>>, call: CallContext): unknown;
}

/**
 * One tool. Fields have the same meaning as in YAML. The tool is described by `description` and `parameters`, or by a
 * complete `declaration`.
 */
export type ToolDefinition<Parameters> = ToolSettings<Parameters> &
  (
    | {
        readonly description: string;
        /** A Standard Schema, a JSON Schema, or Gemini's Schema with the official client's `Type`. */
        readonly parameters?: Parameters;
        readonly declaration?: undefined;
      }
    | {
        /** A FunctionDeclaration that is sent unchanged. The official client's type is accepted. */
        readonly declaration: object;
        readonly description?: undefined;
        readonly parameters?: undefined;
      }
  );

interface ToolSettings<Parameters> extends WrittenPolicy {
  readonly response?: StandardSchema | JsonSchema;
  /** Runs the tool. It must be an export of the module of the spec, because generated code imports it from there. */
  readonly run?: RunOf<Parameters>;
  readonly examples?: readonly {
    readonly args?: object;
    readonly result?: unknown;
    readonly description?: string;
  }[];
  readonly target?: "parameters" | "parametersJsonSchema";
  /** The type of 64-bit integers in the handler. A number refuses values beyond 2^53. */
  readonly int64?: "number" | "string" | "bigint";
  readonly binding?: unknown;
  readonly rename?: string;
  /** Words by which `search_tools` finds the tool. */
  readonly keywords?: readonly string[];
  /** Names of tools that find values for the arguments of this one. */
  readonly needs?: readonly string[];
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
  /** The model finds the tools with a search, instead of reading every declaration. */
  readonly search?: WrittenSearch;
}

/** Returns the spec unchanged. It only adds types. */
export function defineTools<const Parameters extends Readonly<Record<string, unknown>>>(
  spec: ToolsDefinition<Parameters>,
): ToolsDefinition<Parameters> {
  return spec;
}
