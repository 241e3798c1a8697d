import type { HttpOperation } from "./operation.js";
import { type ReceivedResponse, isJson, mediaType } from "./read-response.js";

/** Statuses of responses that have no body. */
const bodiless = [204, 205, 304];

/**
 * Whether the spec's schema of the result describes this response. A document may describe other statuses and
 * media types with other schemas. Checking those responses against this schema would report false
 * mismatches.
 */
export function isMainResponse(
  { method, otherAnswers = [] }: HttpOperation,
  { status, headers }: ReceivedResponse,
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
