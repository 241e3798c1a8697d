export function isIpv4(text: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text);
}

/** An IPv6 address (RFC 4291). The URL parser of the platform decides. */
export function isIpv6(text: string): boolean {
  return /^[\da-f:.]{2,45}$/i.test(text) && toAscii("[" + text + "]") !== "";
}

/**
 * A host name (RFC 1123). Hyphens at both positions 3 and 4 are only allowed in an encoded international
 * label (`xn--…`).
 */
export function isHostname(text: string): boolean {
  return (
    text.length <= 253 &&
    /^(?:(?!(?!xn)..--)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.(?!$)|$))+$/i.test(text) &&
    (!/(?:^|\.)xn--/i.test(text) || toAscii(text) !== "")
  );
}

/** Returns the ASCII form of a host, or "" if the URL parser of the platform refuses the host. */
export function toAscii(host: string): string {
  try {
    return new URL("http://" + host).hostname;
  } catch {
    return "";
  }
}

const mailbox =
  /^(?:[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*|"(?:[ !#-[\]-~]|\\[ -~])*")@([^@]+)$/;

/**
 * An email address (RFC 5321) without comments: a dotted or quoted local part, and a host or an address in
 * brackets.
 */
export function isEmail(text: string): boolean {
  return text.length <= 320 && isMailHost(mailbox.exec(text)?.[1], isHostname);
}

/** Checks the part of an email address after the `@`. */
export function isMailHost(text: string | undefined, isHost: (host: string) => boolean): boolean {
  const [, v6, literal] = /^\[(IPv6:)?(.*)\]$/i.exec(text ?? "") ?? [];
  if (literal !== undefined) return v6 === undefined ? isIpv4(literal) : isIpv6(literal);
  return text !== undefined && isHost(text);
}
