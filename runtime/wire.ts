// The part of Gemini's JSON that the runtime uses. Unknown fields are kept, because contents are sent back unchanged.

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

/** A part of a turn: one kind of data, possibly with a thought signature. */
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

/** A call by the model. `args` is missing if there are none. */
export interface FunctionCall {
  id?: string;
  name?: string;
  args?: Record<string, unknown>;
  [field: string]: unknown;
}

/** The answer to a call, with the same name and id. */
export interface FunctionResponse {
  id?: string;
  name: string;
  response: Record<string, unknown>;
  parts?: FunctionResponsePart[];
  /**
   * Live API, non-blocking tools: a `Scheduling`. The type is `never`, because the official client has an enum here
   * that accepts no literal.
   */
  scheduling?: never;
  willContinue?: boolean;
}

/** When the model receives the answer of a non-blocking tool. */
export type Scheduling = "SILENT" | "WHEN_IDLE" | "INTERRUPT";

/** Media of an answer; exactly one field is set. */
export interface FunctionResponsePart {
  inlineData?: Blob;
  fileData?: { fileUri: string; mimeType: string; displayName?: string };
}

/**
 * A field for which the official client has an enum that accepts no literal, or a text where the service expects a
 * number. `any` is the only type that is compatible with both the client and `GeminiSchema`.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type FitsOfficialClient = any;

/** The declaration of one function. Its types are compatible with the official client, in both directions. */
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

/** A declaration in the types of any client. */
export interface DeclarationLike {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly parameters?: object | undefined;
  readonly parametersJsonSchema?: unknown;
}

/** A `GeminiSchema` in a declaration. The two types are assignable to each other. */
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

/** Gemini's own name of the type. */
export type Schema = GeminiSchema;

/** The 22 fields of `parameters` on the Gemini API. */
export interface GeminiSchema {
  /** Open, because TypeScript widens literals below a property that has a name of `Object.prototype`. */
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
 * AUTO lets the model call, ANY requires a call, NONE forbids calls. VALIDATED is AUTO with arguments that follow the
 * schema.
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

/** One element of `tools`: functions, or a built-in such as `{ codeExecution: {} }`. */
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

/** The response to a request, or one event of a stream. */
export interface GenerateContentResponse {
  candidates?: Candidate[];
  promptFeedback?: { blockReason?: string; [field: string]: unknown };
  usageMetadata?: UsageMetadata;
  modelVersion?: string;
  responseId?: string;
  [field: string]: unknown;
}

/** One answer. A request without `candidateCount` gets one. */
export interface Candidate {
  index?: number;
  content?: Content;
  /** Open: Google adds reasons. */
  finishReason?: string | undefined;
  finishMessage?: string;
  continuationToken?: string;
  [field: string]: unknown;
}

/** The service omits zero counts. */
export interface UsageMetadata {
  promptTokenCount?: number;
  cachedContentTokenCount?: number;
  candidatesTokenCount?: number;
  toolUsePromptTokenCount?: number;
  thoughtsTokenCount?: number;
  totalTokenCount?: number;
  [field: string]: unknown;
}
