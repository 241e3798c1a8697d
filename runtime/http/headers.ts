import { isObject } from "../base/is-object.js";
import type { HttpParameter } from "./operation.js";
import { encode } from "./percent.js";
import { refuse } from "./refuse.js";
import { contentText, scalarText, simple } from "./serialise.js";

/** Headers that no argument may set, even if the document declares them. */
const reserved =
  /^(authorization|cookie|host|connection|content-length|content-type|transfer-encoding|te|trailer|upgrade|keep-alive|expect|via|forwarded|x-forwarded-.*|proxy-.*|sec-.*)$/i;

/** CGI, WSGI and PHP take dashes for underscores. */
export function foldedHeader(name: string): string {
  return name.toLowerCase().replaceAll("_", "-");
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** The value of a header. Refuses characters that could end the header or are outside of Latin-1. */
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

/** Also checks values of the application, such as credentials. */
export function checked(value: string, subject: string): string {
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
    throw refuse(subject, "cannot hold control characters or characters beyond Latin-1");
  return value;
}

/**
 * The application's cookies are sent unchanged, because services compare them without decoding. The value must
 * already be valid (RFC 6265).
 */
export function checkedCookie(value: string, subject: string): string {
  if (!/^("?)[!#-+\--:<-[\]-~]*\1$/.test(value))
    throw refuse(
      subject,
      "cannot hold blanks, quotes, commas, semicolons, backslashes or characters beyond ASCII, since a cookie cannot; give it in the form that the service set",
    );
  return value;
}

/** The `name=value` pairs of a cookie parameter. */
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
