import type { SourceDocument } from "../../generator/base/documents.js";

/** A document that exists only in a test. */
export function documentOf(value: unknown, file = "test.json"): SourceDocument {
  return {
    file,
    text: JSON.stringify(value),
    format: "json",
    value,
    location: () => ({ file, line: 1, column: 1, length: 0 }),
  };
}
