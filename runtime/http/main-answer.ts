import type { HttpOperation } from "./operation.js";
import { type Answer, isJson, mediaType } from "./read-response.js";

/** Statuses whose answers have no body. */
const bodiless = [204, 205, 304];

/**
 * Whether the schema of the tool's result is about this answer. A document may describe answers of other statuses and media types as
 * well; comparing those with the main schema would report what nobody did wrong.
 */
export function isMainAnswer(
  { method, otherAnswers = [] }: HttpOperation,
  { status, headers }: Answer,
): boolean {
  if (method === "HEAD" || bodiless.includes(status)) return false;
  const type = mediaType(headers);
  return !otherAnswers.some(
    (other) => other === String(status) || other === type || (!isJson(type) && isInRange(type, other)),
  );
}

function isInRange(type: string, range: string): boolean {
  return type !== "" && (range === "*/*" || (range.endsWith("/*") && type.startsWith(range.slice(0, -1))));
}
