import type { Issue } from "../issue.js";
import { edit, removed } from "./edit.js";
import { argumentPath } from "./pointer.js";
import { received } from "./received.js";
import { isObject } from "./values.js";

export interface Repaired {
  readonly value: unknown;
  /** What was changed, one line each. */
  readonly notes: readonly string[];
}

/**
 * Changes what the issues complain about where that loses nothing: `"3"` where a number is wanted, `"true"`, a JSON text
 * where an object or a list is wanted, `null` where nothing is wanted. The issues say what is wanted, so no second
 * traversal is generated for it.
 */
export function repair(value: unknown, issues: readonly Issue[]): Repaired | undefined {
  const notes: string[] = [];
  let result = value;
  for (const issue of issues) {
    if (issue.code !== "type" && issue.code !== "enum" && issue.code !== "const" && issue.code !== "union")
      continue;
    result = edit(result, issue.pointer, (before, around) => {
      const after = repaired(before, wanted(issue), isObject(around));
      if (after === before) return before;
      const change = after === removed ? "left out" : "read as " + received(after);
      notes.push((argumentPath(issue.pointer) || "arguments") + ": " + received(before) + " " + change);
      return after;
    });
  }
  return notes.length === 0 ? undefined : { value: result, notes };
}

/** The type names that an expectation begins with, such as `integer` of `integer 1–16`; every type for an enum. */
function wanted(issue: Issue): string {
  if (issue.code === "union") return issue.expected;
  return issue.code === "type"
    ? (issue.expected.split(/ (?:like|matching|of|with) |[,(]/)[0] ?? "")
    : "integer boolean null";
}

function repaired(value: unknown, types: string, isProperty: boolean): unknown {
  if (typeof value === "string") {
    const text = value.trim();
    if (/integer|number/.test(types) && isExactNumber(text)) return Number(text);
    if (types.includes("boolean") && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === "true";
    if (types.includes("null") && text === "null") return null;
    if (types.includes("object") && text.startsWith("{")) return parseJson(value);
    if (types.includes("array") && text.startsWith("[")) return parseJson(value);
  }
  if (types.includes("string") && (Number.isSafeInteger(value) || typeof value === "boolean"))
    return String(value);
  return value === null && isProperty ? removed : value;
}

/** A JSON number whose every digit a double keeps. */
function isExactNumber(text: string): boolean {
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return false;
  const digits = text
    .replace(/[eE].*$/, "")
    .replace(/[-.]/g, "")
    .replace(/^0+/, "");
  return digits.length <= 15 && Number.isFinite(Number(text));
}

/** What a JSON text says, or the text itself where it says nothing. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
