import type { Flavor } from "./tool-messages.js";

const learnSignatures: Readonly<Record<Flavor, string>> = {
  gemini: "https://ai.google.dev/gemini-api/docs/thought-signatures",
  vertex: "https://docs.cloud.google.com/vertex-ai/generative-ai/docs/thought-signatures",
};

/**
 * Google's text for each refusal, as users have reported it. If Google changes a text, only this table must be
 * corrected.
 */
export const texts = {
  unknownName: (name: string, path: string) =>
    `Invalid JSON payload received. Unknown name ${JSON.stringify(name)}${path === "" ? "" : ` at '${path}'`}: Cannot find field.`,
  notRepeating: (name: string, path: string) =>
    `Invalid JSON payload received. Unknown name ${JSON.stringify(name)}${path === "" ? "" : ` at '${path}'`}: Proto field is not repeating, cannot start list.`,
  tooDeep: (name: string) =>
    `Invalid JSON payload received. Message too deep. Max recursion depth reached for key '${name}'`,
  invalidValue: (path: string, type: string, value: string) =>
    `Invalid value at '${path}' (${type}), ${value}`,

  tooManyDeclarations: (limit: number) => `At most ${limit} function declarations can be specified.`,
  functionName: (limit: number) =>
    "Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), " +
    `dots (.), colons (:), or dashes (-), with a maximum length of ${limit}.`,
  duplicateDeclaration: (name: string) => `Duplicate function declaration found: ${name}`,
  bothSchemas: (name: string, field: string) =>
    `Unable to submit request because \`${name}\` functionDeclaration has both \`${field}\` and \`${field}_json_schema\` set; only one of them may be set.`,
  rootNotObject: (name: string, field: string) =>
    `Unable to submit request because \`${name}\` functionDeclaration \`${field}\` schema should be of type OBJECT.`,
  nestingDepth: (name: string) =>
    `FunctionDeclaration '${name}' in the request exceeds the maximum allowed nesting depth.`,
  tooManyStates: () =>
    "The specified schema produces a constraint that has too many states for serving. Typical causes of this error are schemas with lots " +
    "of text (for example, very long property or enum names), schemas with long array length limits (especially when nested), or schemas using " +
    "complex value matchers (for example, integers or numbers with minimum/maximum bounds or strings with complex formats like date-time)",

  typeMissing: () => "must be specified when not using one_of, any_of or all_of fields",
  besideAnyOf: () =>
    "schema specified other fields alongside any_of. When using any_of, it must be the only field set.",
  emptyProperties: () => "should be non-empty for OBJECT type",
  propertyUndefined: () => "property is not defined",
  itemsMissing: () => "missing field.",
  enumOutsideString: () => "only allowed for STRING type",
  enumValueEmpty: () => "cannot be empty",
  enumEmpty: () => "should be non-empty for STRING type with enum format",
  stringFormat: () => "only 'enum' and 'date-time' are supported for STRING type",

  undefinedReference: (at: string) => `reference to undefined schema at ${at}`,
  besideReference: (reference: string) =>
    `$ref '${reference}' was set alongside unsupported fields. If a schema node has $ref set, then only description and default can be set alongside it`,
  requiredCycle: (reference: string) =>
    `cyclic reference '${reference}' is reached through required properties only; cycles are allowed inside non-required properties`,

  contentsMissing: () => "contents is not specified",
  roleInvalid: () => "Please use a valid role: user, model.",
  partsEmpty: () => "contents.parts must not be empty.",
  dataMissing: () => "required oneof field 'data' must have one initialized field",
  dataTwice: (path: string, second: string) =>
    `Invalid value at '${path}' (oneof), oneof field 'data' is already set. Cannot set '${second}'`,
  endsWithModel: () => "Requests ending with a model turn are not supported.",
  notBase64: (path: string, value: string) =>
    `Invalid value at '${path}' (TYPE_BYTES), Base64 decoding failed for ${JSON.stringify(value)}`,
  cachedContent: () =>
    "CachedContent can not be used with GenerateContent request setting system_instruction, tools or tool_config.",

  cachedContentModel: (requested: string, cached: string) =>
    `Model used by GenerateContent request (models/${requested}) and CachedContent (models/${cached}) has to be the same.`,
  cachedContentUnknown: () => "CachedContent not found (or permission denied)",
  expirationTwice: () =>
    "Invalid value at 'cached_content' (oneof), oneof field 'expiration' is already set. Cannot set 'expireTime'",
  durationInvalid: (value: string) =>
    `Invalid value at 'cached_content.ttl' (type.googleapis.com/google.protobuf.Duration), ${JSON.stringify(value)}`,
  modelNotFound: (model: string, version: string) =>
    `Model is not found: models/${model} for api version ${version}`,

  configWithoutDeclarations: () => "Function calling config is set without function_declarations.",
  allowedNamesMode: () => "Please set allowed_function_names only when function calling mode is ANY.",
  allowedNamesSubset: () => "allowed_function_names should be a subset of the provided function_declarations",
  autoWithServerSide: () =>
    "Function calling mode AUTO is not supported with tool_config.include_server_side_tool_invocations. Please use VALIDATED.",
  serverSideFlagMissing: () =>
    "Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.",
  toolsNotCombined: (builtins: string) =>
    `Built-in tools ({${builtins}}) and Custom tools (Function Calling) cannot be combined in the same request. Please choose one of the two.`,
  toolsNotAllSearch: () => "Multiple tools are supported only when they are all search tools.",
  jsonWithFunctions: () => "Function calling with a response mime type: 'application/json' is unsupported",

  responseCount: () =>
    "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
  callPosition: () =>
    "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
  responsePosition: () =>
    "Please ensure that function response turn comes immediately after a function call turn.",
  nameEmpty: () => "Name cannot be empty.",
  responseMissing: () => "required field 'response' is not set",
  idMismatch: () => "functionResponse.id does not match functionCall.id",
  nameMismatch: () => "functionResponse.name does not match functionCall.name",
  responseParts: () =>
    "Unable to submit request because `function_response.parts` is not supported for this model",

  signatureMissing: (flavor: Flavor, name: string, position: number) =>
    flavor === "gemini"
      ? "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing " +
        `thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${name}\` , position ${position}. ` +
        `Please refer to ${learnSignatures.gemini} for more details.`
      : `Unable to submit request because function call \`default_api:${name}\` in the ${position}. content block is missing a \`thought_signature\`. ` +
        `Learn more: ${learnSignatures.vertex}`,
  signatureCorrupted: (cause: string) => `Corrupted thought signature. ${cause}`,

  notJson: (excerpt: string) => `Invalid JSON payload received. Unexpected token.\n${excerpt}\n^`,
  keyMissing: () =>
    "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer " +
    "identity to call this API.",
  keyInvalid: () => "API key not valid. Please pass a valid API key.",
  tokenMissing: () =>
    "Request is missing required authentication credential. Expected OAuth 2 access token, login cookie or other valid authentication " +
    "credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.",
  modelUnknown: (model: string, version: string, method: string) =>
    `models/${model} is not found for API version ${version}, or is not supported for ${method}. Call ListModels to see the list of ` +
    "available models and their supported methods.",
  urlUnknown: (path: string) => `The requested URL ${path} was not found on this server.`,
  altInvalid: (alt: string) => `Invalid value "${alt}" for query parameter 'alt'`,
  quotaExceeded: (retryDelay: string) =>
    "You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: " +
    `https://ai.google.dev/gemini-api/docs/rate-limits. Please retry in ${retryDelay}.`,
  vertexExhausted: () =>
    "Resource exhausted. Please try again later. Please refer to https://cloud.google.com/vertex-ai/generative-ai/docs/error-code-429 " +
    "for more details.",
  internal: () =>
    "An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting",
  overloaded: () =>
    "This model is currently experiencing high demand. Spikes in demand are usually temporary. Please try again later.",
  deadline: () => "Deadline expired before operation could complete.",

  // The next two rules are our own. Gemini accepts such declarations, but models use them badly.
  descriptionEmpty: () => "should be non-empty",
  argumentName: () =>
    "Must start with a letter or an underscore, and hold only a-z, A-Z, 0-9 and underscores, with a maximum length of 64.",
} as const;

/** The id of a rule. The id stays the same when Google changes the text of the rule. */
export type RuleId = keyof typeof texts;

type Values = { readonly [R in RuleId]: Parameters<(typeof texts)[R]> };

const textOf: { readonly [R in RuleId]: (...values: Values[R]) => string } = texts;

/** A broken rule, with Google's text for it. */
export interface Breach {
  readonly rule: RuleId;
  readonly message: string;
}

export function breach<R extends RuleId>(rule: R, ...values: Values[R]): Breach {
  return { rule, message: textOf[rule](...values) };
}
