import type { HttpScheme } from "@toolpress/runtime/http/v1";
import type { Code } from "./diagnostics/catalogue/definition.js";
import type { Origin, origin } from "./base/origin.js";
import type { NormalKeyword, normalKeywords } from "./base/vocabulary.js";
import type { Policy } from "./tool-fields/policy.js";

export type { Policy } from "./tool-fields/policy.js";

// The intermediate representation of specs, as types. The stages after `normalise` use only these types.

/** The tools that one folder of generated code contains. */
export interface ToolSet extends SetFacts {
  readonly tools: readonly Tool[];
  /** The shared schemas, by name of the type. A tool refers to a shared schema by `$ref: "#/$defs/<name>"`. */
  readonly schemas: ReadonlyMap<string, Schema>;
}

/** The facts about a tool set that stay the same from the import to the emission. */
export interface SetFacts {
  /** The name of the set and of its folder, for example `home-lights`. Identifiers are derived from it. */
  readonly name: string;
  /** The path of the spec relative to the project root, as the headers of generated files show it. */
  readonly source: string;
  readonly toolConfig: ToolConfigDefaults | undefined;
  /** Named groups of tools, as lists of wire names. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** The built-in tools that requests contain beside the functions, each with one key: `{ codeExecution: {} }`. */
  readonly builtins: readonly Builtin[];
  /** The API that the generated HTTP calls use. Undefined if no tool has a binding of the kind "http". */
  readonly http: HttpService | undefined;
  /** True if the spec is written in another dialect than our YAML. An invalid detail then costs only that detail. */
  readonly foreign?: boolean;
  /** True if a foreign spec declares an order of properties. The option `propertyOrdering: auto` keeps this order. */
  readonly ordered?: boolean;
  /** The options of the search. Undefined if the model gets every declaration. */
  readonly search?: SearchSettings;
  readonly origin: Origin;
}

/** The options of a set whose tools the model finds with a search. */
export interface SearchSettings {
  /** Names of tools or groups that are declared to the model from the start. */
  readonly always: readonly string[];
  /** With "call", `call_tool` calls a found tool. With "activate", its declaration is sent from the next turn on. */
  readonly mode: "call" | "activate";
  /** The largest number of tools that one search returns. */
  readonly results: number | undefined;
  /** For a word of a query, the words that are searched in addition. */
  readonly synonyms: Readonly<Record<string, readonly string[]>>;
  /** Whether the compiler derives `needs` of each tool: the tools that find values for its arguments, such as ids. */
  readonly needs: boolean;
  readonly origin?: Origin | undefined;
}

/** The facts about a tool that only its search index uses. */
export interface SearchFacts {
  /** Words by which the tool is found, in addition to the words of its description and schemas. */
  readonly keywords?: readonly string[];
  /** Names of the tools that find values for the arguments of this tool. These names replace the derived names. */
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
  /** The wire name, which the model uses. It matches `^[A-Za-z_][A-Za-z0-9_-]{0,62}$`. */
  readonly name: string;
  /** The name in the spec. Remotes know the tool by this name. */
  readonly sourceName: string;
  readonly names: ToolNames;
  readonly description: string;
  /** The schema of all arguments, including bound arguments. It is always an object schema. */
  readonly input: SchemaObject;
  readonly output: Schema | undefined;
  /** The schemas that only this tool uses, by name. A `$ref` is looked up here first, and then in the set. */
  readonly defs: ReadonlyMap<string, Schema>;
  readonly binding: Binding;
  readonly policy: Policy;
  readonly examples: readonly Example[];
  /** A declaration that is sent unchanged after the strict check. */
  readonly verbatim: JsonObject | undefined;
  /** Overrides the configured target for this tool. */
  readonly target: DeclarationTarget | undefined;
  /** Overrides the configured type of 64-bit integers in the handler of this tool. */
  readonly int64?: "number" | "string" | "bigint" | undefined;
  readonly search?: SearchFacts;
  readonly origin: Origin;
}

/** The identifiers and the file name of a tool. The name stage decides them once. */
export interface ToolNames {
  /** The beginning of the names of types, for example `GetForecast`. */
  readonly type: string;
  /**
   * The name of the constant that holds the tool's entry, for example `getForecast`. The names of its other
   * constants begin with it, for example `getForecastChecks`.
   */
  readonly value: string;
  /** The name of the file without its ending, for example `get-forecast`. */
  readonly file: string;
}

export type DeclarationTarget = "parameters" | "parametersJsonSchema";

/** The code that runs a tool: a handler, an exported function of a module, an HTTP operation, or a remote. Only a remote sets `remote`. */
export type Binding =
  | { readonly kind: "handler"; readonly remote?: undefined }
  | {
      readonly kind: "module";
      readonly remote?: undefined;
      readonly module: string;
      readonly export: string;
      readonly call: "object" | "positional";
      readonly parameters: readonly string[];
      /** True if the function expects enums of TypeScript, to which a string cannot be assigned. */
      readonly cast?: boolean;
    }
  | { readonly kind: "http"; readonly operation: HttpOperation; readonly remote?: undefined }
  | {
      readonly kind: "python" | "mcp" | "snakepit";
      readonly remote: string;
      /** The remote's description of the tool at the import. A remote with another description is refused. */
      readonly signature?: string;
    };

