import { type Violation, violation } from "./message.js";
import type { ModelRules } from "./model-rules.js";
import type { ParsedContent, ParsedPart } from "./request.js";
import { breach } from "./texts.js";
import type { Face } from "./tool-messages.js";

/** The one spelling of some bytes; clients send them back as standard or URL-safe base64. */
export function canonicalBase64(text: string): string {
  return text.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
}

/** Words that stand in for a signature on calls the model did not make itself; raw, or base64 of their bytes. */
const standIns = new Set(
  ["context_engineering_is_the_way_to_go", "skip_thought_signature_validator"]
    .flatMap((word) => [word, btoa(word)])
    .map(canonicalBase64),
);

/** Whether a signature, in its canonical spelling, was issued by this service for this very part. */
export type KnowsSignature = (signature: string, part: ParsedPart) => boolean;

/** Signatures of the current turn: each step's first call must carry one, and none may be foreign. */
export function checkSignatures(
  contents: readonly ParsedContent[],
  flavor: Face,
  rules: ModelRules,
  knows: KnowsSignature = () => true,
): readonly Violation[] {
  for (const part of contents.flatMap((content) => content.parts ?? [])) {
    const signature =
      part.thoughtSignature === undefined ? undefined : canonicalBase64(part.thoughtSignature);
    if (signature !== undefined && !standIns.has(signature) && !knows(signature, part)) {
      return [violation("", breach("signatureCorrupted"))];
    }
  }
  if (!rules.signatures) return [];
  const start = currentTurn(contents);
  for (const [index, content] of contents.entries()) {
    const first = content.role === "model" && content.parts?.find((part) => part.functionCall !== undefined);
    if (index > start && first && first.thoughtSignature === undefined) {
      return [violation("", breach("signatureMissing", flavor, first.functionCall?.name ?? "", index + 1))];
    }
  }
  return [];
}

/** Index of the last user content with something of the user's own in it. */
function currentTurn(contents: readonly ParsedContent[]): number {
  return contents.findLastIndex(
    (content) =>
      content.role !== "model" && (content.parts ?? []).some((part) => part.functionResponse === undefined),
  );
}
