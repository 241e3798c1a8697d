import { within } from "../../base/origin.js";
import type { SchemaRule, ToolRule } from "../rule.js";
import type { Report } from "../../diagnostics/report.js";
import { defineProblem } from "../../diagnostics/catalogue/definition.js";

const TP417 = defineProblem<{ what: string; text: string }>("TP417", {
  title: "instruction to the model in a text",
  severity: "warning",
  message: (p) => `this text ${p.what}: ${JSON.stringify(p.text)}`,
  cause:
    "Names, descriptions and values reach the model unchanged. A foreign spec can use them to give it instructions.",
  fix: "Remove the words, or do not use this spec.",
});

const TP428 = defineProblem<{ character: string; index: number }>("TP428", {
  title: "invisible character",
  severity: "warning",
  message: (p) => `invisible character ${p.character} at position ${p.index}`,
  cause: "People do not see it and models read it, so it can hide instructions.",
  fix: "Remove the character.",
});

const TP429 = defineProblem("TP429", {
  title: "address with credentials",
  severity: "warning",
  message: () => "this text contains an address with a user name and password",
  cause: "Descriptions are sent to the model and kept in its history.",
  fix: "Remove the credentials, and change them.",
});
import type { Origin } from "../../base/origin.js";

/** Patterns of texts that address the model instead of the reader of the spec. */
const suspicious: readonly (readonly [what: string, pattern: RegExp])[] = [
  [
    "tells the model to drop its instructions",
    /\b(?:ignore|disregard|forget|override)\b[^.!?\n]{0,30}\b(?:previous|prior|above|earlier|preceding|your|all|system)\b[^.!?\n]{0,20}\b(?:instructions?|prompts?|rules|guidelines|directives)\b/i,
  ],
  [
    "tells the model to keep something from the user",
    /\b(?:do not|don't|never|without)\s+(?:tell|telling|inform|informing|mention|mentioning|reveal|revealing|show|showing|notify|notifying|let)\b[^.!?\n]{0,40}\bthe user\b/i,
  ],
  [
    "asks for the system prompt",
    /\b(?:reveal|print|repeat|output|show|send|include)\b[^.!?\n]{0,30}\bsystem prompt\b/i,
  ],
  [
    "imitates a system message",
    /<\/?(?:important|system|instructions?|secret|hidden|assistant)>|\[(?:system|inst)\]|^[ \t]{0,8}system[ \t]{0,8}:/im,
  ],
  ["gives the model a new role", /\byou are now (?:a|an|in|the)\b|\bnew instructions\s*:/i],
  [
    "points the model to secrets on the machine",
    /~\/\.(?:ssh|netrc|aws\/credentials)|\bid_(?:rsa|ed25519)\b|\/etc\/(?:passwd|shadow)\b|\.cursor\/mcp\.json/i,
  ],
  ["hides text in a comment", /<!--/],
];

/**
 * Characters that models read but editors do not show: zero width, direction marks, tags, control characters.
 */
const invisible =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}\u{e0100}-\u{e01ef}]|(?<=[A-Za-z])[\u200c\u200d](?=[A-Za-z])/u;

const credentials = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/@:]{1,100}:[^\s/@]{1,100}@[^\s/@]/i;

export const hiddenInstructions: ToolRule = {
  reports: [TP417, TP428, TP429],
  check: (tool, { report }) => {
    checkText(tool.description, within(tool.origin, "description"), report);
  },
};

export const hiddenArgumentInstructions: SchemaRule = {
  reports: [TP417, TP428, TP429],
  check: ({ schema, at }, { report }) => {
    for (const key of ["title", "description"] as const)
      checkText(schema[key] ?? "", within(at, key), report);
    for (const [index, value] of (schema.enum ?? []).entries())
      if (typeof value === "string") checkText(value, within(at, "enum", index), report);
  },
};

function checkText(text: string, at: Origin, report: Report): void {
  if (text === "") return;
  for (const [what, pattern] of suspicious) {
    const found = pattern.exec(text);
    if (found !== null) report.add(TP417, at, { what, text: found[0].trim().slice(0, 60) });
  }
  const hidden = invisible.exec(text);
  if (hidden !== null)
    report.add(TP428, at, { character: codePointName(hidden[0]), index: hidden.index + 1 });
  if (credentials.test(text)) report.add(TP429, at, {});
}

function codePointName(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}
