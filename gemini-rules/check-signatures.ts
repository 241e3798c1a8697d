import { type Violation, violation } from "./message.js";
import type { ModelRules } from "./model-rules.js";
import type { ParsedContent, ParsedPart } from "./request.js";
import { breach } from "./texts.js";
import type { Flavor } from "./tool-messages.js";

/** The canonical spelling of base64. Clients send signatures back as standard or URL-safe base64. */
export function canonicalBase64(text: string): string {
  return text.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
}

/** Placeholders for the signature of a call that the model did not make, plain or in base64. */
const placeholders = new Set(
  ["context_engineering_is_the_way_to_go", "skip_thought_signature_validator"]
    .flatMap((word) => [word, btoa(word)])
    .map(canonicalBase64),
);

/** True if this service issued a signature, in its canonical spelling, for this part. Otherwise a text for developers. */
export type KnowsSignature = (signature: string, part: ParsedPart) => true | string;

/** Checks signatures: none may be foreign, and in the current turn the first call of each model content must have one. */
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

/** The index of the last user content with a part that is not a function response: the current turn starts there. */
function currentTurn(contents: readonly ParsedContent[]): number {
  return contents.findLastIndex(
    (content) =>
      content.role !== "model" && (content.parts ?? []).some((part) => part.functionResponse === undefined),
  );
}
