// The functions and types that generated code imports. Exports are never removed or changed: an incompatible
// version becomes `v2.ts`.
export {
  type Decoder,
  decodeArray,
  decodeDigits,
  decodeExactDigits,
  decodeExactJson,
  decodeJson,
  decodeMap,
  decodeObject,
  decodeTuple,
  decodeUnion,
  decodeWords,
  hasField,
  hasTag,
  isKind,
  isWord,
} from "./validate/decode.js";
export type { Issue, IssueCode, Parsed, Validated } from "./issue.js";
export type {
  BoundTool,
  CallContext,
  Handler,
  ParseOptions,
  Remote,
  Reply,
  ToolChecks,
  ToolEntry,
  ToolPolicy,
  ToolSchemas,
  Toolset,
} from "./tool.js";
export { checkOptionNames, type OptionNames } from "./base/check-option-names.js";
export { bindFunction, createToolset, bindHandler, bindRemote, type UnboundTool } from "./start/toolset.js";
export type { FunctionDeclaration } from "./wire.js";
export { ToolError } from "./errors.js";
export { anyOf, countMatching, oneOf } from "./validate/branches.js";
export { complete, type Completion } from "./validate/complete.js";
export {
  isDate,
  isDateTime,
  isDuration,
  isIsoDateTime,
  isIsoTime,
  isLocalDateTime,
  isLocalTime,
  isTime,
} from "./validate/formats/dates.js";
export { isEmail, isHostname, isIpv4, isIpv6 } from "./validate/formats/hosts.js";
export {
  isBase64,
  isInt32,
  isInt64,
  isJsonPointer,
  isRegex,
  isRelativeJsonPointer,
  isUint64,
  isUuid,
} from "./validate/formats/identifiers.js";
export { isIdnEmail, isIdnHostname } from "./validate/formats/international.js";
export { isIri, isIriReference, isUri, isUriReference, isUriTemplate } from "./validate/formats/uris.js";
export { underCondition } from "./validate/conditions.js";
export { declareNames } from "./validate/declared-names.js";
export { type ChecksDefinition, defineChecks, type DefinedChecks } from "./validate/define-checks.js";
export { free, further } from "./validate/any-value.js";
export {
  fitsInt64,
  fitsUint64,
  isDigits,
  isExactInteger,
  isLargeDigits,
  isSafeInteger,
  toBigint,
  toDigits,
} from "./validate/integers.js";
export { isForbidden, Issues, type Check } from "./validate/issues.js";
export { isMultiple } from "./validate/numbers.js";
export { segment } from "./validate/pointer.js";
export { isLonger, isShorter, matches } from "./validate/strings.js";
export { checkApart, drop } from "./validate/surplus.js";
export { passes } from "./validate/trial.js";
export { duplicate, equal, isInteger, isNumber, isObject, keys, own } from "./validate/values.js";
