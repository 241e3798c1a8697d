import { RunError } from "./errors.js";

/** Whether a Content, or none, has the shape that the loop relies on and the service takes back. It comes from outside and may be anything. */
export function isContent(content: unknown): boolean {
  if (content === undefined || content === null) return true;
  const parts = isObject(content) && (content.parts ?? []);
  return Array.isArray(parts) && parts.every(isPart);
}

function isPart(part: unknown): boolean {
  if (!isObject(part)) return false;
  const { text = "", functionCall: call = {} } = part;
  return (
    typeof text === "string" &&
    isObject(call) &&
    typeof (call.name ?? "") === "string" &&
    isObject(call.args ?? {})
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function malformed(message: string): RunError {
  return new RunError({ kind: "protocol", code: "MALFORMED_FUNCTION_CALL", message });
}
