import type { Style } from "../../runtime/http/operation.js";

// The server side of OpenAPI's styles, written only from the specification. It converts raw text to values:
// it splits the text first and decodes the parts afterwards.

export type Kind = "string" | "integer" | "boolean" | "strings" | "integers" | "object";

export interface Expected {
  readonly name: string;
  readonly style: Style;
  readonly explode: boolean;
  readonly kind: Kind;
}

const decode = decodeURIComponent;

function one(text: string, kind: Kind): unknown {
  const value = decode(text);
  if (kind === "integer" || kind === "integers") return Number(value);
  return kind === "boolean" ? value === "true" : value;
}

function list(texts: readonly string[], kind: Kind): readonly unknown[] {
  return texts.map((text) => one(text, kind));
}

function pairs(texts: readonly string[]): object {
  const entries: [string, string][] = [];
  for (let index = 0; index + 1 < texts.length; index += 2)
    entries.push([decode(texts[index]!), decode(texts[index + 1]!)]);
  return Object.fromEntries(entries);
}

function assignments(texts: readonly string[]): object {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf("=");
      return at === -1 ? [decode(text), ""] : [decode(text.slice(0, at)), decode(text.slice(at + 1))];
    }),
  );
}

const isList = (kind: Kind): boolean => kind === "strings" || kind === "integers";

/** Parses a path segment. */
export function parsePath(segment: string, { name, style, explode, kind }: Expected): unknown {
  if (style === "label") {
    const text = segment.slice(1);
    const parts = text.split(explode ? "." : ",");
    if (isList(kind)) return list(parts, kind);
    if (kind === "object") return explode ? assignments(parts) : pairs(parts);
    return one(text, kind);
  }
  if (style === "matrix") {
    const parts = segment.split(";").slice(1);
    if (kind === "object" && explode) return assignments(parts);
    const values = parts.map((part) => (part.startsWith(`${name}=`) ? part.slice(name.length + 1) : ""));
    if (isList(kind)) return list(explode ? values : values[0]!.split(","), kind);
    return kind === "object" ? pairs(values[0]!.split(",")) : one(values[0]!, kind);
  }
  const parts = segment.split(",");
  if (isList(kind)) return list(parts, kind);
  if (kind === "object") return explode ? assignments(parts) : pairs(parts);
  return one(segment, kind);
}

/** Parses a query string without its question mark. */
export function parseQuery(query: string, expected: Expected): unknown {
  const { name, style, explode, kind } = expected;
  const fields = query.split("&").map((field) => {
    const at = field.indexOf("=");
    return [decode(field.slice(0, at)), field.slice(at + 1)] as const;
  });
  if (style === "deepObject") {
    const prefix = `${name}[`;
    return Object.fromEntries(
      fields
        .filter(([key]) => key.startsWith(prefix))
        .map(([key, value]) => [key.slice(prefix.length, -1), decode(value)]),
    );
  }
  if (kind === "object" && explode)
    return Object.fromEntries(fields.map(([key, value]) => [key, decode(value)]));
  const values = fields.filter(([key]) => key === name).map(([, value]) => value);
  if (isList(kind) && explode) return list(values, kind);
  const delimiter =
    { spaceDelimited: "%20", pipeDelimited: "%7C", tabDelimited: "%09" }[style as string] ?? ",";
  const parts = values[0]!.split(delimiter);
  if (isList(kind)) return list(parts, kind);
  return kind === "object" ? pairs(parts) : one(values[0]!, kind);
}

/** Parses the value of a header, which is not percent-encoded. */
export function parseHeader(value: string, { explode, kind }: Expected): unknown {
  const plain = (text: string): string => encodeURIComponent(text);
  const parts = value.split(",").map((part) => part.trim());
  if (isList(kind)) return list(parts.map(plain), kind);
  if (kind !== "object") return one(plain(value), kind);
  return explode
    ? assignments(parts.map((part) => part.split("=").map(plain).join("=")))
    : pairs(parts.map(plain));
}

/** Parses a `cookie` header. */
export function parseCookies(header: string, expected: Expected): unknown {
  const { name, explode, kind } = expected;
  const fields = header.split("; ").map((field) => {
    const at = field.indexOf("=");
    return [field.slice(0, at), field.slice(at + 1)] as const;
  });
  if (kind === "object" && explode)
    return Object.fromEntries(fields.map(([key, value]) => [decode(key), decode(value)]));
  const values = fields.filter(([key]) => key === name).map(([, value]) => value);
  if (isList(kind)) return list(explode ? values : values[0]!.split(","), kind);
  return kind === "object" ? pairs(values[0]!.split(",")) : one(values[0]!, kind);
}
