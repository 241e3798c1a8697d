const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

export function isIpv4(text: string): boolean {
  return ipv4.test(text);
}

/** RFC 4291: eight groups, one run of zeros may be `::`, the last two groups may be an IPv4 address. */
export function isIpv6(text: string): boolean {
  const halves = text.split("::");
  if (text.length > 45 || halves.length > 2) return false;
  const [head, tail] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const last = (tail ?? head)!.at(-1);
  const groups = [...head!, ...(tail ?? [])];
  const hasIpv4 = last !== undefined && last.includes(".");
  if (hasIpv4 && !isIpv4(last)) return false;
  const count = groups.length + (hasIpv4 ? 1 : 0);
  const isHex = groups.every(
    (group, index) => (hasIpv4 && index === groups.length - 1) || /^[0-9a-fA-F]{1,4}$/.test(group),
  );
  return isHex && (tail === undefined ? count === 8 : count < 8);
}

const hostname = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

/** RFC 1123. A label with hyphens third and fourth is legal only as an encoded international one. */
export function isHostname(text: string): boolean {
  if (text.length > 253 || !hostname.test(text)) return false;
  const special = text.split(".").filter((label) => label.startsWith("--", 2));
  return special.length === 0 || (special.every((label) => /^xn--/i.test(label)) && toAscii(text) !== "");
}

/** A host as the platform's own tables encode it; empty where they refuse it. */
export function toAscii(host: string): string {
  try {
    return new URL("http://" + host).hostname;
  } catch {
    return "";
  }
}

/** RFC 5321, without comments: a dotted or quoted local part, and a host or an address in brackets. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  return (
    at > 0 &&
    text.length <= 320 &&
    isLocalPart(text.slice(0, at), false) &&
    isMailHost(text.slice(at + 1), isHostname)
  );
}

export function isLocalPart(text: string, international: boolean): boolean {
  const plain = international
    ? /^[^\s"(),:;<>@[\\\]\u0000-\u001f\u007f.]+(?:\.[^\s"(),:;<>@[\\\]\u0000-\u001f\u007f.]+)*$/u
    : /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
  const quoted = international
    ? /^"(?:[^\u0000-\u001f"\\\u007f]|\\[^\u0000-\u001f\u007f])*"$/u
    : /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*"$/;
  return plain.test(text) || quoted.test(text);
}

export function isMailHost(text: string, isHost: (host: string) => boolean): boolean {
  if (!text.startsWith("[")) return isHost(text);
  const literal = text.slice(1, -1);
  return text.endsWith("]") && (isIpv4(literal) || (/^IPv6:/i.test(literal) && isIpv6(literal.slice(5))));
}
