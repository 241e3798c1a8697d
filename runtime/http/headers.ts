import { isObject } from "../base/is-object.js";
import type { HttpParameter } from "./operation.js";
import { encode } from "./percent.js";
import { refuse } from "./refuse.js";
import { contentText, plain, simple } from "./serialise.js";

/** Headers no argument may touch, whatever a document says. */
const reserved =
  /^(authorization|cookie|host|connection|content-length|content-type|transfer-encoding|te|trailer|upgrade|keep-alive|expect|via|forwarded|x-forwarded-.*|proxy-.*|sec-.*)$/i;

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** A header's value; refused where it could end the header or says more than Latin-1. */
export function headerValue(value: unknown, parameter: HttpParameter): string {
  const what = `header "${parameter.name}"`;
  if (!token.test(parameter.name) || reserved.test(parameter.name)) throw refuse(what, "cannot be set");
  if (parameter.contentType !== undefined) return checked(contentText(value, parameter.contentType), what);
  const several = Array.isArray(value) || isObject(value);
  const text = (part: string): string => {
    if (several && part.includes(",")) throw refuse(what, "cannot hold a comma in a value");
    return part;
  };
  return checked(simple(value, parameter.explode ?? false, text, what), what);
}

/** For values of ours, such as credentials, too. */
export function checked(value: string, what: string): string {
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
    throw refuse(what, "cannot hold control characters or characters beyond Latin-1");
  return value;
}

/** A cookie of ours goes as it is: services compare it, they do not decode it. So it must be one already (RFC 6265). */
export function checkedCookie(value: string, what: string): string {
  if (!/^("?)[!#-+\--:<-[\]-~]*\1$/.test(value))
    throw refuse(
      what,
      "cannot hold blanks, quotes, commas, semicolons, backslashes or characters beyond ASCII, since a cookie cannot; give it in the form that the service set",
    );
  return value;
}

/** `name=value` pairs of a cookie parameter. */
export function cookiePairs(value: unknown, parameter: HttpParameter): readonly string[] {
  const what = `cookie "${parameter.name}"`;
  if (!token.test(parameter.name)) throw refuse(what, "cannot be set");
  const text = (part: unknown): string => encode(plain(part), what);
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
