import { isHostname, isLocalPart, isMailHost } from "./hosts.js";

/** RFC 5890 labels, each of which becomes an ASCII label by the platform's own IDNA tables. */
export function isIdnHostname(text: string): boolean {
  if (isHostname(text)) return true;
  return text !== "" && /^[^\u0000-\u002c\u002f:-@[-`{-\u007f]+$/u.test(text) && isHostname(toAscii(text));
}

/** RFC 6531. */
export function isIdnEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  return at > 0 && isLocalPart(text.slice(0, at), true) && isMailHost(text.slice(at + 1), isIdnHostname);
}

function toAscii(host: string): string {
  try {
    return new URL("http://" + host).hostname;
  } catch {
    return "";
  }
}
