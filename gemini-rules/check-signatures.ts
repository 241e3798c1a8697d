import { type Violation, violation } from "./message.js";
import type { ModelRules } from "./model-rules.js";
import type { ParsedContent, ParsedPart } from "./request.js";
import { breach } from "./texts.js";
import type { Flavor } from "./tool-messages.js";

/**
 * Returns base64 in one canonical spelling. Clients may return a signature in the standard or in the URL-safe alphabet.
 */
export function canonicalBase64(text: string): string {
  return text.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
}

/**
 * Placeholders that Gemini accepts in place of a signature, if the model did not make the call. A placeholder may be
 * plain text or base64.
 */
const placeholders = new Set(
  ["context_engineering_is_the_way_to_go", "skip_thought_signature_validator"]
    .flatMap((word) => [word, btoa(word)])
    .map(canonicalBase64),
);

/**
 * Returns true if the service has issued the signature for this part. Otherwise returns an explanation for developers.
 * The signature must be in its canonical spelling.
 */
export type KnowsSignature = (signature: string, part: ParsedPart) => true | string;

/**
 * Checks the thought signatures. All signatures must come from this service. In the current turn, the first call of
 * each model content must have a signature.
 */
export function checkSignatures(
  contents: readonly ParsedContent[],
  flavor: Flavor,
  rules: ModelRules,
  knowsSignature: KnowsSignature = () => true,
): readonly Violation[] {
  for (const part of contents.flatMap((content) => content.parts ?? [])) {
    const signature =
      part.thoughtSignature === undefined ? undefined : canonicalBase64(part.thoughtSignature);
    if (signature === undefined || placeholders.has(signature)) continue;
    const known = knowsSignature(signature, part);
    if (known !== true) return [violation("", breach("signatureCorrupted", known))];
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

/**
 * Returns the index at which the current turn begins. This is the last user content with a part that is not a function
 * response.
 */
function currentTurn(contents: readonly ParsedContent[]): number {
  return contents.findLastIndex(
    (content) =>
      content.role !== "model" && (content.parts ?? []).some((part) => part.functionResponse === undefined),
  );
}
