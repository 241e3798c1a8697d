import { isObject } from "../base/is-object.js";
import { fixedError } from "../base/answer.js";
import type { ModelVisibleError } from "../errors.js";
import type { Issue } from "../issue.js";
import { WHOLE_RESPONSE } from "../base/parts.js";
import { toJson } from "../base/to-json.js";
import type { NextPage, ToolChecks, ToolEntry, WholeResponse } from "../tool.js";
import { type Cut, trimResult } from "./trim-result.js";
import type { FunctionResponse } from "../wire.js";

export interface RespondOptions {
  readonly resultKey?: string;
  readonly maxResultChars?: number;
  readonly next?: NextPage | undefined;
  /**
   * `true` skips the check of the result. A handler calls `skipResultCheck` if the spec does not describe its
   * result.
   */
  readonly unchecked?: boolean;
}

/** Callbacks that receive the details which the model must not read. */
export interface ResultReports {
  error(error: unknown): void;
  mismatch(issues: readonly Issue[]): void;
}

/** Converts a handler's result into the answer to its call, or into an error that the model reads. */
export function respond(
  entry: ToolEntry,
  checks: ToolChecks,
  value: unknown,
  options: RespondOptions,
  report: ResultReports,
): FunctionResponse | ModelVisibleError {
  let json, length;
  try {
    ({ json, length } = toJson(value));
  } catch (error) {
    report.error(error);
    return fixedError("UNSERIALIZABLE_RESULT");
  }
  const limits = { maxChars: options.maxResultChars ?? 65_536, ...entry.policy.result };
  if (isWholeResponse(value)) return wholeResponseOf(entry.name, json as never, limits.maxChars);
  const checked = options.unchecked ? undefined : checks.checkResult?.(json);
  if (checked?.ok === false && checks.mismatch === "warn") report.mismatch(checked.issues);
  else if (checked?.ok === false) {
    report.error(
      new TypeError(
        `"${entry.name}" returned a result that does not match its response schema: ${JSON.stringify(checked.issues)}`,
      ),
    );
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

function isWholeResponse(value: unknown): boolean {
  return typeof value === "object" && value !== null && WHOLE_RESPONSE in value;
}

/**
 * Converts a value that `wholeResponse` created. The response is sent unchanged except for its name and id,
 * so it must have the shape that the service accepts.
 */
function wholeResponseOf(
  name: string,
  { functionResponse }: WholeResponse,
  maxChars: number,
): FunctionResponse | ModelVisibleError {
  const { response, parts, scheduling, willContinue } = functionResponse;
  const isValid =
    isObject(response) &&
    /^(undefined|SILENT|WHEN_IDLE|INTERRUPT)$/.test(String(scheduling)) &&
    /^(undefined|boolean)$/.test(typeof willContinue) &&
    (parts === undefined || (Array.isArray(parts) && parts.every(isMedia)));
  if (!isValid) return fixedError("INVALID_RESULT");
  // The limit applies to text only. Media do not count.
  if (JSON.stringify(response).length > maxChars) return fixedError("RESULT_TOO_LARGE");
  return {
    name,
    response,
    ...(parts && { parts }),
    ...(scheduling && { scheduling: scheduling as never }),
    ...(willContinue !== undefined && { willContinue }),
  };
}

function isMedia(part: unknown): boolean {
  return isObject(part) && [part.inlineData, part.fileData].filter(isObject).length === 1;
}
