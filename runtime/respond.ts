import { fixedError } from "./answer.js";
import type { ModelVisibleError } from "./errors.js";
import { toJson } from "./to-json.js";
import type { ToolEntry } from "./tool.js";
import { trimResult } from "./trim-result.js";
import type { FunctionResponse } from "./wire.js";

/** Makes a handler's result the answer of its call, or says what is wrong with it. */
export function respond(
  entry: ToolEntry,
  value: unknown,
  options: { readonly resultKey?: string; readonly maxResultChars?: number },
  report: (error: unknown) => void,
): FunctionResponse | ModelVisibleError {
  let json;
  try {
    json = toJson(value);
  } catch (error) {
    report(error);
    return fixedError("UNSERIALIZABLE_RESULT");
  }
  if (isFunctionResponse(json, entry.name)) {
    // The id is the call's, whatever the handler put there.
    const { id: _id, ...answer } = json as unknown as FunctionResponse;
    return answer;
  }
  const checked = entry.checkResult?.(json);
  if (checked?.ok === false) {
    report(new TypeError(`"${entry.name}" broke its response schema: ${JSON.stringify(checked.issues)}`));
    return fixedError("INVALID_RESULT");
  }
  const { maxChars, ...limits } = entry.policy.result ?? {};
  const trimmed = trimResult(json, { ...limits, maxChars: maxChars ?? options.maxResultChars ?? 65_536 });
  if (!trimmed) return fixedError("RESULT_TOO_LARGE");
  const { value: result, cuts } = trimmed;
  return {
    name: entry.name,
    response: {
      [options.resultKey ?? "result"]: result,
      ...(cuts.length > 0 && { truncated: cuts.slice(0, 10) }),
    },
  };
}

const FIELDS = new Set(["id", "name", "response", "parts", "scheduling", "willContinue"]);

/** A handler may answer with everything a FunctionResponse can hold, media parts for instance. */
function isFunctionResponse(value: unknown, name: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { name: given, response } = value as Partial<FunctionResponse>;
  return (
    given === name &&
    typeof response === "object" &&
    response !== null &&
    !Array.isArray(response) &&
    Object.keys(value).every((key) => FIELDS.has(key))
  );
}
