import { refuse } from "./refuse.js";

/** Percent-encodes all characters that are not unreserved. */
export function encode(text: string, what: string): string {
  return guarded(text, what).replace(/[!'()*]/g, hex);
}

/** Keeps reserved characters, except `& ; # + %`, which end the value for some services. */
export function encodeReserved(text: string, what: string): string {
  return guarded(text, what).replace(/%(3A|2F|3F|5B|5D|40|24|2C|3D)/g, (code) => decodeURIComponent(code));
}

/** Encodes dots as well, for styles that separate values by dots. */
export function encodeWithDots(text: string, what: string): string {
  return encode(text, what).replace(/\./g, "%2E");
}

function guarded(text: string, what: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    throw refuse(what, "is not well-formed Unicode");
  }
}

function hex(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
