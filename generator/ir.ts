import type { Code } from "./diagnostics/catalogue/index.js";
import type { Origin, origin } from "./base/origin.js";
import type { NormalKeyword, normalKeywords } from "./base/vocabulary.js";
import type { Policy } from "./tool-fields/policy.js";

export type { Policy } from "./tool-fields/policy.js";

// The intermediate representation: types only. Everything after `normalise` speaks this and nothing else.

/** Everything that becomes one folder of generated code. */
export interface ToolSet extends SetFacts {
  readonly tools: readonly Tool[];
  /** Shared schemas by type name; `$ref: "#/$defs/<name>"` in any tool of the set points here. */
  readonly schemas: ReadonlyMap<string, Schema>;
}

/** What is said of a set as a whole, from import to emission. */
export interface SetFacts {
  /** Folder name and stem of identifiers, e.g. `home-lights`. */
  readonly name: string;
  /** The spec as named in file headers, relative to the project root. */
  readonly source: string;
  readonly toolConfig: ToolConfigDefaults | undefined;
  /** Named subsets of tools, by wire name. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** Built-in Gemini tools sent beside the functions: one single-key object each, e.g. `{ codeExecution: {} }`. */
  readonly builtins: readonly Builtin[];
  /** What the generated HTTP handlers need to know, when any tool has an `http` binding. */
  readonly http: HttpService | undefined;
  /** The document is in another system's dialect: its author did not write it for Gemini. */
  readonly foreign?: boolean;
  /** The document says itself in which order properties are declared. */
  readonly ordered?: boolean;
  readonly origin: Origin;
}

export interface Tool {
  /** As the model calls it: `^[A-Za-z_][A-Za-z0-9_]{0,62}$`. */
  readonly name: string;
  /** As the source calls it; remotes and HTTP use it. */
  readonly sourceName: string;
  readonly names: ToolNames;
  readonly description: string;
  /** Arguments: an object schema, bound arguments included. */
  readonly input: SchemaObject;
  readonly output: Schema | undefined;
  /** Schemas named inside this tool only (recursive ones, for instance); `$ref` looks here before the set. */
  readonly defs: ReadonlyMap<string, Schema>;
  readonly binding: Binding;
  readonly policy: Policy;
  readonly examples: readonly Example[];
  /** A declaration to be taken as it stands after the strict check. */
  readonly verbatim: JsonObject | undefined;
  /** Overrides the configured target for this tool. */
  readonly target: DeclarationTarget | undefined;
  /** Overrides what the tool's handler gets for a 64-bit integer. */
  readonly int64?: "number" | "string" | "bigint" | undefined;
  readonly origin: Origin;
}

/** Identifiers and file name of a tool, decided once in `name.ts`. */
export interface ToolNames {
  /** `GetForecast`: prefix of type names. */
  readonly type: string;
  /** `getForecast`: the dispatch entry and prefix of values. */
  readonly value: string;
  /** `get-forecast`: the file. */
  readonly file: string;
}

export type DeclarationTarget = "parameters" | "parametersJsonSchema";

/** Who executes a tool. */
export type Binding =
  | { readonly kind: "handler" }
  | {
      readonly kind: "module";
      readonly module: string;
      readonly export: string;
      readonly call: "object" | "positional";
      readonly parameters: readonly string[];
      /** The function takes enums of TypeScript, for which a plain text does not pass. */
      readonly cast?: boolean;
    }
  | { readonly kind: "http"; readonly operation: HttpOperation }
  | {
      readonly kind: "python" | "mcp" | "snakepit";
      readonly remote: string;
      /** How the remote described the tool when it was imported; a remote that says otherwise at run time is refused. */
      readonly signature?: string;
    };

export type BoundValue =
  /** `optional`: the argument is left out where the context has no such value. */
  | { readonly from: "context"; readonly path: readonly string[]; readonly optional?: boolean }
  | { readonly from: "env"; readonly name: string }
  | { readonly from: "value"; readonly value: Json };

export interface ResultLimits {
  /** Dotted paths to keep. */
  readonly pick: readonly string[] | undefined;
  readonly maxItems: number | undefined;
  readonly maxChars: number | undefined;
}

export interface Example {
  readonly args: JsonObject;
  readonly result: Json | undefined;
  readonly description: string | undefined;
  readonly origin: Origin;
}

export interface ToolConfigDefaults {
  readonly mode: "AUTO" | "ANY" | "NONE" | "VALIDATED";
  readonly allowedFunctionNames: readonly string[] | undefined;
  readonly includeServerSideToolInvocations: boolean | undefined;
  readonly origin: Origin;
}

/** One operation of an HTTP API, as its generated handler calls it. */
export interface HttpOperation {
  /** Upper case. */
  readonly method: string;
  /** `/pets/{id}`, exactly as in the document. */
  readonly path: string;
  /** Argument name to its place in the request. */
  readonly wire: readonly WireArgument[];
  readonly body: HttpBody | undefined;
  /** Names of schemes: alternatives (OR) of requirements (AND); `[]` means none is needed. */
  readonly security: readonly (readonly string[])[];
  /** Overrides the service's servers for this operation. */
  readonly servers: readonly HttpServer[] | undefined;
  /** What `Accept` says, type by type. */
  readonly accepts: readonly string[];
  /** Statuses and media types of successful answers that `output` does not describe. */
  readonly otherAnswers?: readonly string[];
  /** Headers with values of the document's. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Query parameters that say where in a list to go on; what the service says of the next page becomes a hint. */
  readonly pages?: readonly PageArgument[];
}

