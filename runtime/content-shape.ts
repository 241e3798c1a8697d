import { RunError } from "./errors.js";
import { isDeeper } from "./json-depth.js";

/** The service reads no request that nests deeper than a hundred levels. */
const MAX_CONTENT_DEPTH = 90;

/** Why the loop cannot read this candidate, or the service not take it back; undefined where it can. */
export function findCandidateFlaw(candidate: unknown): string | undefined {
  if (isNothing(candidate)) return undefined;
  const { content, finishReason, finishMessage, continuationToken } = isObject(candidate) ? candidate : {};
  if (![finishReason, finishMessage, continuationToken].every(isText))
    return "the answer has not the shape of a Candidate";
  if (!isContent(content)) return "the answer has not the shape of a Content";
  return isDeeper(content, MAX_CONTENT_DEPTH) ? "the answer is nested too deeply to be sent back" : undefined;
}

/** Whether a Content, or none, has the shape that the loop relies on and the service takes back. It comes from outside and may be anything. */
export function isContent(content: unknown): boolean {
  if (isNothing(content)) return true;
  const parts = isObject(content) && (content.parts ?? []);
  return Array.isArray(parts) && parts.every(isPart);
}

/** A part holds one kind of data. */
const DATA =
  /^(text|inlineData|fileData|functionCall|functionResponse|executableCode|codeExecutionResult|tool(Call|Response))$/;

function isPart(part: unknown): boolean {
  if (!isObject(part)) return false;
  const data = Object.keys(part).filter((key) => DATA.test(key) && !isNothing(part[key]));
  const call = part.functionCall ?? {};
  return (
    data.length < 2 &&
    [part.text, part.thoughtSignature].every(isText) &&
    isObject(call) &&
    [call.name, call.id].every(isText) &&
    isObject(call.args ?? {})
  );
}

/** To Google's parsers, null says no more than leaving a field out. */
export function isNothing(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** A text, or none. */
function isText(value: unknown): boolean {
  return isNothing(value) || typeof value === "string";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function malformed(message: string): RunError {
  return new RunError({ kind: "protocol", code: "MALFORMED_FUNCTION_CALL", message });
}
