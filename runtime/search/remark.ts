import { isObject } from "../base/is-object.js";
import { stableText } from "../base/stable-text.js";
import type { AnsweredCall } from "../tool.js";

const REPEATED =
  " The same call failed in the same way before: change its arguments, or search for another tool.";

/**
 * Returns the response to a call. If the same call failed in the same way before in this run, the error
 * message contains a remark.
 */
export function remark(
  { tool, args, code, response }: AnsweredCall,
  earlier: readonly { readonly calls: readonly AnsweredCall[] }[],
): Record<string, unknown> {
  const { error } = response;
  const isRepeated =
    code !== undefined &&
    isObject(error) &&
    earlier
      .flatMap(({ calls }) => calls)
      .some(
        (before) =>
          before.tool === tool && before.code === code && stableText(before.args) === stableText(args),
      );
  if (!isRepeated) return response;
  return { ...response, error: { ...error, message: String(error["message"]) + REPEATED } };
}
