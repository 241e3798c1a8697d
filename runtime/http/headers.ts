import { isObject } from "../base/is-object.js";
import type { HttpParameter } from "./operation.js";
import { encode } from "./percent.js";
import { refuse } from "./refuse.js";
import { contentText, scalarText, simple } from "./serialise.js";

/** Names of headers that no argument may set, even if the document declares such a parameter. */
const reserved =
  /^(authorization|cookie|host|connection|content-length|content-type|transfer-encoding|te|trailer|upgrade|keep-alive|expect|via|forwarded|x-forwarded-.*|proxy-.*|sec-.*)$/i;

/**
 * Returns the form of a header name that is equal for all spellings of the name. CGI, WSGI and PHP treat `-`
 * and `_` in header names as the same character.
 */
export function foldedHeader(name: string): string {
  return name.toLowerCase().replaceAll("_", "-");
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * Returns the value of a header. Refuses characters that could end the header, and characters beyond Latin-1.
 */
export function headerValue(value: unknown, parameter: HttpParameter): string {
  const subject = `header "${parameter.name}"`;
  if (!token.test(parameter.name) || reserved.test(foldedHeader(parameter.name)))
    throw refuse(subject, "cannot be set");
  if (parameter.contentType !== undefined) return checked(contentText(value, parameter.contentType), subject);
  const several = Array.isArray(value) || isObject(value);
  const text = (part: string): string => {
    if (several && part.includes(",")) throw refuse(subject, "cannot hold a comma in a value");
    return part;
  };
  return checked(simple(value, parameter.explode ?? false, text, subject), subject);
}

/**
 * Returns the value of a header if all its characters are allowed. The application's own values, such as
 * credentials, are checked too.
 */
export function checked(value: string, subject: string): string {
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
    throw refuse(subject, "cannot hold control characters or characters beyond Latin-1");
  return value;
}

/**
 * Returns the value of a cookie that the application sets. The value is not encoded, because services compare
 * cookies without decoding them. The value must therefore already be valid (RFC 6265).
 */
export function checkedCookie(value: string, subject: string): string {
  if (!/^("?)[!#-+\--:<-[\]-~]*\1$/.test(value))
    throw refuse(
      subject,
      "cannot contain blanks, quotes, commas, semicolons, backslashes or characters beyond ASCII; pass the cookie in the form in which the service set it",
    );
  return value;
}

/** Returns the `name=value` pairs of a cookie parameter. */
export function cookiePairs(value: unknown, parameter: HttpParameter): readonly string[] {
  const subject = `cookie "${parameter.name}"`;
  if (!token.test(parameter.name)) throw refuse(subject, "cannot be set");
  const text = (part: unknown): string => encode(scalarText(part), subject);
  const { name } = parameter;
  if (value === undefined || value === null) return [];
  if (parameter.contentType !== undefined)
    return [`${name}=${text(contentText(value, parameter.contentType))}`];
  const explode = parameter.explode ?? true;
  if (Array.isArray(value)) {
    if (value.length === 0) return [];
    return explode ? value.map((item) => `${name}=${text(item)}`) : [`${name}=${value.map(text).join(",")}`];
  }
  if (isObject(value)) {
    const parts = Object.entries(value).filter(([, part]) => part !== undefined && part !== null);
    if (parts.length === 0) return [];
    return explode
      ? parts.map(([key, part]) => `${text(key)}=${text(part)}`)
      : [`${name}=${parts.map(([key, part]) => `${text(key)},${text(part)}`).join(",")}`];
  }
  return [`${name}=${text(value)}`];
}
