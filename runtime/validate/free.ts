import { isForbidden, type Check, type Issues } from "./issues.js";
import { segment } from "./pointer.js";

/** Looks through a value of which nothing is said, for depth and for names that reach a prototype. */
export function free(pointer: string, value: unknown, issues: Issues): void {
  if (typeof value === "object" && value !== null && !issues.open) issues.within(pointer, value, checkFreely);
}

/** A property that the schema does not know and welcomes. */
export function further(key: string, value: object, issues: Issues): void {
  if (isForbidden(key)) issues.unknown(key, value, []);
  else free("/" + segment(key), (value as Record<string, unknown>)[key], issues);
}

const checkFreely: Check = (value, issues) => {
  for (const key in value as object) further(key, value as object, issues);
};
