import { formats } from "../../formats.js";

/** Helpers of the runtime that checks call; names of the spec give way to them. */
export const runtimeNames: readonly string[] = [
  "Issues",
  "anyOf",
  "countMatching",
  "duplicate",
  "equal",
  "isForbidden",
  "isInteger",
  "isLonger",
  "isMultiple",
  "isNumber",
  "isObject",
  "isShorter",
  "keys",
  "matches",
  "oneOf",
  "own",
  "parse",
  "segment",
  "validate",
  ...[...formats.values()].flatMap((format) => (format === undefined ? [] : [format.test])),
];
