import { checked, checkedCookie } from "./headers.js";
import type { HttpScheme } from "./operation.js";

/** A secret, or a function that returns it. It is used in requests and nowhere else. */
export type Secret = string | (() => string | Promise<string>);

export interface BasicCredential {
  readonly username: string;
  readonly password: Secret;
}

/** Keyed by the name of the security scheme. */
export type Credentials = Readonly<Record<string, Secret | BasicCredential | true | undefined>>;

/** The parts of a request that contain credentials. */
export interface Presented {
  readonly headers: readonly (readonly [string, string])[];
  readonly query: readonly (readonly [string, string])[];
  readonly cookies: readonly (readonly [string, string])[];
}

/** The first alternative whose credentials are all present. Undefined if there is none. */
export function satisfiedAlternative(
  security: readonly (readonly string[])[],
  credentials: Credentials,
): readonly string[] | undefined {
  if (security.length === 0) return [];
  const has = (scheme: string): boolean =>
    Object.hasOwn(credentials, scheme) && credentials[scheme] !== undefined;
  // Optional credentials are sent if they are present, so an empty alternative always comes last.
  const requiredAlternatives = security.filter((alternative) => alternative.length > 0);
  return (
    requiredAlternatives.find((alternative) => alternative.every(has)) ??
    (requiredAlternatives.length < security.length ? [] : undefined)
  );
}

/** Throws on missing credentials when the application starts, before any conversation. */
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
    const secret = await readSecret(credential, scheme);
    const subject = `credential "${name}"`;
    if (scheme.type !== "apiKey")
      headers.push(["authorization", checked(authorization(scheme, secret), subject)]);
    else if (scheme.in === "header") headers.push([scheme.name, checked(secret, subject)]);
    else if (scheme.in === "cookie") cookies.push([scheme.name, checkedCookie(secret, subject)]);
    else query.push([scheme.name, secret]);
  }
  return { headers, query, cookies };
}

async function readSecret(credential: Secret | BasicCredential, scheme: HttpScheme): Promise<string> {
  if (typeof credential === "string") return credential;
  if (typeof credential === "function") return credential();
  const { username, password } = credential;
  const text = `${username}:${typeof password === "function" ? await password() : password}`;
  return scheme.type === "http" && scheme.scheme === "basic" ? base64(text) : text;
}

function authorization(scheme: HttpScheme, secret: string): string {
  if (scheme.type !== "http" || scheme.scheme === "bearer") return `Bearer ${secret}`;
  return `${scheme.scheme.charAt(0).toUpperCase()}${scheme.scheme.slice(1)} ${secret}`;
}

function base64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));
}
