import { RunError } from "../errors.js";
import type { State } from "../loop/state.js";

export interface SignOptions {
  /**
   * Milliseconds until the text expires.
   * @default never
   */
  readonly expiresInMs?: number;
  /**
   * Identifies the text for `onUse`.
   * @default one id for all texts of a pause, so that only one of them can be used
   */
  readonly id?: string;
  /**
   * The time in milliseconds since 1970.
   * @default the clock
   */
  readonly now?: number;
}

export interface VerifyOptions {
  /**
   * The time in milliseconds since 1970.
   * @default the clock
   */
  readonly now?: number;
  /**
   * Limits a state to one use: stores the id, and returns true only the first time. An id can be deleted at `expiresAt`.
   * It is called last, so a text that is refused for another reason does not use up its id.
   */
  readonly onUse?: (id: string, expiresAt: number | undefined) => boolean | PromiseLike<boolean>;
}

interface Payload {
  readonly id: string;
  readonly expiresAt?: number;
  readonly state: State;
}

/** Shorter secrets could be guessed. */
const MIN_SECRET_BYTES = 16;

/**
 * Signs a paused run: the state and its HMAC-SHA-256 as text. Only someone with the secret can change it, but anyone
 * can read it.
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

/** Verifies a signed text and returns its state. Throws a RunError with code FORGED, EXPIRED or USED. */
export async function verifyState(
  signed: string,
  secret: string,
  { now = Date.now(), onUse }: VerifyOptions = {},
): Promise<State> {
  const key = await importKey(secret);
  // Foreign input: the text may be missing.
  const [payload = "", mac = "", ...more] = String(signed).split(".");
  const bytes = fromBase64Url(mac);
  // The last base64 character has unused bits. Only the spelling that `signState` writes is accepted.
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

/** Identifies one pause of one run. */
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
