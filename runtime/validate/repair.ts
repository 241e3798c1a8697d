import { type LargeInteger, parseExact } from "../exact-json.js";
import type { Issue } from "../issue.js";
import { editAt } from "./edit.js";
import { argumentPath, segments } from "./pointer.js";
import { received } from "./received.js";
import { isObject, kindOf } from "./values.js";

/**
 * Changes what the issues complain about where that loses nothing: `"3"` where a number is wanted, `"true"`, a JSON text
 * where an object or a list is wanted, `null` where nothing is wanted. The issues say what is wanted, so no second
 * traversal is generated for it. What was changed is added to the notes, one line each.
 */
export function repair(
  value: unknown,
  issues: readonly Issue[],
  notes: string[],
  large: LargeInteger = "text",
): unknown {
  return issues.reduce((result, { code, pointer, expected }) => {
    if (!/^(?:type|enum|const|union)$/.test(code)) return result;
    return editAt(result, segments(pointer), (before, around) => {
      const after = repaired(before, wantedTypes(code, expected), isObject(around), large);
      if (after !== before) {
        const change = after === undefined ? "left out" : "read as " + received(after);
        notes.push((argumentPath(pointer) || "arguments") + ": " + received(before) + " " + change);
      }
      return after;
    });
  }, value);
}

/** The type names that an expectation begins with, such as `integer` of `integer 1–16`; every type for an enum. */
function wantedTypes(code: string, expected: string): string {
  if (code === "type") return expected.split(/ (?:like|matching|of|with) |[,(]/)[0]!;
  return code === "union" ? expected : "integer boolean null";
}

function repaired(value: unknown, types: string, isProperty: boolean, large: LargeInteger): unknown {
  if (typeof value === "string") {
    const said = readJson(
      value.trim().replace(/^(?:true|false)$/i, (word) => word.toLowerCase()),
      large,
    );
    const kind = kindOf(said);
    if (
      kind === "number" || kind === "bigint"
        ? /integer|number/.test(types) && (Number.isSafeInteger(said) || kind === "bigint" || isExact(value))
        : kind !== "string" && types.includes(kind)
    )
      return said;
  }
  const isWord = Number.isSafeInteger(value) || /^(?:boolean|bigint)$/.test(typeof value);
  if (types.includes("string") && isWord) return String(value);
  return value === null && isProperty ? undefined : value;
}

/** Whether a double keeps every digit of a number. */
function isExact(text: string): boolean {
  return text.replace(/^[\s.0-]+|e.*|\D/gi, "").length <= 15 && Number.isFinite(Number(text));
}

/** What a JSON text says; whatever is no such text is left as it is. */
export function readJson(value: unknown, large: LargeInteger): unknown {
  try {
    return typeof value === "string" ? parseExact(value, large) : value;
  } catch {
    return value;
  }
}
