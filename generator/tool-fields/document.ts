import { toolFields } from "./tool-fields.js";

/** The table of fields in README.md, between its two marks. */
export function documentToolFields(): string {
  const rows = Object.entries(toolFields).map(
    ([name, { doc, example }]) => `| \`${name}\` | ${doc} | \`${inYaml(example)}\` |`,
  );
  return ["| field | meaning | example |", "| --- | --- | --- |", ...rows].join("\n");
}

/** A value in the flow style of YAML. */
function inYaml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inYaml).join(", ")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${inYaml(field)}`);
  return `{ ${fields.join(", ")} }`;
}
