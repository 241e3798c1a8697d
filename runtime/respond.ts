import { fixedError } from "./answer.js";
import type { ModelVisibleError } from "./errors.js";
import { toJson } from "./to-json.js";
import type { NextPage, ToolEntry } from "./tool.js";
import type { Cut } from "./trim-result.js";
import type { FunctionResponse, Json } from "./wire.js";

/** Makes a handler's result the answer of its call, or says what is wrong with it. */
export async function respond(
  entry: ToolEntry,
  value: unknown,
  options: {
    readonly resultKey?: string;
    readonly maxResultChars?: number;
    readonly next?: NextPage | undefined;
  },
  report: (error: unknown) => void,
): Promise<FunctionResponse | ModelVisibleError> {
  let json, length;
  try {
    ({ json, length } = toJson(value));
  } catch (error) {
    report(error);
    return fixedError("UNSERIALIZABLE_RESULT");
  }
  const whole = wholeResponseIn(json, entry.name);
  if (whole) return { ...whole, name: entry.name };
  const checked = entry.checkResult?.(json);
  if (checked?.ok === false) {
    report(new TypeError(`"${entry.name}" broke its response schema: ${JSON.stringify(checked.issues)}`));
    return fixedError("INVALID_RESULT");
  }
  const limits = { maxChars: options.maxResultChars ?? 65_536, ...entry.policy.result };
  let cuts: readonly Cut[] = [];
  if (length > limits.maxChars || limits.pick || limits.maxItems !== undefined) {
    const { trimResult } = await import("./trim-result.js");
    const trimmed = trimResult(json, limits);
    if (!trimmed) return fixedError("RESULT_TOO_LARGE");
    ({ value: json, cuts } = trimmed);
  }
  return {
    name: entry.name,
    response: {
      ...(options.next !== undefined && { next: { ...options.next } }),
      [options.resultKey ?? "result"]: json,
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
