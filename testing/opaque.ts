import type { FunctionCall } from "@toolpress/runtime";
import { canonicalBase64, type KnowsSignature } from "../gemini-rules/check-signatures.js";
import type { ParsedPart } from "../gemini-rules/request.js";

/**
 * The form of a call id. `short`: eight letters and digits. `numbered`: `call_` and seven digits. `none`: no
 * id.
 */
export type IdStyle = "short" | "numbered" | "none";

/** Generates ids and signatures. They look random and are the same in every run. */
export interface Opaque {
  id(style: IdStyle): string | undefined;
  signature(): string;
}

export function createOpaque(seed: number): Opaque {
  const next = seededRandom(seed);
  const randomBelow = (limit: number): number => Math.floor(next() * limit);
  const pick = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet[randomBelow(alphabet.length)]).join("");
  return {
    id: (style) => {
      if (style === "none") return undefined;
      return style === "short"
        ? pick("abcdefghijklmnopqrstuvwxyz0123456789", 8)
        : `call_${pick("123456789", 7)}`;
    },
    signature: () =>
      btoa(String.fromCharCode(...Array.from({ length: 40 + randomBelow(60) }, () => randomBelow(256)))),
  };
}

/**
 * The signatures that were issued, each with the part for which it was issued. So the fake recognises a signature
 * that was changed or moved to another part.
 */
export interface SignatureStore {
  add(signature: string, part?: ParsedPart): void;
  /** Stores all signatures in responses or contents. These signatures are accepted for any part. */
  addAll(json: unknown): void;
  readonly knows: KnowsSignature;
}

export function createSignatureStore(): SignatureStore {
  const issued = new Map<string, string | undefined>();
  return {
    add: (signature, part) => void issued.set(canonicalBase64(signature), part && fingerprint(part)),
    addAll: (json) => {
      for (const signature of signaturesIn(json)) issued.set(canonicalBase64(signature), undefined);
    },
    knows: (signature, part) => {
      if (!issued.has(signature)) return UNKNOWN_SIGNATURE;
      const expected = issued.get(signature);
      return expected === undefined || expected === fingerprint(part) || MOVED_SIGNATURE;
    },
  };
}

// The refusal `signatureCorrupted` is Google's message followed by one of these texts. The text explains the mistake,
// which is usually in the test.
const UNKNOWN_SIGNATURE =
  "(toolpress/testing: this fake did not issue the signature. For contents of another fake or process, such as the state of a " +
  'paused run, create the fake with `signatures: "any"`.)';
const MOVED_SIGNATURE =
  "(toolpress/testing: the signature was issued for another part. Send back the parts of the model unchanged.)";

/**
 * Returns the content that must come back unchanged together with a signature. The id of a call is not
 * compared, because ids have their own rules.
 */
function fingerprint(part: ParsedPart): string {
  const call: FunctionCall | undefined = part.functionCall;
  if (call) return `call ${call.name} ${stableText(call.args ?? {})}`;
  return part.text === undefined ? "other" : `text ${part.text}`;
}

function signaturesIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key === "thoughtSignature" && typeof item === "string" ? [item] : signaturesIn(item),
  );
}

function stableText(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(stableText).join(",")}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${stableText(item)}`).join(",")}}`;
}

/** Returns a generator of random numbers (the algorithm mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
