import { isObject } from "../base/is-object.js";
import { stableText } from "../base/stable-text.js";
import type { AnsweredCall } from "../tool.js";

const REPEATED =
  " The same call failed in the same way before: change its arguments, or search for another tool.";

/** The response to a failed call, with a remark if an earlier call of the run was the same and failed in the same way. */
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
