import type { Code } from "./diagnostics/catalogue/definition.js";
import type { Origin, origin } from "./base/origin.js";
import type { NormalKeyword, normalKeywords } from "./base/vocabulary.js";
import type { Policy } from "./tool-fields/policy.js";

export type { Policy } from "./tool-fields/policy.js";

// The intermediate representation: types only. All stages after `normalise` use these types and no others.

/** The content of one folder of generated code. */
export interface ToolSet extends SetFacts {
  readonly tools: readonly Tool[];
  /** Shared schemas by type name. `$ref: "#/$defs/<name>"` in any tool of the set refers to them. */
  readonly schemas: ReadonlyMap<string, Schema>;
}

/** Facts about a complete set, from import to emission. */
export interface SetFacts {
  /** Folder name and stem of identifiers, e.g. `home-lights`. */
  readonly name: string;
  /** The spec as named in file headers: its path relative to the project root. */
  readonly source: string;
  readonly toolConfig: ToolConfigDefaults | undefined;
  /** Named subsets of tools, by wire name. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** Built-in Gemini tools sent beside the functions: one single-key object each, e.g. `{ codeExecution: {} }`. */
  readonly builtins: readonly Builtin[];
  /** The data of the API for the generated HTTP handlers. Set if any tool has an `http` binding. */
  readonly http: HttpService | undefined;
  /** The document is in the dialect of another system. Its author did not write it for Gemini. */
  readonly foreign?: boolean;
  /** The document itself defines the order in which properties are declared. */
  readonly ordered?: boolean;
  /** Set if the model finds the tools with a search. */
  readonly search?: SearchSettings;
  readonly origin: Origin;
}

/** The options of a set whose tools the model finds with a search. */
export interface SearchSettings {
  /** Names of tools or groups that are declared to the model from the start. */
  readonly always: readonly string[];
  /** A found tool is called through `call_tool`, or its declaration is sent from the next turn on. */
  readonly mode: "call" | "activate";
  /** The most tools that are found for one query. */
  readonly results: number | undefined;
  /** Further words for a word of a query. */
  readonly synonyms: Readonly<Record<string, readonly string[]>>;
  /** Whether tools that find the ids for other tools are derived. */
  readonly needs: boolean;
  readonly origin?: Origin | undefined;
}

/** The facts about a tool that only its search index uses. */
export interface SearchFacts {
  /** Words by which the tool is found, beside those of its description and schemas. */
  readonly keywords?: readonly string[];
  /** Names of the tools that find values for its arguments. They replace the derived ones. */
  readonly needs?: readonly string[];
  /** Tags of an operation. */
  readonly tags?: readonly string[];
  /** Links of OpenAPI from the responses of this operation: the target operation and the arguments that they fill. */
  readonly links?: readonly ResponseLink[];
}

export interface ResponseLink {
  /** The operationId, or `METHOD /path`. */
  readonly operation: string;
  readonly parameters: readonly string[];
}

