import { type LargeInteger, parseExact } from "../base/exact-json.js";
import { editAt } from "./edit.js";
import type { FoundIssue } from "./found-issue.js";
import type { Expectation } from "../issue.js";
import { argumentPath, segments } from "./pointer.js";
import { received } from "./received.js";
import { isObject, kindOf } from "./values.js";

/**
 * Repairs the values of issues if no information is lost. Examples: the text `"3"` becomes a number, the text
 * `"True"` becomes `true`, a JSON text becomes an object or a list, and a property that is `null` is removed.
 * Adds one note per change.
 */
export function repair(
  value: unknown,
  issues: readonly FoundIssue[],
  notes: string[],
  large: LargeInteger = "text",
): unknown {
  return issues.reduce((result, { code, pointer, expectation }) => {
    if (!/^(?:type|enum|const|union)$/.test(code)) return result;
    return editAt(result, segments(pointer), (before, parent) => {
      const after = repaired(before, expectation, isObject(parent), large);
      if (after !== before) {
        const change = after === undefined ? "left out" : "read as " + received(after);
        notes.push((argumentPath(pointer) || "arguments") + ": " + received(before) + " " + change);
      }
      return after;
    });
  }, value);
}

function repaired(
  value: unknown,
  { types = "", values = [] }: Expectation,
  isProperty: boolean,
  large: LargeInteger,
): unknown {
  const kinds = types.split("|");
  const isWord = Number.isSafeInteger(value) || /^(?:boolean|bigint)$/.test(typeof value);
  if (value === null) return isProperty ? undefined : value;
  if (typeof value === "string") return parsedText(value, kinds, [...values], large);
  return spelling(value, [...values]) ?? (isWord && kinds.includes("string") ? String(value) : value);
}

/** Parses a text if the type or the value of the result is expected. Otherwise returns the text. */
function parsedText(
  text: string,
  kinds: readonly string[],
  values: readonly unknown[],
  large: LargeInteger,
): unknown {
  const parsed = readJson(
    text.trim().replace(/^(?:true|false)$/i, (word) => word.toLowerCase()),
    large,
  );
  const kind = kindOf(parsed);
  if (kind === "string") return text;
  if (values.some((one) => one === parsed)) return parsed;
  const isWanted =
    kind === "number" || kind === "bigint"
      ? (kinds.includes("integer") || kinds.includes("number")) &&
        (Number.isSafeInteger(parsed) || kind === "bigint" || isExact(text))
      : kinds.includes(kind);
  return isWanted ? parsed : text;
}

/**
 * Returns the text in `values` that spells the boolean or number, such as `"True"` for `true`. Returns
 * undefined if several texts spell it.
 */
function spelling(value: unknown, values: readonly unknown[]): unknown {
  if (typeof value !== "boolean" && typeof value !== "number") return undefined;
  const texts = values.filter((one) => typeof one === "string");
  const exact = texts.filter((word) => word === String(value));
  const found = exact.length > 0 ? exact : texts.filter((word) => spells(word, value));
  return found.length === 1 ? found[0] : undefined;
}

function spells(word: string, value: boolean | number): boolean {
  return typeof value === "boolean"
    ? word.toLowerCase() === String(value)
    : /^-?\d+(?:\.\d+)?$/.test(word) && Number(word) === value;
}

/** Whether the number for a text keeps every digit of the text. */
function isExact(text: string): boolean {
  return text.replace(/^[\s.0-]+|e.*|\D/gi, "").length <= 15 && Number.isFinite(Number(text));
}

/** Parses a JSON text. Returns any other value unchanged. */
export function readJson(value: unknown, large: LargeInteger): unknown {
  try {
    return typeof value === "string" ? parseExact(value, large) : value;
  } catch {
    return value;
  }
}
