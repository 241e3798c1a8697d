import { describe, expect, test } from "vitest";
import { matches, parseSelector } from "../../generator/dialects/openapi/selector.js";

function isMatched(
  selector: string,
  operation: { operationId?: string; path?: string; method?: string },
): boolean {
  const { operationId, path = "/", method = "GET" } = operation;
  return matches(parseSelector(selector)!, { operationId, path, method, tags: [] });
}

describe("a selector with stars", () => {
  test.each([
    ["get*", "getPet", true],
    ["get*", "forget", false],
    ["*Pet", "getPet", true],
    ["*Pet", "getPets", false],
    ["get*By*", "getPetById", true],
    ["get*By*Id", "getPetById", true],
    ["ab*ba", "aba", false],
    ["ab*ba", "abba", true],
    ["a*b*b", "ab", false],
    ["*", "", true],
    ["**", "anything", true],
    ["a.c", "abc", false],
    ["a*\nb", "a\n\nb", true],
    ["getPet", "getpet", false],
  ])("%j and %j: %j", (selector, operationId, expected) => {
    expect(isMatched(selector, { operationId })).toBe(expected);
  });

  test("ignores the case of methods only", () => {
    expect(isMatched("get /pets/*", { path: "/pets/1" })).toBe(true);
    expect(isMatched("GET /Pets/*", { path: "/pets/1" })).toBe(false);
  });

  // An engine that tries all ways would need twice the time for each further star. This test would then not
  // end.
  test("is fast for a path that almost matches", () => {
    expect(isMatched(`/${"a*".repeat(10_000)}b`, { path: `/${"a".repeat(100_000)}` })).toBe(false);
    expect(isMatched(`/${"*a".repeat(10_000)}`, { path: `/${"a".repeat(100_000)}` })).toBe(true);
  });
});
