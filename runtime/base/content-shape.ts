import { isObject } from "./is-object.js";
import { RunError } from "../errors.js";

/**
 * Returns the reason why the loop cannot read this candidate or why the service would refuse the candidate in
 * a history. Returns undefined for a valid candidate. The function runs for every event of a stream, so it
 * must be fast.
 */
export function findCandidateFlaw(candidate: unknown): string | undefined {
  if (isNothing(candidate)) return undefined;
  const { content, finishReason, finishMessage, continuationToken } = isObject(candidate) ? candidate : {};
  if (!isText(finishReason) || !isText(finishMessage) || !isText(continuationToken))
    return "the answer does not have the shape of a Candidate";
  return isContent(content) ? undefined : "the answer does not have the shape of a Content";
}

/**
 * Whether a content has the shape that the loop and the service need. A missing content is valid. The content
 * comes from a service or a caller, so it may have any type.
 */
export function isContent(content: unknown): boolean {
  if (isNothing(content)) return true;
  const parts = isObject(content) && (content.parts ?? []);
  return Array.isArray(parts) && parts.every(isPart);
}

/** The fields of a part that contain data. A valid part has at most one of them. */
const DATA = new Set(
  "text inlineData fileData functionCall functionResponse executableCode codeExecutionResult toolCall toolResponse".split(
    " ",
  ),
);

function isPart(part: unknown): boolean {
  if (!isObject(part) || !isText(part.text) || !isText(part.thoughtSignature)) return false;
  let kinds = 0;
  for (const key in part) if (DATA.has(key) && !isNothing(part[key])) kinds++;
  const call = part.functionCall;
  return kinds < 2 && (isNothing(call) || isCall(call));
}

function isCall(call: unknown): boolean {
  return isObject(call) && isText(call.name) && isText(call.id) && isObject(call.args ?? {});
}

/** Whether a field is missing. Google's parsers treat null like a missing field. */
export function isNothing(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Whether a field is a string or missing. */
function isText(value: unknown): boolean {
  return isNothing(value) || typeof value === "string";
}

export function malformed(message: string): RunError {
  return new RunError({ kind: "protocol", code: "MALFORMED_FUNCTION_CALL", message });
}
