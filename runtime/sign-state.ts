import { RunError } from "./errors.js";
import type { State } from "./state.js";

/** A paused run as a text that nobody without the secret can change: the state and its HMAC-SHA-256. */
export async function signState(state: State, secret: string): Promise<string> {
  const payload = toBase64Url(new TextEncoder().encode(JSON.stringify(state)));
  const key = await importKey(secret);
  const mac = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(payload));
  return `${payload}.${toBase64Url(new Uint8Array(mac))}`;
}

/** The state in a signed text; throws when the text was not made with this secret. */
export async function verifyState(signed: string, secret: string): Promise<State> {
  const [payload = "", mac = "", ...more] = signed.split(".");
  const key = await importKey(secret);
  const genuine =
    more.length === 0 &&
    /^[\w-]+$/.test(payload) &&
    /^[\w-]+$/.test(mac) &&
    (await crypto.subtle.verify("HMAC", key, fromBase64Url(mac), new TextEncoder().encode(payload)));
  if (!genuine)
    throw new RunError({ kind: "state", message: "the state was changed or signed with another secret" });
  return JSON.parse(new TextDecoder().decode(fromBase64Url(payload))) as State;
}

function importKey(secret: string): Promise<CryptoKey> {
  if (secret === "") throw new TypeError("the secret is empty");
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, [
    "sign",
    "verify",
  ]);
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) =>
      char.charCodeAt(0),
    );
  } catch {
    return new Uint8Array();
  }
}
