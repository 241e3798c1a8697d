import type { CallContext } from "../tool.js";
import { checked, checkedCookie } from "./headers.js";
import type { HttpScheme } from "./operation.js";

/**
 * A secret, or a function that returns the secret for one call, such as `(call) => call.context.token`.
 * Secrets are only used in requests.
 */
export type Secret<Context = unknown> = string | ((call: CallContext<Context>) => string | Promise<string>);

export interface BasicCredential<Context = unknown> {
  readonly username: string | ((call: CallContext<Context>) => string | Promise<string>);
  readonly password: Secret<Context>;
}

/** The credentials of an API, by the name of the security scheme. */
export type Credentials<Context = unknown> = Readonly<
  Record<string, Secret<Context> | BasicCredential<Context> | true | undefined>
>;

/** The credentials as parts of a request: pairs of a name and a secret. */
export interface Presented {
  readonly headers: readonly (readonly [string, string])[];
  readonly query: readonly (readonly [string, string])[];
  readonly cookies: readonly (readonly [string, string])[];
}

/** Returns the first alternative whose credentials are all present, or undefined. */
export function satisfiedAlternative(
  security: readonly (readonly string[])[],
  credentials: Credentials,
): readonly string[] | undefined {
  if (security.length === 0) return [];
  const has = (scheme: string): boolean =>
    Object.hasOwn(credentials, scheme) && credentials[scheme] !== undefined;
  // Optional credentials are sent if they are present. An empty alternative (no security) is therefore only
  // chosen if no other alternative has all its credentials.
  const requiredAlternatives = security.filter((alternative) => alternative.length > 0);
  return (
    requiredAlternatives.find((alternative) => alternative.every(has)) ??
    (requiredAlternatives.length < security.length ? [] : undefined)
  );
}

/**
 * Throws if credentials of a tool are missing. `connect` calls this function when the application starts, so
 * the error occurs before any conversation.
 */
export function assertCredentials(
  needs: Readonly<Record<string, readonly (readonly string[])[]>>,
  credentials: Credentials,
): void {
  const missing = Object.keys(needs).filter(
    (tool) => satisfiedAlternative(needs[tool] ?? [], credentials) === undefined,
  );
  const [tool] = missing;
  if (tool === undefined) return;
  const alternatives = (needs[tool] ?? [])
    .map((all) => all.map((scheme) => `"${scheme}"`).join(" and "))
    .join(", or ");
  const others = missing.length > 1 ? ` (and ${missing.length - 1} more tools)` : "";
  throw new TypeError(`no credentials for ${tool}${others}: expected ${alternatives} in \`credentials\``);
}

export async function presentCredentials(
  schemes: readonly string[],
  known: Readonly<Record<string, HttpScheme>>,
  credentials: Credentials,
  call: CallContext,
): Promise<Presented> {
  const headers: [string, string][] = [];
  const query: [string, string][] = [];
  const cookies: [string, string][] = [];
  for (const name of schemes) {
    const scheme = known[name];
    const credential = credentials[name];
    if (
      scheme === undefined ||
      credential === undefined ||
      credential === true ||
      scheme.type === "mutualTLS"
    )
      continue;
    const subject = `credential "${name}"`;
    const secret = await readCredential(credential, scheme, call, subject);
    if (scheme.type !== "apiKey")
      headers.push(["authorization", checked(authorization(scheme, secret), subject)]);
    else if (scheme.in === "header") headers.push([scheme.name, checked(secret, subject)]);
    else if (scheme.in === "cookie") cookies.push([scheme.name, checkedCookie(secret, subject)]);
    else query.push([scheme.name, secret]);
  }
  return { headers, query, cookies };
}

async function readCredential(
  credential: Secret | BasicCredential,
  scheme: HttpScheme,
  call: CallContext,
  subject: string,
): Promise<string> {
  if (typeof credential !== "object") return readSecret(credential, call, subject);
  const username = await readSecret(credential.username, call, subject);
  const text = `${username}:${await readSecret(credential.password, call, subject)}`;
  return scheme.type === "http" && scheme.scheme === "basic" ? base64(text) : text;
}

/** Reads a secret. Throws if the secret is missing. Without the error, the text "undefined" would be sent. */
async function readSecret(secret: Secret, call: CallContext, subject: string): Promise<string> {
  const value: unknown = typeof secret === "function" ? await secret(call) : secret;
  if (typeof value === "string") return value;
  const found = value === null ? "null" : typeof value;
  throw new TypeError(`${subject} of ${call.tool}: expected a text, but its function returned ${found}`);
}

function authorization(scheme: HttpScheme, secret: string): string {
  if (scheme.type !== "http" || scheme.scheme === "bearer") return `Bearer ${secret}`;
  return `${scheme.scheme.charAt(0).toUpperCase()}${scheme.scheme.slice(1)} ${secret}`;
}

function base64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));
}
