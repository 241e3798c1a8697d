// The part of Gemini's JSON that the runtime uses. Index signatures allow unknown fields, because the runtime
// sends contents back unchanged.

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** One turn of a conversation: `user` or `model`. */
export interface Content {
  role?: string;
  parts?: Part[];
  /** The steps that the Interactions API sent for this turn. They go back unchanged; the parts are a view of them. */
  steps?: readonly unknown[];
  [field: string]: unknown;
}

/** A part of a turn. It contains one kind of data and sometimes a thought signature. */
export interface Part {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  functionCall?: FunctionCall;
  functionResponse?: FunctionResponse;
  inlineData?: Blob;
  [field: string]: unknown;
}

/** Media in base64. */
export interface Blob {
  mimeType: string;
  data: string;
  displayName?: string;
}

/** A call that the model requests. `args` is missing if the call has no arguments. */
export interface FunctionCall {
  id?: string;
  name?: string;
  args?: Record<string, unknown>;
  [field: string]: unknown;
}

/** The answer to a call. Its name and id are those of the call. */
export interface FunctionResponse {
  id?: string;
  name: string;
  response: Record<string, unknown>;
  parts?: FunctionResponsePart[];
  /**
   * The time at which the Live API passes the answer to the model, as a `Scheduling`. The type is `never`,
   * because the official client declares an enum that accepts no string literal.
   */
  scheduling?: never;
  willContinue?: boolean;
}

/** When the Live API passes the answer of a non-blocking tool to the model. */
export type Scheduling = "SILENT" | "WHEN_IDLE" | "INTERRUPT";

/** Media in an answer. Exactly one of the fields is set. */
export interface FunctionResponsePart {
  inlineData?: Blob;
  fileData?: { fileUri: string; mimeType: string; displayName?: string };
}

/**
 * The type of a field that the official client declares differently. The client uses an enum that accepts no
 * string literal, or a string where the service expects a number. Only `any` is compatible with both the
 * client and `GeminiSchema`.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type FitsOfficialClient = any;

/**
 * The declaration of one function. The type is assignable to the type of the official client, and the
 * reverse.
 */
export interface FunctionDeclaration {
  name: string;
  description: string;
  parameters?: DeclaredSchema;
  parametersJsonSchema?: unknown;
  response?: DeclaredSchema;
  responseJsonSchema?: unknown;
  /** `BLOCKING` or `NON_BLOCKING`. */
  behavior?: FitsOfficialClient;
}

/** A declaration in the types of this package or of another client. */
export interface DeclarationLike {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly parameters?: object | undefined;
  readonly parametersJsonSchema?: unknown;
}

/** A schema inside a declaration. `DeclaredSchema` and `GeminiSchema` are assignable to each other. */
export interface DeclaredSchema extends Omit<GeminiSchema, Loose | "items" | "properties" | "anyOf"> {
  type?: FitsOfficialClient;
  minItems?: FitsOfficialClient;
  maxItems?: FitsOfficialClient;
  minProperties?: FitsOfficialClient;
  maxProperties?: FitsOfficialClient;
  minLength?: FitsOfficialClient;
  maxLength?: FitsOfficialClient;
  items?: DeclaredSchema;
  properties?: Record<string, DeclaredSchema>;
  anyOf?: DeclaredSchema[];
}

/** Fields whose type in `DeclaredSchema` differs from `GeminiSchema`. */
type Loose = "type" | `${"min" | "max"}${"Items" | "Properties" | "Length"}`;

/** A second name of `GeminiSchema`: the name that Google's documentation uses. */
export type Schema = GeminiSchema;

/** The schema type of `parameters`, with the 22 fields that the Gemini API accepts. */
export interface GeminiSchema {
  /**
   * The type allows any string. Inside of a property such as `constructor` or `toString`, TypeScript widens a
   * literal such as "STRING" to `string`.
   */
  type?: "STRING" | "NUMBER" | "INTEGER" | "BOOLEAN" | "ARRAY" | "OBJECT" | "NULL" | (string & {});
  format?: string;
  title?: string;
  description?: string;
  nullable?: boolean;
  default?: unknown;
  example?: unknown;
  enum?: string[];
  items?: GeminiSchema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, GeminiSchema>;
  required?: string[];
  minProperties?: number;
  maxProperties?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  anyOf?: GeminiSchema[];
  propertyOrdering?: string[];
}

/**
 * AUTO: the model may call functions. ANY: the model must call a function. NONE: the model must not call
 * functions. VALIDATED: like AUTO, and the arguments follow the schema.
 */
export type FunctionCallingMode = "AUTO" | "ANY" | "NONE" | "VALIDATED";

/** The tool settings of one request. */
export interface ToolConfig {
  functionCallingConfig?: {
    mode?: FunctionCallingMode;
    allowedFunctionNames?: readonly string[];
    streamFunctionCallArguments?: boolean;
  };
  retrievalConfig?: unknown;
  includeServerSideToolInvocations?: boolean;
}

/** One element of `tools`: function declarations, or a built-in tool such as `{ codeExecution: {} }`. */
export interface Tool {
  functionDeclarations?: readonly FunctionDeclaration[];
  [builtin: string]: unknown;
}

/** The body of `generateContent` and `streamGenerateContent`. */
export interface GenerateContentRequest {
  contents: readonly Content[];
  systemInstruction?: Content;
  tools?: readonly Tool[];
  toolConfig?: ToolConfig;
  generationConfig?: Record<string, unknown>;
  continuationToken?: string;
  [field: string]: unknown;
}

/** The response to a request, or one event of a streamed response. */
export interface GenerateContentResponse {
  candidates?: Candidate[];
  promptFeedback?: { blockReason?: string; [field: string]: unknown };
  usageMetadata?: UsageMetadata;
  modelVersion?: string;
  responseId?: string;
  [field: string]: unknown;
}

/** One answer of the model. A response contains one candidate unless the request sets `candidateCount`. */
export interface Candidate {
  index?: number;
  content?: Content;
  /** Any string is allowed, because Google adds finish reasons. */
  finishReason?: string | undefined;
  finishMessage?: string;
  continuationToken?: string;
  [field: string]: unknown;
}

/** Token counts of a response. The service omits counts that are zero. */
export interface UsageMetadata {
  promptTokenCount?: number;
  cachedContentTokenCount?: number;
  candidatesTokenCount?: number;
  toolUsePromptTokenCount?: number;
  thoughtsTokenCount?: number;
  totalTokenCount?: number;
  [field: string]: unknown;
}
