import { hideIn } from "../base/hide-secrets.js";
import { MAX_DEPTH } from "../base/json-depth.js";

/** Removes the secrets of a request from an error text of the service, in all spellings below. */
export function hideRepeated(text: string, sent: readonly string[]): string {
  // Longest first: if a shorter secret were removed first, the rest of a longer one that begins with it would stay.
  const secrets = byLength(sent.flatMap(partsOf));
  const withoutSpellings = hideIn(
    text,
    new Set(secrets.flatMap((secret) => text.match(spellings(secret)) ?? [])),
  );
  return hideIn(withoutSpellings, secrets.flatMap(encodings));
}

/**
 * Removes the credentials of a request from its result: plain, percent-encoded and in base64. User names stay, and so
 * do short values, which could be ordinary data.
 */
export function hideInResult(result: unknown, sent: readonly string[]): unknown {
  const secrets = byLength(sent.flatMap((value) => [value, withoutScheme(value), passwordOf(value)])).filter(
    (secret) => secret.length >= 8,
  );
  const all = secrets.flatMap((secret) => [secret, encodeURIComponent(secret), ...inBase64(secret)]);
  const hide = (value: unknown, depth: number): unknown => {
    if (typeof value === "string") return hideIn(value, all);
    if (typeof value !== "object" || value === null) return value;
    // The runtime refuses results that nest deeper.
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

/** The parts that may occur alone: the token after `Bearer`, the value of a cookie, user and password. */
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
 * A pattern for a secret in all spellings: plain, percent-encoded (even repeatedly), form-encoded, in JSON and in
 * HTML. No two alternatives start with the same character, so there is no exponential backtracking on near matches.
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
 * A secret inside of encoded data starts at one of three offsets of a base64 group, and shares the characters at its
 * ends with its neighbours.
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
