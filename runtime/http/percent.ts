import { refuse } from "./refuse.js";

/** Percent-encodes everything but unreserved characters. */
export function encode(text: string, what: string): string {
  return guarded(text, what).replace(/[!'()*]/g, hex);
}

/** Leaves reserved characters alone, but for those that would end the value, to some services at least: `& ; # + %`. */
export function encodeReserved(text: string, what: string): string {
  return guarded(text, what).replace(/%(3A|2F|3F|5B|5D|40|24|2C|3D)/g, (code) => decodeURIComponent(code));
}

/** Also the dot, where dots part values. */
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
