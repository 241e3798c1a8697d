import { isObject } from "../base/is-object.js";
import { stringifyExact } from "../base/exact-json.js";
import { encode, encodeReserved, encodeWithDots } from "./percent.js";
import { refuse } from "./refuse.js";
import type { Style } from "./operation.js";

// OpenAPI's parameter styles (RFC 6570 with names changed). A value that a style cannot carry is refused, never changed.

export interface Manner {
  readonly name: string;
  readonly style: Style;
  readonly explode: boolean;
  readonly allowReserved?: boolean;
  readonly contentType?: string;
}

/** The text that stands for a placeholder of the path. */
export function serialisePath(value: unknown, manner: Manner): string {
  const what = `path parameter "${manner.name}"`;
  if (manner.contentType !== undefined) return encode(contentText(value, manner.contentType), what);
  switch (manner.style) {
    case "label":
      return label(value, manner, what);
    case "matrix":
      return matrix(value, manner, what);
    case "spaceDelimited":
    case "pipeDelimited":
    case "tabDelimited":
      return delimited(value, manner, what);
    default:
      return simple(value, manner.explode, (text) => encode(text, what), what);
  }
}

/** `a=1&a=2`; empty for a value that is not there. */
export function serialiseQuery(value: unknown, manner: Manner): string {
  const what = `query parameter "${manner.name}"`;
  const name = encode(manner.name, what);
  const text = (part: string): string =>
    manner.allowReserved === true ? encodeReserved(part, what) : encode(part, what);
  if (value === undefined) return "";
  if (manner.contentType !== undefined) return `${name}=${text(contentText(value, manner.contentType))}`;
  if (value === null) return "";
  if (manner.style === "deepObject") return deep(value, name, text);
  if (Array.isArray(value)) return queryList(value, name, manner, text, what);
  if (isObject(value)) return queryRecord(value, name, manner, text, what);
  return `${name}=${text(plain(value))}`;
}

function queryList(
  value: readonly unknown[],
  name: string,
  manner: Manner,
  text: (part: string) => string,
  what: string,
): string {
  if (value.length === 0) return "";
  if (isDelimited(manner.style) && !manner.explode) return `${name}=${delimited(value, manner, what)}`;
  if (manner.explode) return value.map((item) => `${name}=${text(plain(item))}`).join("&");
  return `${name}=${value.map((item) => commaless(text(plain(item)))).join(",")}`;
}

function queryRecord(
  value: Readonly<Record<string, unknown>>,
  name: string,
  manner: Manner,
  text: (part: string) => string,
  what: string,
): string {
  const parts = present(value);
  if (parts.length === 0) return "";
  if (isDelimited(manner.style)) return `${name}=${delimited(parts.flat(), manner, what)}`;
  if (manner.explode)
    return parts.map(([key, part]) => `${encode(key, what)}=${text(plain(part))}`).join("&");
  return `${name}=${parts.map(([key, part]) => `${encode(key, what)},${commaless(text(plain(part)))}`).join(",")}`;
}

/** Reserved characters may stand, but a comma would part the value. */
function commaless(text: string): string {
  return text.replace(/,/g, "%2C");
}

/** `name[a][b]=1`, lists by index: what Rails, PHP, qs and Stripe read. */
function deep(value: unknown, name: string, text: (part: string) => string): string {
  if (value === undefined) return "";
  if (Array.isArray(value))
    return joined(value.map((item, index) => deep(item, `${name}%5B${index}%5D`, text)));
  if (isObject(value)) {
    return joined(Object.keys(value).map((key) => deep(value[key], `${name}%5B${text(key)}%5D`, text)));
  }
  return `${name}=${value === null ? "" : text(plain(value))}`;
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("&");
}

/** `a,b`, or for objects `k,v` and exploded `k=v`. */
export function simple(
  value: unknown,
  explode: boolean,
  text: (part: string) => string,
  what: string,
): string {
  if (Array.isArray(value)) return value.map((item) => text(plain(item))).join(",");
  if (isObject(value)) {
    return present(value)
      .map(([key, part]) => `${text(key)}${explode ? "=" : ","}${text(plain(part))}`)
      .join(",");
  }
  if (value === null || value === undefined) throw refuse(what, "is missing");
  return text(plain(value));
}

function label(value: unknown, { explode }: Manner, what: string): string {
  const text = (part: unknown): string => encodeWithDots(plain(part), what);
  if (Array.isArray(value)) return `.${value.map(text).join(explode ? "." : ",")}`;
  if (isObject(value)) {
    const parts = present(value).map(([key, part]) => `${text(key)}${explode ? "=" : ","}${text(part)}`);
    return `.${parts.join(explode ? "." : ",")}`;
  }
  if (value === null || value === undefined) throw refuse(what, "is missing");
  return `.${encode(plain(value), what)}`;
}

function matrix(value: unknown, { name, explode }: Manner, what: string): string {
  const text = (part: unknown): string => encode(plain(part), what);
  const named = encode(name, what);
  const pair = (key: string, part: string): string => (part === "" ? `;${key}` : `;${key}=${part}`);
  if (Array.isArray(value)) {
    return explode
      ? value.map((item) => pair(named, text(item))).join("")
      : pair(named, value.map(text).join(","));
  }
  if (isObject(value)) {
    const parts = present(value);
    if (explode) return parts.map(([key, part]) => pair(text(key), text(part))).join("");
    return pair(named, parts.map(([key, part]) => `${text(key)},${text(part)}`).join(","));
  }
  if (value === null || value === undefined) throw refuse(what, "is missing");
  return pair(named, text(value));
}

const delimiters = { spaceDelimited: " ", pipeDelimited: "|", tabDelimited: "\t" } as const;

function isDelimited(style: Style): style is keyof typeof delimiters {
  return Object.hasOwn(delimiters, style);
}

/** The delimiter is percent-encoded itself, so a value that holds it cannot be told apart and is refused. */
function delimited(value: unknown, { style }: Manner, what: string): string {
  const delimiter = isDelimited(style) ? delimiters[style] : ",";
  const items = Array.isArray(value) ? value : isObject(value) ? present(value).flat() : [value];
  return items
    .map((item) => {
      const text = plain(item);
      if (items.length > 1 && text.includes(delimiter)) {
        throw refuse(what, `cannot hold ${JSON.stringify(delimiter)} in a value`);
      }
      return encode(text, what);
    })
    .join(encodeURIComponent(delimiter));
}

/** A primitive as text; what is nested deeper than the style reaches travels as JSON. */
export function plain(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null ? stringifyExact(value) : String(value);
}

export function contentText(value: unknown, contentType: string): string {
  return typeof value === "string" && !/json/i.test(contentType) ? value : stringifyExact(value);
}

/** Fields that are there; null and undefined are not. */
function present(value: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  return Object.keys(value).flatMap((key) => {
    const part = value[key];
    return part === undefined || part === null ? [] : [[key, part] as const];
  });
}
