import { isForbidden, type Check, type Issues } from "./issues.js";
import { segment } from "./pointer.js";

/**
 * Checks a value that has no schema. Only its depth and its property names are checked: no name may reach a
 * prototype.
 */
export function free(pointer: string, value: unknown, issues: Issues): void {
  if (typeof value === "object" && value !== null && !issues.ignoresNames)
    issues.within(pointer, value, checkFreely);
}

/** Checks an additional property that the schema allows. */
export function further(key: string, value: object, issues: Issues): void {
  if (isForbidden(key)) issues.unknown(key, value, []);
  else free("/" + segment(key), (value as Record<string, unknown>)[key], issues);
}

const checkFreely: Check = (value, issues) => {
  for (const key in value as object) further(key, value as object, issues);
};