export interface PageArgument {
  readonly argument: string;
  readonly name: string;
  readonly takes: "cursor" | "number";
  readonly integer: boolean;
}

export interface WireArgument {
  readonly argument: string;
  readonly in: "path" | "query" | "header" | "cookie" | "body" | "querystring";
  /** The name on the wire. */
  readonly name: string;
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** Media type of a `content` parameter or of one part of a multipart body. */
  readonly contentType: string | undefined;
  /** The argument is a handle of a file, or a list of them; the application resolves it. */
  readonly file?: "one" | "many";
  readonly withheld?: WithheldNames;
}

/** Names that no key of a value may be, since its keys become names in the request, as do arguments. */
export interface WithheldNames {
  /** They are bound or hidden: the schema must not have them, and the model must not send them. */
  readonly bound: readonly string[];
  /** A credential has them in the query, and the schema does not: the model must not send them. */
  readonly credentials: readonly string[];
}

export interface HttpBody {
  readonly contentType: string;
  readonly required: boolean;
  /** `flat`: every body argument is a property of the body; `whole`: one argument is the body. */
  readonly form: "flat" | "whole";
}

export interface HttpServer {
  readonly url: string;
  readonly variables: ReadonlyMap<
    string,
    { readonly default: string; readonly enum: readonly string[] | undefined }
  >;
}

export interface HttpService {
  readonly title: string;
  readonly servers: readonly HttpServer[];
  /** The only origin that a person lets the servers have. */
  readonly agreedOrigin?: string | undefined;
  /** In the words of OpenAPI 3, reduced to `type`, `in`, `name` and `scheme`. */
  readonly securitySchemes: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export type TypeName = "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";

/**
 * Normalised JSON Schema 2020-12. The only references are `#/$defs/<name>`, looked up in the tool, then in the set.
 * Beside a `$ref` stand annotations only: title, description, default, examples, deprecated, readOnly, writeOnly.
 */
export type Schema = boolean | SchemaObject;

export interface SchemaObject extends KeywordValues {
  readonly [origin]?: Origin;
}

/** The keywords that a schema may have: those of the table in `base/vocabulary.ts`, each with a value of its kind. */
type KeywordValues = {
  readonly [K in NormalKeyword]?: ValueOfKind[(typeof normalKeywords)[K]["kind"]];
};

interface ValueOfKind {
  readonly schema: Schema;
  readonly schemas: readonly Schema[];
  readonly "schema map": Readonly<Record<string, Schema>>;
  readonly number: number;
  /** A whole number of at least 0. */
  readonly count: number;
  readonly text: string;
  readonly flag: boolean;
  readonly texts: readonly string[];
  readonly "text lists": Readonly<Record<string, readonly string[]>>;
  readonly value: Json;
  readonly values: readonly Json[];
  readonly type: TypeName | readonly TypeName[];
  readonly discriminator: {
    readonly propertyName: string;
    readonly mapping?: Readonly<Record<string, string>>;
  };
}

// What dialects hand to `normalise`: the same tools, with schemas still in the words of their source.

/** A built-in tool of Gemini's as it is sent, and where it was written. */
export interface Builtin {
  readonly [origin]?: Origin;
  readonly [name: string]: unknown;
}

/** Which rules a foreign schema follows. */
export type SchemaDialect =
  | "draft-04"
  | "draft-06"
  | "draft-07"
  | "2019-09"
  | "2020-12"
  | "openapi-3.0"
  | "swagger-2.0"
  | "gemini";

/** A schema as its source wrote it. `normalise` turns it into a `Schema`. */
export interface ForeignSchema {
  readonly value: unknown;
  readonly dialect: SchemaDialect;
  readonly origin: Origin;
}

export interface ImportedTool {
  /** The name in the source; `name.ts` makes the wire name of it. */
  readonly sourceName: string;
  /** A wire name the source insists on (`rename`). */
  readonly rename: string | undefined;
  /** A better wire name than the source's, unless the lock knows one. Legal. */
  readonly suggestion?: string;
  /** Taken instead of a refusal where the suggestion belongs to another tool. Legal. */
  readonly fallback?: string;
  /** The suggestion that it would be if there were no other tools. */
  readonly natural?: string;
  /** What the importer left out of the arguments, or bounds more than the source does, and why; for the lock. */
  readonly pruned?: readonly { readonly path: string; readonly rule: string }[];
  readonly description: string | undefined;
  readonly input: ForeignSchema;
  readonly output: ForeignSchema | undefined;
  readonly binding: Binding;
  readonly policy: Policy;
  readonly examples: readonly Example[];
  readonly verbatim: JsonObject | undefined;
  readonly target: DeclarationTarget | undefined;
  readonly int64?: "number" | "string" | "bigint" | undefined;
  readonly origin: Origin;
}

export interface ImportedSet extends SetFacts {
  readonly tools: readonly ImportedTool[];
  /** What would be a tool but for an error that was reported; files made of it before are kept. */
  readonly broken?: readonly BrokenEntry[];
  /** Nobody selected the tools: they are all that a document has, which is right only while they fit the budget. */
  readonly unselected?: boolean;
  readonly schemas: ReadonlyMap<string, ForeignSchema>;
}

/** A part of a document from which no tool can be made, for an error that was reported. */
export interface BrokenEntry {
  /** Which tools it may have been: the one of this name, those of a call, or any that nothing else in the document is. */
  readonly was:
    | { readonly kind: "tool"; readonly sourceName: string }
    | { readonly kind: "call"; readonly path: string; readonly method: string | undefined }
    | { readonly kind: "unknown" };
  readonly origin: Origin;
  /** The error. */
  readonly code?: Code | undefined;
}
