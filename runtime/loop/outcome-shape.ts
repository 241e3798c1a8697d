import { isObject } from "../base/is-object.js";
import type { ModelOutcome, ToolOutcome } from "../host.js";

// Outcomes come from engines and their journals, and may be anything.

export function isModelOutcome(given: unknown): given is ModelOutcome {
  const { ok, response, error } = (given ?? {}) as Record<string, unknown>;
  return isObject(ok ? response : error);
}

export function isToolOutcome(given: unknown): given is ToolOutcome {
  const { waiting, response } = (given ?? {}) as Partial<Record<string, { response?: unknown } | null>>;
  return !!waiting || isObject(response?.response);
}
