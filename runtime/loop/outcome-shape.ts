import { isObject } from "../base/is-object.js";
import type { ModelOutcome, ToolOutcome } from "../host.js";

// Outcomes come from engines and their journals, so an outcome may have any type.

export function isModelOutcome(value: unknown): value is ModelOutcome {
  const { ok, response, error } = (value ?? {}) as Record<string, unknown>;
  return isObject(ok ? response : error);
}

export function isToolOutcome(value: unknown): value is ToolOutcome {
  const { waiting, response } = (value ?? {}) as Partial<Record<string, { response?: unknown } | null>>;
  return !!waiting || isObject(response?.response);
}
