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

/** RFC 1123. */
export function isHostname(text: string): boolean {
  return (
    text.length <= 253 &&
    /^(?!.{2}--)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i.test(text)
  );
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
  return plain.test(text) || /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*"$/.test(text);
}

export function isMailHost(text: string, isHost: (host: string) => boolean): boolean {
  if (!text.startsWith("[")) return isHost(text);
  const literal = text.slice(1, -1);
  return text.endsWith("]") && (isIpv4(literal) || (/^IPv6:/i.test(literal) && isIpv6(literal.slice(5))));
}
