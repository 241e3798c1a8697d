import type { FunctionCallingMode } from "@toolpress/runtime";

/**
 * A parsed request. Names are in camelCase, words of enums are in upper case, and a single message in place of a list
 * is wrapped in a list.
 */
export interface ParsedRequest {
  readonly contents?: readonly ParsedContent[];
  readonly systemInstruction?: ParsedContent;
  readonly tools?: readonly Readonly<Record<string, unknown>>[];
  readonly toolConfig?: {
    readonly functionCallingConfig?: {
      readonly mode?: FunctionCallingMode | "MODE_UNSPECIFIED";
      readonly allowedFunctionNames?: readonly string[];
      readonly streamFunctionCallArguments?: boolean;
    };
    readonly includeServerSideToolInvocations?: boolean;
  };
  readonly generationConfig?: { readonly responseMimeType?: string };
  readonly cachedContent?: string;
}

export interface ParsedContent {
  readonly role?: string;
  readonly parts?: readonly ParsedPart[];
}

export interface ParsedPart {
  readonly text?: string;
  readonly thought?: boolean;
  readonly thoughtSignature?: string;
  readonly functionCall?: {
    readonly id?: string;
    readonly name?: string;
    readonly args?: Readonly<Record<string, unknown>>;
  };
  readonly functionResponse?: {
    readonly id?: string;
    readonly name?: string;
    readonly response?: Readonly<Record<string, unknown>>;
    readonly parts?: readonly unknown[];
  };
  readonly [field: string]: unknown;
}

/** Returns the names of all functions that a request declares. */
export function declaredNames(request: ParsedRequest): ReadonlySet<string> {
  const declarations = (request.tools ?? []).flatMap(
    (tool) => (tool["functionDeclarations"] ?? []) as readonly { readonly name?: string }[],
  );
  return new Set(declarations.flatMap((declaration) => declaration.name ?? []));
}

/**
 * The built-in tools that Google runs, with their names in snake case. Special rules apply if they are combined with
 * functions.
 */
const builtinTools: Readonly<Record<string, string>> = {
  googleSearch: "google_search",
  googleSearchRetrieval: "google_search_retrieval",
  codeExecution: "code_execution",
  urlContext: "url_context",
  googleMaps: "google_maps",
  fileSearch: "file_search",
};

export function builtinNames(request: ParsedRequest): readonly string[] {
  const used = (request.tools ?? []).flatMap((tool) => Object.keys(tool));
  return Object.entries(builtinTools).flatMap(([field, name]) => (used.includes(field) ? name : []));
}

/**
 * Returns whether the request uses MCP servers that Google calls. The history then contains calls of functions that the
 * client did not declare.
 */
export function hasMcpServers(request: ParsedRequest): boolean {
  return (request.tools ?? []).some((tool) => tool["mcpServers"] !== undefined);
}
