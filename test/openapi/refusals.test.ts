import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { definitions } from "../../generator/diagnostics/definitions.js";

const docs = readFileSync(new URL("../../docs/openapi.md", import.meta.url), "utf8");

/**
 * Errors that can only occur in our own dialect: examples, toolConfig, built-in tools, declarations that are
 * sent unchanged.
 */
const ownDialect = ["TP414", "TP418", "TP433", "TP506"];

describe("docs/openapi.md", () => {
  it("lists every error that is possible in an OpenAPI document", () => {
    const section = docs.slice(docs.indexOf("## What is refused"));
    const listed = new Set(section.match(/TP\d{3}/g));
    const codes = [...definitions]
      .filter(([code, { severity, foreign }]) => /^TP[3-6]/.test(code) && severity === "error" && !foreign)
      .map(([code]) => code)
      .filter((code) => !ownDialect.includes(code));
    expect(codes.filter((code) => !listed.has(code))).toEqual([]);
  });

  it("lists only codes that are errors", () => {
    const section = docs.slice(docs.indexOf("| kind "), docs.indexOf("A response that cannot be read"));
    const codes = section.match(/TP\d{3}/g) ?? [];
    const isError = (code: string): boolean => {
      const definition = definitions.get(code);
      return definition?.severity === "error" && definition.foreign === undefined;
    };
    expect(codes.filter((code) => !isError(code))).toEqual([]);
  });
});
