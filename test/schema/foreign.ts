import type { Documents, SourceDocument } from "../../generator/base/documents.js";
import type { ForeignSchema, SchemaDialect } from "../../generator/ir.js";

/** Returns a document in memory. The line of every node is its depth, so that tests can check locations. */
export function documentOf(value: unknown, file = "spec.json"): SourceDocument {
  return {
    file,
    format: "json",
    value,
    text: JSON.stringify(value),
    location: (path) => ({ file: `${file}#/${path.join("/")}`, line: 1, column: 1, length: 0 }),
  };
}

/** Returns documents by their names. Any other name is missing, and URLs are refused. */
export function documentsOf(files: Readonly<Record<string, unknown>> = {}): Documents {
  const opened = new Map(Object.entries(files).map(([name, value]) => [name, documentOf(value, name)]));
  return {
    open: (reference) =>
      opened.get(reference) ?? { refused: /^[a-z]+:\/\//.test(reference) ? "network" : "missing", reference },
  };
}

export function foreignOf(value: unknown, dialect: SchemaDialect = "2020-12", file?: string): ForeignSchema {
  return { value, dialect, origin: { document: documentOf(value, file), path: [] } };
}
