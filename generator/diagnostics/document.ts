import { definitions } from "./definitions.js";

const groups: Readonly<Record<string, string>> = {
  TP1: "Reading files",
  TP2: "The toolpress dialect",
  TP3: "JSON Schema",
  TP4: "Checks over tools and sets",
  TP5: "Limits of Gemini's schema",
  TP6: "OpenAPI",
  TP7: "Other tool dialects",
  TP9: "Writing files",
};

const severities = {
  error: "nothing is written for the tool or the set; cannot be silenced",
  warning: "something is lost or likely wrong; an error with `--strict`",
  note: "something was changed without loss",
} as const;

/** Makes `docs/diagnostics.md`, which lists every diagnostic by its code. */
export function documentDiagnostics(): string {
  const lines = [
    "# Diagnostics",
    "",
    "Generated from the catalogue by `npm run docs` in the repository. `toolpress explain TP101` prints the same on the command line.",
    "",
    ...Object.entries(severities).map(([severity, meaning]) => `- **${severity}**: ${meaning}`),
    "",
    "The config sets the severity of warnings and notes by code: `severity: { TP401: error, TP501: off }`.",
  ];
  let group = "";
  for (const [code, definition] of definitions) {
    if (code.slice(0, 3) !== group) {
      group = code.slice(0, 3);
      lines.push("", `## ${groups[group] ?? group}`);
    }
    lines.push("", `### ${code}: ${definition.title}`, "", `*${definition.severity}*. ${definition.cause}`);
    lines.push("", `**Fix:** ${definition.fix}`);
  }
  return `${lines.join("\n")}\n`;
}
