export function isIpv4(text: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text);
}

/** RFC 4291, which the platform's own parser follows. */
export function isIpv6(text: string): boolean {
  return /^[\da-f:.]{2,45}$/i.test(text) && toAscii("[" + text + "]") !== "";
}

/** RFC 1123. A label with hyphens third and fourth is legal only as an encoded international one. */
export function isHostname(text: string): boolean {
  return (
    text.length <= 253 &&
    /^(?:(?!(?!xn)..--)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.(?!$)|$))+$/i.test(text) &&
    (!/(?:^|\.)xn--/i.test(text) || toAscii(text) !== "")
  );
}

/** A host as the platform's own tables encode it; empty where they refuse it. */
export function toAscii(host: string): string {
  try {
    return new URL("http://" + host).hostname;
  } catch {
    return "";
  }
}

const mailbox =
  /^(?:[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*|"(?:[ !#-[\]-~]|\\[ -~])*")@([^@]+)$/;

/** RFC 5321, without comments: a dotted or quoted local part, and a host or an address in brackets. */
export function isEmail(text: string): boolean {
  return text.length <= 320 && isMailHost(mailbox.exec(text)?.[1], isHostname);
}

/** What follows the `@`, where there is one. */
export function isMailHost(text: string | undefined, isHost: (host: string) => boolean): boolean {
  const [, v6, literal] = /^\[(IPv6:)?(.*)\]$/i.exec(text ?? "") ?? [];
  if (literal !== undefined) return v6 === undefined ? isIpv4(literal) : isIpv6(literal);
  return text !== undefined && isHost(text);
}
