import { fixedError } from "./answer.js";
import type { ModelVisibleError } from "./errors.js";
import { toJson } from "./to-json.js";
import type { NextPage, ToolChecks, ToolEntry } from "./tool.js";
import { type Cut, trimResult } from "./trim-result.js";
import type { FunctionResponse, Json } from "./wire.js";

/** Makes a handler's result the answer of its call, or says what is wrong with it. */
export function respond(
  entry: ToolEntry,
  { checkResult }: ToolChecks,
  value: unknown,
  options: {
    readonly resultKey?: string;
    readonly maxResultChars?: number;
    readonly next?: NextPage | undefined;
  },
  report: (error: unknown) => void,
): FunctionResponse | ModelVisibleError {
  let json, length;
  try {
    ({ json, length } = toJson(value));
  } catch (error) {
    report(error);
    return fixedError("UNSERIALIZABLE_RESULT");
  }
  const limits = { maxChars: options.maxResultChars ?? 65_536, ...entry.policy.result };
  const whole = wholeResponseIn(json, entry.name);
  if (whole) {
    // Media count for nothing here: they are no text.
    const { length: words } = JSON.stringify(whole.response);
    return words > limits.maxChars ? fixedError("RESULT_TOO_LARGE") : { ...whole, name: entry.name };
  }
  const checked = checkResult?.(json);
  if (checked?.ok === false) {
    report(new TypeError(`"${entry.name}" broke its response schema: ${JSON.stringify(checked.issues)}`));
    return fixedError("INVALID_RESULT");
  }
  let cuts: readonly Cut[] = [];
  if (length > limits.maxChars || limits.pick || limits.maxItems !== undefined) {
    const trimmed = trimResult(json, limits);
    if (!trimmed) return fixedError("RESULT_TOO_LARGE");
    ({ value: json, cuts } = trimmed);
  }
  return {
    name: entry.name,
    response: {
      [options.resultKey ?? "result"]: json,
      ...(options.next !== undefined && { next: { ...options.next } }),
      ...(cuts.length > 0 && { truncated: cuts.slice(0, 10) }),
    },
  };
}

const FIELDS = new Set(["id", "name", "response", "parts", "scheduling", "willContinue"]);

/** What `wholeResponse` made, or a FunctionResponse of this very tool. Its id is the call's, whatever the handler put there. */
function wholeResponseIn(value: Json, name: string): Omit<FunctionResponse, "name" | "id"> | undefined {
  if (!isObject(value)) return undefined;
  const wrapped = Object.keys(value).length === 1 && isObject(value.functionResponse);
  const { id: _id, ...inner } = (wrapped ? value.functionResponse : value) as Partial<FunctionResponse>;
  const fits = (wrapped || inner.name === name) && isObject(inner.response);
  return fits && Object.keys(inner).every((key) => FIELDS.has(key)) ? (inner as FunctionResponse) : undefined;
}

function isObject(value: unknown): value is Record<string, Json> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
