import { isIpv6 } from "./hosts.js";

const ascii = String.raw`A-Za-z\d\-._~!$&'()*+,;=`;
const beyond = String.raw`\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef\u{10000}-\u{1fffd}\u{20000}-\u{2fffd}\u{30000}-\u{e0fff}`;

/**
 * The patterns for the parts of a URI. RFC 3986 (URI) and RFC 3987 (IRI) differ only in the allowed
 * characters.
 */
interface Grammar {
  readonly path: RegExp;
  readonly query: RegExp;
  readonly fragment: RegExp;
  readonly user: RegExp;
  readonly host: RegExp;
}

function grammar(more: string): Grammar {
  const of = (extra: string): RegExp => new RegExp(`^(?:[${ascii}${more}${extra}]|%[\\dA-Fa-f]{2})*$`, "u");
  return {
    path: of(":@/"),
    query: of(":@/?\\ue000-\\uf8ff\\u{f0000}-\\u{ffffd}\\u{100000}-\\u{10fffd}"),
    fragment: of(":@/?"),
    user: of(":"),
    host: of(""),
  };
}

let uriGrammar: Grammar | undefined;
let iriGrammar: Grammar | undefined;

/** A URI with a scheme (RFC 3986). */
export function isUri(text: string): boolean {
  return isReference(text, (uriGrammar ??= uriOnly()), true);
}

/** A URI or a relative reference (RFC 3986). */
export function isUriReference(text: string): boolean {
  return isReference(text, (uriGrammar ??= uriOnly()), false);
}

/** An IRI with a scheme (RFC 3987). */
export function isIri(text: string): boolean {
  return isReference(text, (iriGrammar ??= grammar(beyond)), true);
}

/** An IRI or a relative reference (RFC 3987). */
export function isIriReference(text: string): boolean {
  return isReference(text, (iriGrammar ??= grammar(beyond)), false);
}

function uriOnly(): Grammar {
  return { ...grammar(""), query: grammar("").fragment };
}

function isReference(text: string, is: Grammar, needsScheme: boolean): boolean {
  const [, scheme, authority, path = "", query = "", fragment = ""] =
    /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([^]*))?$/.exec(text) ?? [];
  if (scheme === undefined ? needsScheme || text.startsWith(":") : !/^[A-Za-z][A-Za-z\d+.-]*$/.test(scheme))
    return false;
  if (authority !== undefined && !isAuthority(authority, is)) return false;
  if (authority === undefined && scheme === undefined && path.split("/")[0]!.includes(":")) return false;
  return is.path.test(path) && is.query.test(query) && is.fragment.test(fragment);
}

function isAuthority(text: string, is: Grammar): boolean {
  const at = text.lastIndexOf("@");
  if (at >= 0 && !is.user.test(text.slice(0, at))) return false;
  const [, host, port = ""] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(text.slice(at + 1)) ?? [];
  if (host === undefined || !/^\d*$/.test(port)) return false;
  if (!host.startsWith("[")) return is.host.test(host);
  const literal = host.slice(1, -1);
  return isIpv6(literal) || new RegExp(`^v[\\dA-Fa-f]+\\.[${ascii}:]+$`, "i").test(literal);
}

const templateName = String.raw`(?:\w|%[\dA-Fa-f]{2})+(?:\.(?:\w|%[\dA-Fa-f]{2})+)*(?::[1-9]\d{0,3}|\*)?`;
const template = String.raw`^(?:[^\u0000-\u0020"%<>\\^\x60{|}\u007f]|%[\dA-Fa-f]{2}|\{[+#./;?&=,!@|]?${templateName}(?:,${templateName})*\})*$`;

/** A URI template (RFC 6570). */
export function isUriTemplate(text: string): boolean {
  return new RegExp(template, "u").test(text);
}
