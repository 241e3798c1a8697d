import { expect, test } from "vitest";
import { isRegex } from "../../runtime/validate/formats/identifiers.js";
import { isIdnEmail, isIdnHostname } from "../../runtime/validate/formats/international.js";

// Long texts of models and services. A check without a limit would take many seconds for each of them, and
// the test would time out.
const digits = "\u0660".repeat(500_000);

test("a long row of Arabic digits is not a hostname or an address", () => {
  expect(isIdnHostname(digits)).toBe(false);
  expect(isIdnEmail(`a@${digits}`)).toBe(false);
});

test("a million characters of classes are not a regular expression", () => {
  expect(isRegex("\\p{L}".repeat(1_000_000))).toBe(false);
  expect(isRegex("\\p{L}".repeat(1_000))).toBe(true);
});

test("the longest label of an international name is valid", () => {
  expect(isIdnHostname(`${"é".repeat(50)}.example`)).toBe(true);
});
