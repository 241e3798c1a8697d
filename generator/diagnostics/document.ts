import { catalogue } from "./catalogue/index.js";
import type { Definition } from "./catalogue/definition.js";

const rooms: Readonly<Record<string, string>> = {
  TP1: "Reading files",
  TP2: "The toolpress dialect",
  TP3: "JSON Schema",
  TP4: "Checks over tools and sets",
  TP5: "What Gemini cannot say",
  TP6: "OpenAPI",
  TP7: "Other tool dialects",
  TP9: "Writing files",
};

const severities = {
  error: "nothing is written for the tool or the set; cannot be silenced",
  warning: "something is lost or likely wrong; an error with `--strict`",
  note: "something was changed without loss",
} as const;

/** `docs/diagnostics.md`: every diagnostic there is, by its code. */
export function documentDiagnostics(): string {
  const lines = [
    "# Diagnostics",
    "",
    "Made from the catalogue by `npm run docs` in the repository. `toolpress explain TP101` shows the same on the command line.",
    "",
    ...Object.entries(severities).map(([severity, meaning]) => `- **${severity}**: ${meaning}`),
    "",
    "The severity of warnings and notes is set by code in the config: `severity: { TP401: error, TP501: off }`.",
  ];
  let room = "";
  for (const code of Object.keys(catalogue).sort()) {
    const definition = (catalogue as unknown as Record<string, Definition<unknown>>)[
      code
    ] as Definition<unknown>;
    if (code.slice(0, 3) !== room) {
      room = code.slice(0, 3);
      lines.push("", `## ${rooms[room] ?? room}`);
    }
    lines.push("", `### ${code}: ${definition.title}`, "", `*${definition.severity}*. ${definition.cause}`);
    lines.push("", `**Fix:** ${definition.fix}`);
  }
  return `${lines.join("\n")}\n`;
}
