import type { Documents, SourceDocument } from "../../generator/base/documents.js";
import type { ForeignSchema, SchemaDialect } from "../../generator/ir.js";

/** A document held in memory; every node is on the line of its depth, which tests of places can read. */
export function documentOf(value: unknown, file = "spec.json"): SourceDocument {
  return {
    file,
    format: "json",
    value,
    text: JSON.stringify(value),
    location: (path) => ({ file: `${file}#/${path.join("/")}`, line: 1, column: 1, length: 0 }),
  };
}

/** Documents by their names; other names are missing, and URLs are refused. */
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