export interface Tool {
  /** The name that the model uses: `^[A-Za-z_][A-Za-z0-9_]{0,62}$`. */
  readonly name: string;
  /** The name in the source. Remotes and HTTP use it. */
  readonly sourceName: string;
  readonly names: ToolNames;
  readonly description: string;
  /** Arguments: an object schema, bound arguments included. */
  readonly input: SchemaObject;
  readonly output: Schema | undefined;
  /** Schemas that are named inside of this tool only, for example recursive ones. `$ref` is looked up here before the set. */
  readonly defs: ReadonlyMap<string, Schema>;
  readonly binding: Binding;
  readonly policy: Policy;
  readonly examples: readonly Example[];
  /** A declaration that is sent unchanged after the strict check. */
  readonly verbatim: JsonObject | undefined;
  /** Overrides the configured target for this tool. */
  readonly target: DeclarationTarget | undefined;
  /** Overrides the type of 64-bit integers for the handler of this tool. */
  readonly int64?: "number" | "string" | "bigint" | undefined;
  readonly search?: SearchFacts;
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

/** The code or service that runs a tool. */
export type Binding =
  | { readonly kind: "handler" }
  | {
      readonly kind: "module";
      readonly module: string;
      readonly export: string;
      readonly call: "object" | "positional";
      readonly parameters: readonly string[];
      /** The function takes enums of TypeScript, to which plain strings cannot be assigned. */
      readonly cast?: boolean;
    }
  | { readonly kind: "http"; readonly operation: HttpOperation }
  | {
      readonly kind: "python" | "mcp" | "snakepit";
      readonly remote: string;
      /** The description of the tool by the remote when it was imported. A remote that offers something else at run time is refused. */
      readonly signature?: string;
    };

export type BoundValue =
  /** `optional`: the argument is omitted if the context has no such value. */
  | { readonly from: "context"; readonly path: readonly string[]; readonly optional?: boolean }
  | { readonly from: "env"; readonly name: string }
  | { readonly from: "value"; readonly value: Json };

export interface ResultLimits {
  /** Dotted paths of the values to keep. */
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

/** One operation of an HTTP API, in the form that its generated handler needs. */
export interface HttpOperation {
  /** Upper case. */
  readonly method: string;
  /** `/pets/{id}`, exactly as in the document. */
  readonly path: string;
  /** One parameter of the request for each argument. */
  readonly parameters: readonly OperationParameter[];
  readonly body: HttpBody | undefined;
  /** Names of schemes: alternatives (OR) of requirements (AND). `[]` means that no credential is needed. */
  readonly security: readonly (readonly string[])[];
  /** Overrides the service's servers for this operation. */
  readonly servers: readonly HttpServer[] | undefined;
  /** The media types of the `Accept` header. */
  readonly accepts: readonly string[];
  /** Statuses and media types of successful responses that `output` does not describe. */
  readonly otherAnswers?: readonly string[];
  /** Headers with values from the document. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Query parameters for the position in a list. A reference to the next page in the response becomes a hint for the model. */
  readonly pages?: readonly PageArgument[];
}

export interface PageArgument {
  readonly argument: string;
  readonly name: string;
  readonly takes: "cursor" | "number";
  readonly integer: boolean;
}

export interface OperationParameter {
  readonly argument: string;
  readonly in: "path" | "query" | "header" | "cookie" | "body" | "querystring";
  /** The name in the request. */
  readonly name: string;
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** Media type of a `content` parameter or of one part of a multipart body. */
  readonly contentType: string | undefined;
  /** The argument is the handle of a file, or a list of handles. The application resolves it. */
  readonly file?: "one" | "many";
  readonly withheld?: WithheldNames;
}

/** Names that must not be keys of a value. The keys become names in the request, and arguments do as well. */
export interface WithheldNames {
  /** Bound or hidden names. The schema must not have them, and the model must not send them. */
  readonly bound: readonly string[];
  /** Names of credentials in the query. The schema does not have them, and the model must not send them. */
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
  /** The only origin that the user permits for the servers. */
  readonly agreedOrigin?: string | undefined;
  /** In the form of OpenAPI 3, reduced to `type`, `in`, `name` and `scheme`. */
  readonly securitySchemes: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
}

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export type TypeName = "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";

/**
 * Normalised JSON Schema 2020-12. The only references are `#/$defs/<name>`, looked up in the tool, then in the set.
 * Beside a `$ref` only annotations are allowed: title, description, default, examples, deprecated, readOnly,
 * writeOnly.
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
  /** An integer of at least 0. */
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

// The input of `normalise` from the dialects: the same tools, with schemas in the dialect of their source.

/** One of Gemini's built-in tools in the form that is sent, and its location. */
export interface Builtin {
  readonly [origin]?: Origin;
  readonly [name: string]: unknown;
}

/** The rules that a foreign schema follows. */
export type SchemaDialect =
  | "draft-04"
  | "draft-06"
  | "draft-07"
  | "2019-09"
  | "2020-12"
  | "openapi-3.0"
  | "swagger-2.0"
  | "gemini";

/** A schema as it is written in the source. `normalise` turns it into a `Schema`. */
export interface ForeignSchema {
  readonly value: unknown;
  readonly dialect: SchemaDialect;
  readonly origin: Origin;
}

export interface ImportedTool {
  /** The name in the source. `name.ts` derives the wire name from it. */
  readonly sourceName: string;
  /** A wire name that the source requires (`rename`). */
  readonly rename: string | undefined;
  /** A better wire name than that of the source, unless the lock has one. Legal. */
  readonly suggestion?: string;
  /** The name that is used instead of a refusal if the suggestion belongs to another tool. Legal. */
  readonly fallback?: string;
  /** The suggestion in the absence of other tools. */
  readonly natural?: string;
  /** For the lock: the parts of the arguments that the importer left out or bounds more strictly than the source, and the reasons. */
  readonly pruned?: readonly { readonly path: string; readonly reason: string }[];
  readonly description: string | undefined;
  readonly input: ForeignSchema;
  readonly output: ForeignSchema | undefined;
  readonly binding: Binding;
  readonly policy: Policy;
  readonly examples: readonly Example[];
  readonly verbatim: JsonObject | undefined;
  readonly target: DeclarationTarget | undefined;
  readonly int64?: "number" | "string" | "bigint" | undefined;
  readonly search?: SearchFacts;
  readonly origin: Origin;
}

export interface ImportedSet extends SetFacts {
  readonly tools: readonly ImportedTool[];
  /** Tools that failed with a reported error. Files that were generated from them earlier are kept. */
  readonly broken?: readonly BrokenEntry[];
  /** The user has selected no tools, so these are all tools of the document. That is acceptable only while they fit the budget. */
  readonly unselected?: boolean;
  readonly schemas: ReadonlyMap<string, ForeignSchema>;
}

/** A part of a document that cannot become a tool because of a reported error. */
export interface BrokenEntry {
  /** The tools that it may have been: the one of this name, those of a call, or any that no other part of the document matches. */
  readonly was:
    | { readonly kind: "tool"; readonly sourceName: string }
    | { readonly kind: "call"; readonly path: string; readonly method: string | undefined }
    | { readonly kind: "unknown" };
  readonly origin: Origin;
  /** The code of the error. */
  readonly code?: Code | undefined;
}
