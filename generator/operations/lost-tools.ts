import type { Code } from "../diagnostics/catalogue/definition.js";
import type { Report } from "../diagnostics/report.js";
import type { SourceDocument } from "../base/documents.js";
import type { ImportedTool } from "../ir.js";
import { isMapping, own } from "../base/mapping.js";
import { type Origin, within } from "../base/origin.js";

/**
 * The code of the error that removed a tool. The error is in the tool itself, or in a schema to which its
 * arguments refer.
 */
export function codeOfLostTool({ origin, input }: ImportedTool, report: Report): Code | undefined {
  const nodes = [origin, ...schemasOf(input.value, input.origin.document as SourceDocument)];
  return nodes.flatMap((node) => report.errorsWithin(node))[0] ?? report.lastError;
}

const components = ["components", "schemas"];

/** All shared schemas to which a schema refers, directly or indirectly. */
function schemasOf(schema: unknown, document: SourceDocument): readonly Origin[] {
  const found = new Map<string, Origin>();
  const root = within({ document, path: [] }, ...components);
  const shared = components.reduce<unknown>(own, document.value);
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isMapping(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === "$ref" && typeof inner === "string") follow(inner);
      else visit(inner);
    }
  };
  const follow = (reference: string): void => {
    const name = reference.replace(/^#\/components\/schemas\//, "");
    if (name === reference || found.has(name)) return;
    found.set(name, within(root, name));
    visit(own(shared, name));
  };
  visit(schema);
  return [...found.values()];
}
