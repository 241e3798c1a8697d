/** A request that the Interactions API does not accept, as its error describes it. */
export interface Refused {
  readonly rule: InteractionRuleId;
  readonly status: number;
  /** The text in `error.code`. */
  readonly code: string;
  readonly message: string;
}

const thinkingLevels = (levels: readonly string[]): string => levels.map((level) => `'${level}'`).join(", ");

/** The text of each refusal, as users have reported it, or in the same style. The only place to correct one. */
export const interactionTexts = {
  notJson: () => "Invalid JSON payload: syntax error in request body.",
  unknownParameter: (name: string) => `Unknown parameter '${name}'`,
  invalidInput: (path: string) => `Invalid input at '${path}'.`,
  modelOrAgent: () => "Exactly one of 'model' and 'agent' must be set.",
  modelUnknown: (model: string) => `Model '${model}' was not found.`,
  agentConfig: () => "'generation_config' is not supported for agent interactions.",
  backgroundRequired: () => "background=true is required for agent interactions.",
  inputMissing: () => "Missing required parameter 'input'.",
  inputEmpty: (path: string) => `'${path}' must not be empty.`,
  inputMixed: () => "'input' must not mix steps and content.",
  storeRequired: (name: string) => `'${name}' requires store=true.`,
  interactionUnknown: (id: string) => `Interaction '${id}' was not found or has expired.`,
  notSupported: (name: string) => `'${name}' is not supported by the Interactions API.`,
  choiceWithoutFunctions: () => "Function calling config is set without function_declarations.",
  choiceUnknown: (name: string) => `Allowed tool '${name}' is not a declared function.`,
  thinkingLevel: (level: string, levels: readonly string[]) =>
    `Thinking level '${level}' is not supported by this model. Supported levels: ${thinkingLevels(levels)}.`,

  parametersNotSchema: () => "schema at top-level must be a boolean or an object",
  requiredUnknown: (at: string, name: string) => `schema at ${at} requires unspecified property '${name}'`,
  requiredEmpty: (at: string) => `schema at ${at} has an empty list 'required'`,
  functionName: (limit: number) =>
    "Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), " +
    `dots (.), colons (:), or dashes (-), with a maximum length of ${limit}.`,
  functionTwice: (name: string) => `Duplicate function declaration found: ${name}`,
  tooManyFunctions: (limit: number) => `At most ${limit} function declarations can be specified.`,
  serverName: () => "The name of an MCP server must not contain '-'.",
  builtinsWithFunctions: () =>
    "Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.",

  resultInvalid: () => "Invalid input received.",
  callIdMissing: () => "Missing call_id in content of type function_result",
  resultNotAfterCall: (name: string) =>
    "Please ensure that function response turn comes immediately after a function call turn. " +
    `Got function response with name '${name}'.`,
  callUnanswered: (name: string) =>
    `Please ensure that every function call has a result. The call of '${name}' has none.`,
  resultName: (name: string, expected: string) =>
    `The name '${name}' of a function result differs from the name '${expected}' of its call.`,
  endsWithModel: () => "The last step of the input must be a user_input or a function_result.",
  signatureMissing: () => "Request contains an invalid argument.",
  signatureCorrupted: () => "Corrupted thought signature.",
  stepChanged: (type: string) =>
    `Request contains an invalid argument. (toolpress/testing: a ${type} step of the current turn was changed or left out. ` +
    "Send back the steps of the model unchanged.)",
  storedBuiltins: () => "Operation is not implemented, or supported, or enabled.",

  continuationOwner: () => "The continuation token belongs to another interaction.",
  continuationUnknown: () => "The continuation token is invalid or has expired.",
  continuationInput: () => "'input' must not be set with a continuation token of a stored interaction.",
  notCancellable: (id: string) => `Interaction '${id}' is not running in the background.`,
  malformedCall: () => "Model generated invalid JSON syntax and the output could not be parsed.",
  deadline: () => "Deadline expired before operation could complete.",
} as const;

/** The id of a rule. It stays the same when the text changes. */
export type InteractionRuleId = keyof typeof interactionTexts;

type Values = { readonly [R in InteractionRuleId]: Parameters<(typeof interactionTexts)[R]> };

const textOf: { readonly [R in InteractionRuleId]: (...values: Values[R]) => string } = interactionTexts;

/** Rules whose error is not `invalid_request` with status 400. */
const errors: Partial<Record<InteractionRuleId, { readonly status: number; readonly code: string }>> = {
  modelUnknown: { status: 404, code: "not_found" },
  interactionUnknown: { status: 404, code: "not_found" },
  storedBuiltins: { status: 501, code: "not_implemented" },
  malformedCall: { status: 400, code: "malformed_tool_call" },
  deadline: { status: 504, code: "gateway_timeout" },
};

/** A refusal with the text and the error of its rule. */
export function refused<R extends InteractionRuleId>(rule: R, ...values: Values[R]): Refused {
  const { status, code } = errors[rule] ?? { status: 400, code: "invalid_request" };
  return { rule, status, code, message: textOf[rule](...values) };
}
