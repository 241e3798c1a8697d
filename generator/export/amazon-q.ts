import { namedTools, reportUncarried } from "./carried.js";
import type { ExportTarget } from "./target.js";
import { argumentsSchema } from "./tool-schema.js";

const mostDescriptionBytes = 10_004;

/** Exports the `tools` of a request to Amazon Q. */
export const amazonQ: ExportTarget = {
  title: "Amazon Q",
  write(set, { report }) {
    reportUncarried(set, amazonQ.title, {}, report);
    const rule = {
      pattern: /^[A-Za-z][A-Za-z0-9_]{0,63}$/,
      words: "a letter, then at most 63 letters, digits or _",
    };
    return namedTools(set, amazonQ.title, rule, report).map((tool) => {
      const bytes = Buffer.byteLength(tool.description);
      if (bytes > mostDescriptionBytes)
        report.add(
          "TP724",
          { key: tool.origin },
          { target: amazonQ.title, tool: tool.name, problem: `a description of ${String(bytes)} bytes` },
        );
      return {
        toolSpecification: {
          name: tool.name,
          // Amazon Q refuses an empty description.
          description: tool.description === "" ? tool.name : tool.description,
          inputSchema: { json: argumentsSchema(tool, set) },
        },
      };
    });
  },
};
