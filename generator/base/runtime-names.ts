import { formats } from "./formats.js";

// The names that generated code imports from the runtime. If a name of a spec equals one of them, the name of the spec
// is changed.

/** The functions that generated checks call. */
export const checkHelpers: readonly string[] = [
  ..."anyOf checkApart countMatching declareNames drop duplicate equal free further isForbidden isInteger isLonger isMultiple isNumber isObject".split(
    " ",
  ),
  ..."isShorter keys matches oneOf own passes segment underCondition".split(" "),
  ..."fitsInt64 fitsUint64 isDigits isExactInteger isLargeDigits isSafeInteger".split(" "),
  ...[...formats.values()].flatMap((format) => (format === undefined ? [] : [format.test])),
];

export const runtimeFunctions: ReadonlySet<string> = new Set([
  ...checkHelpers,
  ..."defineChecks checkOptionNames createToolset bindFunction bindHandler bindRemote".split(" "),
  ..."complete toBigint toDigits".split(" "),
  ..."decodeArray decodeDigits decodeJson decodeMap decodeObject decodeTuple decodeUnion decodeWords".split(
    " ",
  ),
  ..."decodeExactDigits decodeExactJson hasField hasTag isKind isWord".split(" "),
]);

export const runtimeTypes: ReadonlySet<string> = new Set([
  ..."BoundTool CallContext Check ChecksDefinition Completion Decoder DefinedChecks FunctionDeclaration Handler Issue IssueCode Issues Parsed".split(
    " ",
  ),
  ..."ParseOptions Remote Reply ToolChecks ToolEntry ToolError ToolPolicy ToolSchemas Toolset Validated".split(
    " ",
  ),
  ..."BasicCredential HttpConnection HttpOperation HttpOptions HttpRequest HttpScheme HttpService Secret".split(
    " ",
  ),
]);