export type BoundValue =
  /** If `optional` is true and the context does not contain the value, the argument is omitted. */
  | { readonly from: "context"; readonly path: readonly string[]; readonly optional?: boolean }
  | { readonly from: "env"; readonly name: string }
  | { readonly from: "value"; readonly value: Json };

export interface ResultLimits {
  /** The paths of the values to keep, with dots between the names. */
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

/** One operation of an HTTP API, with the facts that its generated call needs. */
export interface HttpOperation {
  /** The HTTP method in upper case. */
  readonly method: string;
  /** The path as in the document, for example `/pets/{id}`. */
  readonly path: string;
  /** The parameters of the request. There is one parameter for each argument of the tool. */
  readonly parameters: readonly OperationParameter[];
  readonly body: HttpBody | undefined;
  /** Alternatives: a call needs the credentials of all schemes in one list. Empty if a call needs no credentials. */
  readonly security: readonly (readonly string[])[];
  /** Overrides the servers of the service for this operation. */
  readonly servers: readonly HttpServer[] | undefined;
  /** The media types in the header `Accept`. */
  readonly accepts: readonly string[];
  /** The statuses and media types of successful responses that the `output` of the tool does not describe. */
  readonly otherAnswers?: readonly string[];
  /** Headers whose values the document defines. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The query parameters that select a page. If a response refers to a next page, a hint for the model names them. */
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
  /** The media type of a `content` parameter, or of one part of a multipart body. */
  readonly contentType: string | undefined;
  /** "one" if the argument is the handle of a file, "many" if it is a list of handles. Missing for other arguments. */
  readonly file?: "one" | "many";
  readonly withheld?: WithheldNames;
}

/** Names that must not be keys of an argument's value, because such keys become names in the request. */
export interface WithheldNames {
  /** The names of bound or hidden arguments. Neither the schema nor the model may use these names as keys. */
  readonly bound: readonly string[];
  /** The names of credentials in the query, except names that the schema of the body declares. */
  readonly credentials: readonly string[];
}

export interface HttpBody {
  readonly contentType: string;
  readonly required: boolean;
  /** With "flat", each body argument is one property of the body. With "whole", one argument is the complete body. */
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
  /** The security schemes by name, as in OpenAPI 3. Only `type`, `in`, `name` and `scheme` are kept. */
  readonly securitySchemes: ReadonlyMap<string, HttpScheme>;
}

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export type TypeName = "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";

/**
 * A normalised schema of JSON Schema 2020-12. All references are `#/$defs/<name>`, which is looked up in the tool and
 * then in the set. Beside a `$ref`, only annotations are allowed: title, description, default, examples, deprecated,
 * readOnly and writeOnly.
 */
export type Schema = boolean | SchemaObject;

export interface SchemaObject extends KeywordValues {
  readonly [origin]?: Origin;
}

/** The keywords of a schema. The table in `base/vocabulary.ts` defines their names and the kinds of their values. */
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

// The types between the dialects and `normalise`: tools whose schemas are still written in the dialect of their spec.

/** A built-in tool of Gemini as it is sent, with its location. */
export interface Builtin {
  readonly [origin]?: Origin;
  readonly [name: string]: unknown;
}

/** The drafts and dialects that a foreign schema may follow. */
export type SchemaDialect =
  | "draft-04"
  | "draft-06"
  | "draft-07"
  | "2019-09"
  | "2020-12"
  | "openapi-3.0"
  | "swagger-2.0"
  | "gemini";

/** A schema as it is written in the spec. `normalise` converts it to a `Schema`. */
export interface ForeignSchema {
  readonly value: unknown;
  readonly dialect: SchemaDialect;
  readonly origin: Origin;
}

export interface ImportedTool {
  /** The name in the spec. The name stage derives the wire name from this name. */
  readonly sourceName: string;
  /** The wire name that the spec requires with `rename`. */
  readonly rename: string | undefined;
  /** A legal wire name that is better than the name in the spec. A name in the lock has precedence. */
  readonly suggestion?: string;
  /** A legal name that is used if another tool has the suggested name. Without it, the tool would be refused. */
  readonly fallback?: string;
  /** The name that would be suggested if the document had no other tools. */
  readonly natural?: string;
  /** The arguments that the importer left out or bounded more strictly, with the reasons. The lock records these. */
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
  /** The tools that could not be imported because of a reported error. Their files from earlier runs are kept. */
  readonly broken?: readonly BrokenEntry[];
  /** True if the set has all operations, because the user selected none. The set must then fit the budget. */
  readonly unselected?: boolean;
  readonly schemas: ReadonlyMap<string, ForeignSchema>;
}

/** A part of a document that could not become a tool because of a reported error. */
export interface BrokenEntry {
  /**
   * The tool that this part was in an earlier run: the tool with this name, or a tool that calls this path. The kind
   * "unknown" stands for any tool that no other part of the document matches.
   */
  readonly was:
    | { readonly kind: "tool"; readonly sourceName: string }
    | { readonly kind: "call"; readonly path: string; readonly method: string | undefined }
    | { readonly kind: "unknown" };
  readonly origin: Origin;
  /** The code of the reported error. */
  readonly code?: Code | undefined;
}
