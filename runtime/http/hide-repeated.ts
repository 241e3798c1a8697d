import { hideIn } from "../base/hide-secrets.js";
import { MAX_DEPTH } from "../base/json-depth.js";

/**
 * Replaces the secrets of a request in an error text of the service, which may repeat them. The function
 * finds plain, encoded and escaped secrets.
 */
export function hideRepeated(text: string, sent: readonly string[]): string {
  // Long secrets are replaced first. If a short secret is the beginning of a longer one, replacing the short
  // one first would leave the rest of the longer one in the text.
  const secrets = byLength(sent.flatMap(partsOf));
  const withoutSpellings = hideIn(
    text,
    new Set(secrets.flatMap((secret) => text.match(spellings(secret)) ?? [])),
  );
  return hideIn(withoutSpellings, secrets.flatMap(encodings));
}

/**
 * Replaces the credentials of a request in its result: plain, percent-encoded and in base64. User names and
 * values with fewer than eight characters are not replaced, because they could be ordinary data.
 */
export function hideInResult(result: unknown, sent: readonly string[]): unknown {
  const secrets = byLength(sent.flatMap((value) => [value, withoutScheme(value), passwordOf(value)])).filter(
    (secret) => secret.length >= 8,
  );
  const all = secrets.flatMap((secret) => [secret, encodeURIComponent(secret), ...inBase64(secret)]);
  const hide = (value: unknown, depth: number): unknown => {
    if (typeof value === "string") return hideIn(value, all);
    if (typeof value !== "object" || value === null) return value;
    // The runtime refuses results that are nested this deeply, so the value is not needed.
    if (depth === 0) return null;
    if (Array.isArray(value)) return value.map((item) => hide(item, depth - 1));
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [hideIn(key, all), hide(item, depth - 1)]),
    );
  };
  return all.length === 0 ? result : hide(result, MAX_DEPTH + 1);
}

function byLength(secrets: readonly string[]): string[] {
  return [...new Set(secrets)].sort((one, other) => other.length - one.length);
}

/**
 * Returns the parts of a credential that a service may repeat: the token after `Bearer`, the value of a
 * cookie, the user name, the password.
 */
function partsOf(value: string): readonly string[] {
  const login = loginOf(value);
  const [user = ""] = login.split(":");
  const cookies = value.split(/;\s*/).map((pair) => pair.replace(/^[^=]*=/, ""));
  return [value, withoutScheme(value), login, user, passwordOf(value), ...cookies];
}

function withoutScheme(value: string): string {
  return value.replace(/^\S+ /, "");
}

function loginOf(value: string): string {
  return /^basic /i.test(value) ? fromBase64(withoutScheme(value)) : withoutScheme(value);
}

function passwordOf(value: string): string {
  return loginOf(value).replace(/^[^:]*:/, "");
}

/**
 * Returns a pattern that finds a secret in several encodings: plain, percent-encoded (once or repeatedly),
 * form-encoded, in JSON and in HTML. No two alternatives of a character begin in the same way. A text that
 * almost matches therefore cannot cause exponential backtracking.
 */
function spellings(secret: string): RegExp {
  const characters = Array.from(secret, (character) => {
    if (/[a-z\d]/i.test(character)) return character;
    const itself = character === " " ? "[ +]" : `\\${character}`;
    const bytes = new TextEncoder().encode(character).length;
    return `(?:\\\\?${itself}|(?:%(?:25)*[\\da-f]{2}){${bytes}}|(?:\\\\u[\\da-f]{4}){${character.length}}|&#?\\w+;)`;
  });
  return new RegExp(characters.join(""), "gi");
}

function encodings(secret: string): readonly string[] {
  const hex = Array.from(new TextEncoder().encode(secret), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
  return [...inBase64(secret), hex, hex.toUpperCase()];
}

/**
 * Returns the texts that a secret produces inside of base64 data. A base64 group holds three bytes, so the
 * secret begins at one of three offsets. The first and last characters also depend on the neighbouring bytes,
 * so they are left out.
 */
function inBase64(secret: string): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = [...new Array<number>(before).fill(0), ...new TextEncoder().encode(secret)];
    const text = btoa(String.fromCharCode(...bytes));
    const aligned = text.slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return [aligned, aligned.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

function fromBase64(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0)));
  } catch {
    return text;
  }
}
