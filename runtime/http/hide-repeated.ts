import { hideIn } from "../base/hide-secrets.js";
import { MAX_DEPTH } from "../base/json-depth.js";

/** What a service says went wrong, without the secrets of the request in any of the spellings below. */
export function hideRepeated(text: string, sent: readonly string[]): string {
  // The longest first: what is left of a secret that begins with another would no longer be recognised.
  const secrets = byLength(sent.flatMap(partsOf));
  const plain = hideIn(text, new Set(secrets.flatMap((secret) => text.match(spellings(secret)) ?? [])));
  return hideIn(plain, secrets.flatMap(encodings));
}

/**
 * A result without the credentials of its request: as they are, percent-encoded and in base64. Names of users stay, and so does what is
 * too short to be told from ordinary data.
 */
export function hideInResult(result: unknown, sent: readonly string[]): unknown {
  const secrets = byLength(sent.flatMap((value) => [value, bareOf(value), passwordOf(value)])).filter(
    (secret) => secret.length >= 8,
  );
  const all = secrets.flatMap((secret) => [secret, encodeURIComponent(secret), ...inBase64(secret)]);
  const hide = (value: unknown, depth: number): unknown => {
    if (typeof value === "string") return hideIn(value, all);
    if (typeof value !== "object" || value === null) return value;
    // The runtime refuses what nests deeper.
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

/** Everything that may be repeated by itself: the token after `Bearer`, the value of a cookie, user and password. */
function partsOf(value: string): readonly string[] {
  const login = loginOf(value);
  const [user = ""] = login.split(":");
  const cookies = value.split(/;\s*/).map((pair) => pair.replace(/^[^=]*=/, ""));
  return [value, bareOf(value), login, user, passwordOf(value), ...cookies];
}

function bareOf(value: string): string {
  return value.replace(/^\S+ /, "");
}

function loginOf(value: string): string {
  return /^basic /i.test(value) ? fromBase64(bareOf(value)) : bareOf(value);
}

function passwordOf(value: string): string {
  return loginOf(value).replace(/^[^:]*:/, "");
}

/**
 * As it is, in an address (encoded once or more often), in a form, in JSON, in HTML: each encodes other characters. No two of
 * the alternatives begin alike, or a service that almost repeats a secret would keep us trying them all.
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

/** A secret inside of something that was encoded begins at one of three places of a group, and shares the letters at its ends. */
function inBase64(secret: string): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = [...new Array<number>(before).fill(0), ...new TextEncoder().encode(secret)];
    const text = btoa(String.fromCharCode(...bytes));
    const own = text.slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

function fromBase64(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0)));
  } catch {
    return text;
  }
}
