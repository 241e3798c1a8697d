import { isObject } from "../base/is-object.js";
import { stringifyExact } from "../base/exact-json.js";
import { encode, encodeReserved, encodeWithDots } from "./percent.js";
import { refuse } from "./refuse.js";
import type { Style } from "./operation.js";

// The parameter styles of OpenAPI. Most are expansions of RFC 6570 under other names. No style can represent
// every value. An ambiguous value is refused and never changed.

export interface SerialiseOptions {
  readonly name: string;
  readonly style: Style;
  readonly explode: boolean;
  readonly allowReserved?: boolean;
  readonly contentType?: string;
}

/** Returns the text that replaces a placeholder of the path. */
export function serialisePath(value: unknown, options: SerialiseOptions): string {
  const subject = `path parameter "${options.name}"`;
  if (options.contentType !== undefined) return encode(contentText(value, options.contentType), subject);
  switch (options.style) {
    case "label":
      return label(value, options, subject);
    case "matrix":
      return matrix(value, options, subject);
    case "spaceDelimited":
    case "pipeDelimited":
    case "tabDelimited":
      return delimited(value, options, subject);
    default:
      return simple(value, options.explode, (text) => encode(text, subject), subject);
  }
}

/** Returns a part of the query, such as `a=1&a=2`. Returns "" if the value is missing. */
export function serialiseQuery(value: unknown, options: SerialiseOptions): string {
  const subject = `query parameter "${options.name}"`;
  const name = encode(options.name, subject);
  const text = (part: string): string =>
    options.allowReserved === true ? encodeReserved(part, subject) : encode(part, subject);
  if (value === undefined) return "";
  if (options.contentType !== undefined) return `${name}=${text(contentText(value, options.contentType))}`;
  if (value === null) return "";
  if (options.style === "deepObject") return deep(value, name, text);
  if (Array.isArray(value)) return queryList(value, name, options, text, subject);
  if (isObject(value)) return queryRecord(value, name, options, text, subject);
  return `${name}=${text(scalarText(value))}`;
}

function queryList(
  value: readonly unknown[],
  name: string,
  options: SerialiseOptions,
  text: (part: string) => string,
  subject: string,
): string {
  if (value.length === 0) return "";
  if (isDelimited(options.style) && !options.explode) return `${name}=${delimited(value, options, subject)}`;
  if (options.explode) return value.map((item) => `${name}=${text(scalarText(item))}`).join("&");
  return `${name}=${value.map((item) => commaless(text(scalarText(item)))).join(",")}`;
}

function queryRecord(
  value: Readonly<Record<string, unknown>>,
  name: string,
  options: SerialiseOptions,
  text: (part: string) => string,
  subject: string,
): string {
  const parts = definedFields(value);
  if (parts.length === 0) return "";
  if (isDelimited(options.style)) return `${name}=${delimited(parts.flat(), options, subject)}`;
  if (options.explode)
    return parts.map(([key, part]) => `${encode(key, subject)}=${text(scalarText(part))}`).join("&");
  return `${name}=${parts.map(([key, part]) => `${encode(key, subject)},${commaless(text(scalarText(part)))}`).join(",")}`;
}

/**
 * Encodes commas. `allowReserved` leaves reserved characters unencoded, but a comma in a value would split
 * the list.
 */
function commaless(text: string): string {
  return text.replace(/,/g, "%2C");
}

/**
 * Writes a nested value as `name[a][b]=1` and the items of a list by index. Rails, PHP, qs and Stripe read
 * this form.
 */
function deep(value: unknown, name: string, text: (part: string) => string): string {
  if (value === undefined) return "";
  if (Array.isArray(value))
    return joined(value.map((item, index) => deep(item, `${name}%5B${index}%5D`, text)));
  if (isObject(value)) {
    return joined(Object.keys(value).map((key) => deep(value[key], `${name}%5B${text(key)}%5D`, text)));
  }
  return `${name}=${value === null ? "" : text(scalarText(value))}`;
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("&");
}

/** Writes a list as `a,b` and an object as `k,v`. With `explode`, an object becomes `k=v`. */
export function simple(
  value: unknown,
  explode: boolean,
  text: (part: string) => string,
  subject: string,
): string {
  if (Array.isArray(value)) return value.map((item) => text(scalarText(item))).join(",");
  if (isObject(value)) {
    return definedFields(value)
      .map(([key, part]) => `${text(key)}${explode ? "=" : ","}${text(scalarText(part))}`)
      .join(",");
  }
  if (value === null || value === undefined) throw refuse(subject, "is missing");
  return text(scalarText(value));
}

function label(value: unknown, { explode }: SerialiseOptions, subject: string): string {
  const text = (part: unknown): string => encodeWithDots(scalarText(part), subject);
  if (Array.isArray(value)) return `.${value.map(text).join(explode ? "." : ",")}`;
  if (isObject(value)) {
    const parts = definedFields(value).map(
      ([key, part]) => `${text(key)}${explode ? "=" : ","}${text(part)}`,
    );
    return `.${parts.join(explode ? "." : ",")}`;
  }
  if (value === null || value === undefined) throw refuse(subject, "is missing");
  return `.${encode(scalarText(value), subject)}`;
}

function matrix(value: unknown, { name, explode }: SerialiseOptions, subject: string): string {
  const text = (part: unknown): string => encode(scalarText(part), subject);
  const named = encode(name, subject);
  const pair = (key: string, part: string): string => (part === "" ? `;${key}` : `;${key}=${part}`);
  if (Array.isArray(value)) {
    return explode
      ? value.map((item) => pair(named, text(item))).join("")
      : pair(named, value.map(text).join(","));
  }
  if (isObject(value)) {
    const parts = definedFields(value);
    if (explode) return parts.map(([key, part]) => pair(text(key), text(part))).join("");
    return pair(named, parts.map(([key, part]) => `${text(key)},${text(part)}`).join(","));
  }
  if (value === null || value === undefined) throw refuse(subject, "is missing");
  return pair(named, text(value));
}

const delimiters = { spaceDelimited: " ", pipeDelimited: "|", tabDelimited: "\t" } as const;

function isDelimited(style: Style): style is keyof typeof delimiters {
  return Object.hasOwn(delimiters, style);
}

/**
 * Writes a list with a delimiter. The delimiter itself is percent-encoded, so a value that contains the
 * delimiter would be ambiguous. Such a value is refused.
 */
function delimited(value: unknown, { style }: SerialiseOptions, subject: string): string {
  const delimiter = isDelimited(style) ? delimiters[style] : ",";
  const items = Array.isArray(value) ? value : isObject(value) ? definedFields(value).flat() : [value];
  return items
    .map((item) => {
      const text = scalarText(item);
      if (items.length > 1 && text.includes(delimiter)) {
        throw refuse(subject, `cannot hold ${JSON.stringify(delimiter)} in a value`);
      }
      return encode(text, subject);
    })
    .join(encodeURIComponent(delimiter));
}

/**
 * Writes one value of a style as text. If the value is a list or an object, the style has no form for it, and
 * the text is JSON.
 */
export function scalarText(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null ? stringifyExact(value) : String(value);
}

export function contentText(value: unknown, contentType: string): string {
  return typeof value === "string" && !/json/i.test(contentType) ? value : stringifyExact(value);
}

/** Returns the fields of an object that are neither null nor undefined. */
function definedFields(value: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  return Object.keys(value).flatMap((key) => {
    const part = value[key];
    return part === undefined || part === null ? [] : [[key, part] as const];
  });
}
