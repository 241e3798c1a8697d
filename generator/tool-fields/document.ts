import { toolFields } from "./tool-fields.js";

/** Makes the table of fields in README.md. */
export function documentToolFields(): string {
  const rows = Object.entries(toolFields).map(
    ([name, { doc, example }]) => `| \`${name}\` | ${doc} | \`${inYaml(example)}\` |`,
  );
  return ["| field | meaning | example |", "| --- | --- | --- |", ...rows].join("\n");
}

/** Formats a value in the flow style of YAML, such as `{ env: API_KEY }`. */
function inYaml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inYaml).join(", ")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${inYaml(field)}`);
  return `{ ${fields.join(", ")} }`;
}
