import { refuse } from "./refuse.js";

/** Percent-encodes all characters except letters, digits and `-._~`. */
export function encode(text: string, subject: string): string {
  return guarded(text, subject).replace(/[!'()*]/g, hex);
}

/**
 * Percent-encodes a text and leaves reserved characters unencoded. The exceptions are `& ; # + %`, which some
 * services read as the end of the value.
 */
export function encodeReserved(text: string, subject: string): string {
  return guarded(text, subject).replace(/%(3A|2F|3F|5B|5D|40|24|2C|3D)/g, (code) => decodeURIComponent(code));
}

/** Works like `encode` and also encodes dots. The style `label` separates values by dots. */
export function encodeWithDots(text: string, subject: string): string {
  return encode(text, subject).replace(/\./g, "%2E");
}

function guarded(text: string, subject: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    throw refuse(subject, "is not well-formed Unicode");
  }
}

function hex(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
