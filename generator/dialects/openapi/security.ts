import type { Report } from "../../diagnostics/report.js";
import type { HttpOperation } from "../../ir.js";
import { nearest } from "../../base/nearest.js";
import { isSameIn } from "../../base/same-name.js";
import { showValue } from "../../base/show-value.js";
import { child, withoutExtensions, isMapping, items, type Node, own, ownString } from "../node.js";
import type { Operation } from "./operations.js";
import type { Parameter } from "./parameters.js";
import type { References } from "./references.js";
import type { Version } from "./version.js";

export type Security = HttpOperation["security"];

/**
 * Reads the security schemes in the form of OpenAPI 3. The type `basic` of Swagger 2.0 becomes the type `http`
 * with the scheme `basic`.
 */
export function readSchemes(
  root: Node,
  version: Version,
  references: References,
): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const written =
    version.family === "2.0"
      ? references.at(root, "securityDefinitions")
      : references.at(root, "components", "securitySchemes");
  const schemes = new Map<string, Readonly<Record<string, unknown>>>();
  for (const [name, entry] of written === undefined ? [] : withoutExtensions(written)) {
    const node = references.follow(entry);
    const scheme = node === undefined ? undefined : readScheme(node.value);
    if (scheme !== undefined) schemes.set(schemeName(name), scheme);
  }
  return schemes;
}

/**
 * Returns the name under which the application supplies a credential. The name must not be a property that
 * every object has, such as `constructor`, so such a name gets a suffix.
 */
function schemeName(name: string): string {
  return name in {} ? `${name}_` : name;
}

function readScheme(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isMapping(value)) return undefined;
  const type = own(value, "type");
  if (type === "basic") return { type: "http", scheme: "basic" };
  if (type === "apiKey") {
    const [place, name] = [ownString(value, "in"), ownString(value, "name")];
    return place !== undefined && name !== undefined ? { type, in: place, name } : undefined;
  }
  if (type === "http") return { type, scheme: (ownString(value, "scheme") ?? "bearer").toLowerCase() };
  return type === "oauth2" || type === "openIdConnect" || type === "mutualTLS" ? { type } : undefined;
}

/**
 * Reads the security requirements of an operation. An operation without requirements has the requirements of
 * the document. An empty list means that no credentials are needed. An empty alternative means that
 * credentials are optional. If no alternative can be met, this is reported and the result is undefined,
 * because a call without the intended credentials would fail.
 */
export function readSecurity(
  operation: Operation,
  root: Node,
  schemes: ReadonlyMap<string, unknown>,
  references: References,
  report: Report,
): Security | undefined {
  const holder = own(operation.node.value, "security") === undefined ? root : operation.node;
  const written = references.at(holder, "security");
  if (written === undefined) return undefined;
  if (written.value === undefined || written.value === null) return [];
  const alternatives: Node[] = [];
  for (const item of items(written)) {
    const alternative = references.follow(item, "all");
    if (alternative === undefined) return undefined;
    alternatives.push(alternative);
  }
  const wrong = Array.isArray(written.value) ? alternatives.find(({ value }) => !isMapping(value)) : written;
  if (wrong !== undefined) {
    const expected = "a list of mappings such as [{ apiKey: [] }]";
    report.add("TP606", wrong.origin, { what: "security", expected, found: showValue(wrong.value) });
    return undefined;
  }
  const unknownOf = ({ value }: Node): string | undefined =>
    Object.keys(value ?? {}).find((scheme) => !schemes.has(schemeName(scheme)));
  const met = alternatives.filter((alternative) => unknownOf(alternative) === undefined);
  const isRefused = met.length === 0 && alternatives.length > 0;
  for (const alternative of alternatives) {
    const scheme = unknownOf(alternative);
    if (scheme === undefined) continue;
    const at = { key: child(alternative, scheme).origin };
    const suggestion = nearest(scheme, schemes.keys());
    const help = suggestion === undefined ? undefined : `Did you mean ${JSON.stringify(suggestion)}?`;
    report.add(isRefused ? "TP635" : "TP615", at, { scheme }, { help });
  }
  return isRefused ? undefined : met.map(({ value }) => Object.keys(value ?? {}).map(schemeName));
}

type Scheme = Readonly<Record<string, unknown>>;
type Schemes = ReadonlyMap<string, Scheme>;

/** The location and the name of a credential in a request. */
export interface CredentialName {
  readonly in: string;
  readonly name: string;
}

const authorization: CredentialName = { in: "header", name: "Authorization" };

/**
 * Adds a scheme for the `Authorization` header to the schemes of a document. The scheme is used if the
 * document describes this header as a parameter.
 */
export function withAuthorization(schemes: Schemes): Schemes {
  const scheme = { type: "apiKey", ...authorization };
  return new Map([...schemes, [authorizationName(schemes), scheme]]);
}

function authorizationName(schemes: Schemes): string {
  let name = "authorization";
  while (schemes.has(name)) name += "_";
  return name;
}

/**
 * Adds the credentials that the parameters of an operation require. Some documents describe credentials only
 * as parameters. Without these credentials the service would refuse the call.
 */
export function withCredentialParameters(
  security: Security,
  parameters: readonly Parameter[],
  schemes: Schemes,
  report: Report,
): Security {
  let all = security;
  for (const { in: place, name, required, node } of parameters) {
    const isSameCredential = (scheme: Scheme | undefined): boolean =>
      carries(credentialOf(scheme), place, name);
    const declared = [...schemes].find(
      ([, scheme]) => scheme["type"] === "apiKey" && isSameCredential(scheme),
    );
    const isHeader = carries(authorization, place, name);
    const scheme = declared?.[0] ?? (isHeader ? authorizationName(schemes) : undefined);
    const sends = (alternative: readonly string[]): boolean =>
      alternative.some((one) => isSameCredential(schemes.get(one)));
    const before = all.length === 0 ? [[]] : all;
    if (scheme === undefined || (required ? before.every(sends) : before.some(sends))) continue;
    // Each alternative gets the credential. The original alternatives stay valid beside the new ones if the
    // parameter is optional. They also stay valid if some of them already send the credential, because some
    // documents mark an optional parameter as required.
    const added = before.map((alternative) => (sends(alternative) ? alternative : [...alternative, scheme]));
    all = required && !before.some(sends) ? added : distinct([...added, ...before]);
    report.add("TP640", node.origin, { name, scheme });
  }
  return all;
}

/** Merges alternatives that need the same schemes. */
function distinct(alternatives: Security): Security {
  return [...new Map(alternatives.map((one) => [[...one].sort().join("\n"), one])).values()];
}

function credentialOf(scheme: Scheme | undefined): CredentialName | undefined {
  if (scheme === undefined || scheme["type"] === "mutualTLS") return undefined;
  return scheme["type"] === "apiKey"
    ? { in: String(scheme["in"]), name: String(scheme["name"]) }
    : authorization;
}

/**
 * Whether a parameter carries a credential. A name that services treat as the name of the credential counts,
 * too.
 */
export function carries(credential: CredentialName | undefined, place: string, name: string): boolean {
  return credential?.in === place && isSameIn(place, name, credential.name);
}

/** The names of parameters that carry credentials. Such parameters are never arguments. */
export function credentialParameters(schemes: Schemes): readonly CredentialName[] {
  const keys = [...schemes.values()].filter((scheme) => scheme["type"] === "apiKey");
  return [authorization, ...keys.flatMap((scheme) => credentialOf(scheme) ?? [])];
}
