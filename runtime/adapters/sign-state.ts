import { RunError } from "../errors.js";
import type { State } from "../loop/state.js";

export interface SignOptions {
  /**
   * Milliseconds until the signed text expires.
   * @default never
   */
  readonly expiresInMs?: number;
  /**
   * The id of the signed text, which `onUse` receives.
   * @default an id that all texts of one pause share, so that only one of them can be used
   */
  readonly id?: string;
  /**
   * The time in milliseconds since 1970.
   * @default the current time
   */
  readonly now?: number;
}

export interface VerifyOptions {
  /**
   * The time in milliseconds since 1970.
   * @default the current time
   */
  readonly now?: number;
  /**
   * Limits a signed text to one use. The function stores the id, and returns true only if the id was not
   * stored before. After `expiresAt`, the id can be deleted. All other checks come first, so a text that is
   * refused for another reason can still be used.
   */
  readonly onUse?: (id: string, expiresAt: number | undefined) => boolean | PromiseLike<boolean>;
}

interface Payload {
  readonly id: string;
  readonly expiresAt?: number;
  readonly state: State;
}

/** The smallest number of bytes in a secret. A shorter secret could be guessed. */
const MIN_SECRET_BYTES = 16;

/**
 * Signs a paused run. The result is a text with the state and its HMAC-SHA-256. `verifyState` refuses a text
 * that was changed without the secret. The text is not encrypted, so anyone can read the state.
 */
export async function signState(state: State, secret: string, options: SignOptions = {}): Promise<string> {
  const { expiresInMs, now = Date.now(), id = pauseId(state) } = options;
  if (expiresInMs !== undefined && !Number.isFinite(expiresInMs))
    throw new TypeError(`expiresInMs: expected milliseconds, found ${expiresInMs}`);
  const key = await importKey(secret);
  const expiresAt = expiresInMs === undefined ? undefined : now + expiresInMs;
  const text = JSON.stringify({ id, expiresAt, state } satisfies Record<keyof Payload, unknown>);
  const payload = toBase64Url(new TextEncoder().encode(text));
  const mac = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(payload));
  return `${payload}.${toBase64Url(new Uint8Array(mac))}`;
}

/**
 * Verifies a signed text and returns its state. Throws a `RunError` with the code FORGED, EXPIRED or USED.
 */
export async function verifyState(
  signed: string,
  secret: string,
  { now = Date.now(), onUse }: VerifyOptions = {},
): Promise<State> {
  const key = await importKey(secret);
  // The text comes from outside the program and may be missing.
  const [payload = "", mac = "", ...more] = String(signed).split(".");
  const bytes = fromBase64Url(mac);
  // The last base64 character has unused bits, so several texts have the same bytes. Only the text that
  // `signState` writes is accepted.
  const isGenuine =
    more.length === 0 &&
    toBase64Url(bytes) === mac &&
    (await crypto.subtle.verify("HMAC", key, bytes, new TextEncoder().encode(payload)));
  if (!isGenuine) throw refusal("FORGED", "the state was changed or signed with another secret");
  const { id, expiresAt, state } = JSON.parse(new TextDecoder().decode(fromBase64Url(payload))) as Payload;
  if (expiresAt !== undefined && now >= expiresAt) throw refusal("EXPIRED", "the state has expired");
  if (onUse && (await onUse(id, expiresAt)) !== true) throw refusal("USED", "the state has been used before");
  return state;
}

/** Returns an id for one pause of one run. */
function pauseId({ runId, progress }: State): string {
  return `${runId}/${progress.turn}/${progress.resumed ?? 0}`;
}

function refusal(code: "FORGED" | "EXPIRED" | "USED", message: string): RunError {
  return new RunError({ kind: "state", code, message });
}

async function importKey(secret: string): Promise<CryptoKey> {
  if (typeof secret !== "string") throw new TypeError("the secret: expected a text");
  const bytes = new TextEncoder().encode(secret);
  if (bytes.length < MIN_SECRET_BYTES)
    throw new TypeError(
      `the secret has ${bytes.length} bytes; expected at least ${MIN_SECRET_BYTES}, created at random (openssl rand -base64 32)`,
    );
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign", "verify"]);
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
