import { isObject } from "./is-object.js";
import { RunError } from "../errors.js";

/** Why the loop cannot read this candidate, or the service not take it back; undefined where it can. Asked of every event of a stream. */
export function findCandidateFlaw(candidate: unknown): string | undefined {
  if (isNothing(candidate)) return undefined;
  const { content, finishReason, finishMessage, continuationToken } = isObject(candidate) ? candidate : {};
  if (!isText(finishReason) || !isText(finishMessage) || !isText(continuationToken))
    return "the answer has not the shape of a Candidate";
  return isContent(content) ? undefined : "the answer has not the shape of a Content";
}

/** Whether a Content, or none, has the shape that the loop relies on and the service takes back. It comes from outside and may be anything. */
export function isContent(content: unknown): boolean {
  if (isNothing(content)) return true;
  const parts = isObject(content) && (content.parts ?? []);
  return Array.isArray(parts) && parts.every(isPart);
}

/** A part holds one kind of data. */
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

/** To Google's parsers, null says no more than leaving a field out. */
export function isNothing(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** A text, or none. */
function isText(value: unknown): boolean {
  return isNothing(value) || typeof value === "string";
}

export function malformed(message: string): RunError {
  return new RunError({ kind: "protocol", code: "MALFORMED_FUNCTION_CALL", message });
}
