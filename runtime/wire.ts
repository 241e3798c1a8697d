// The part of Gemini's JSON that the runtime reads and writes. Unknown fields are kept: contents are replayed verbatim.

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** One turn of a conversation: `user` or `model`. */
export interface Content {
  role?: string;
  parts?: Part[];
  [field: string]: unknown;
}

/** A piece of a turn: one kind of data, perhaps with a thought signature beside it. */
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

/** The model's wish to have a function called; without `args` it has none. */
export interface FunctionCall {
  id?: string;
  name?: string;
  args?: Record<string, unknown>;
  [field: string]: unknown;
}

/** The answer to a call, under the same name and id. */
export interface FunctionResponse {
  id?: string;
  name: string;
  response: Record<string, unknown>;
  parts?: FunctionResponsePart[];
  /** Live API, non-blocking tools: a `Scheduling`. Its type is `never`, because the official client has an enum here that no text fits. */
  scheduling?: never;
  willContinue?: boolean;
}

/** When the model hears of the answer of a non-blocking tool. */
export type Scheduling = "SILENT" | "WHEN_IDLE" | "INTERRUPT";

/** Media of an answer: one of the two. */
export interface FunctionResponsePart {
  inlineData?: Blob;
  fileData?: { fileUri: string; mimeType: string; displayName?: string };
}

/**
 * A field for which the official client has an enum that no literal fits, or a text where the service reads a number. `any` is the only
 * type that fits both the client and `GeminiSchema`.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type FitsOfficialClient = any;

/** What the model is told about one function. Its types fit those of the official client, in both directions. */
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

/** A declaration as any client's types describe it. */
export interface DeclarationLike {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly parameters?: object | undefined;
  readonly parametersJsonSchema?: unknown;
}

/** A `GeminiSchema` in a declaration; every `GeminiSchema` is one, and the other way round. */
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

/** The fields that have another type in a declaration. */
type Loose = "type" | `${"min" | "max"}${"Items" | "Properties" | "Length"}`;

/** Gemini's own name for it is `Schema`. */
export type Schema = GeminiSchema;

/** The 22 fields of `parameters` on the Gemini API. */
export interface GeminiSchema {
  /** Open, because TypeScript forgets literals below a property that is named like one of `Object.prototype`. */
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

/** Whether the model may (AUTO), must (ANY) or must not (NONE) call; VALIDATED is AUTO with arguments held to the schema. */
export type FunctionCallingMode = "AUTO" | "ANY" | "NONE" | "VALIDATED";

/** How tools are used in one request. */
export interface ToolConfig {
  functionCallingConfig?: {
    mode?: FunctionCallingMode;
    allowedFunctionNames?: readonly string[];
    streamFunctionCallArguments?: boolean;
  };
  retrievalConfig?: unknown;
  includeServerSideToolInvocations?: boolean;
}

/** One element of `tools`: functions, or one built-in such as `{ codeExecution: {} }`. */
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

/** The answer to a request, or one event of a stream. */
export interface GenerateContentResponse {
  candidates?: Candidate[];
  promptFeedback?: { blockReason?: string; [field: string]: unknown };
  usageMetadata?: UsageMetadata;
  modelVersion?: string;
  responseId?: string;
  [field: string]: unknown;
}

/** One answer; a request without `candidateCount` gets one. */
export interface Candidate {
  index?: number;
  content?: Content;
  /** Open: Google adds reasons. */
  finishReason?: string | undefined;
  finishMessage?: string;
  continuationToken?: string;
  [field: string]: unknown;
}

/** Zero counts are left out by the service. */
export interface UsageMetadata {
  promptTokenCount?: number;
  cachedContentTokenCount?: number;
  candidatesTokenCount?: number;
  toolUsePromptTokenCount?: number;
  thoughtsTokenCount?: number;
  totalTokenCount?: number;
  [field: string]: unknown;
}
