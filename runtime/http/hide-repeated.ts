import { hideIn } from "../hide-secrets.js";

/** What a service says, without the secrets of the request, however it writes them. */
export function hideRepeated(text: string, sent: readonly string[]): string {
  // The longest first: what is left of a secret that begins with another would no longer be recognised.
  const secrets = sent.flatMap(partsOf).sort((one, other) => other.length - one.length);
  return hideIn(text, new Set(secrets.flatMap((secret) => text.match(spellings(secret)) ?? [])));
}

/** Everything that may be repeated by itself: the token after `Bearer`, the value of a cookie, user and password. */
function partsOf(value: string): readonly string[] {
  const bare = value.replace(/^\S+ /, "");
  const login = /^basic /i.test(value) ? fromBase64(bare) : bare;
  const [user = ""] = login.split(":");
  const cookies = value.split(/;\s*/).map((pair) => pair.replace(/^[^=]*=/, ""));
  return [value, bare, login, user, login.replace(/^[^:]*:/, ""), ...cookies];
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

function fromBase64(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0)));
  } catch {
    return text;
  }
}
