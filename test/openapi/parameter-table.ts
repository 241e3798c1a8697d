import { fc } from "../helpers/seeded.js";
import type { HttpParameter, Style } from "../../runtime/http/operation.js";
import type { RawRequest } from "./loopback.js";
import {
  type Expected,
  type Kind,
  parseCookies,
  parseHeader,
  parsePath,
  parseQuery,
} from "./parse-by-specification.js";

// Every location, style and explode of a parameter, with every type that it can have. Each row creates
// values, and reads them as a server does.

export const awkward = fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" });
const latin = fc
  .string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(..."aZ09 -_.~!*'()/?:@&=+$%\\\"<>[]{}|^`éÿ") })
  .filter((text) => text.trim() === text && text !== "");
const withoutDelimiters = (text: string): boolean => !/[ |\t]/.test(text);
export const keys = fc
  .string({ minLength: 1, maxLength: 6, unit: fc.constantFrom(..."abcXYZ019_-") })
  .filter((key) => !(key in {}));

export function values(kind: Kind, text: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  switch (kind) {
    case "string":
      return text;
    case "integer":
      return fc.integer();
    case "boolean":
      return fc.boolean();
    case "strings":
      return fc.array(text, { minLength: 1, maxLength: 4 });
    case "integers":
      return fc.array(fc.integer(), { minLength: 1, maxLength: 4 });
    case "object":
      return fc.dictionary(keys, text, { minKeys: 1, maxKeys: 3 });
  }
}

const kinds: readonly Kind[] = ["string", "integer", "boolean", "strings", "integers", "object"];
const lists: readonly Kind[] = ["strings", "integers"];

export interface Row {
  readonly place: HttpParameter["in"];
  readonly style: Style;
  readonly explode: boolean;
  readonly kind: Kind;
}

function rows(
  place: Row["place"],
  style: Style,
  of: readonly Kind[] = kinds,
  explodes = [true, false],
): readonly Row[] {
  return of.flatMap((kind) => explodes.map((explode) => ({ place, style, explode, kind })));
}

export const table: readonly Row[] = [
  ...rows("path", "simple"),
  ...rows("path", "label"),
  ...rows("path", "matrix"),
  ...rows("path", "pipeDelimited", lists, [false]),
  ...rows("query", "form"),
  ...rows("query", "spaceDelimited", [...lists, "object"], [false]),
  ...rows("query", "pipeDelimited", [...lists, "object"], [false]),
  ...rows("query", "tabDelimited", lists, [false]),
  ...rows("query", "deepObject", ["object"], [true]),
  ...rows("header", "simple"),
  ...rows("cookie", "form"),
];

export const parsers = {
  path: ({ target }: RawRequest, expected: Expected) => {
    const segment = target.split("?")[0]!.split("/")[3]!;
    return expected.style === "pipeDelimited"
      ? segment
          .split("%7C")
          .map((text) => (expected.kind === "integers" ? Number(text) : decodeURIComponent(text)))
      : parsePath(segment, expected);
  },
  query: ({ target }: RawRequest, expected: Expected) => parseQuery(target.split("?")[1]!, expected),
  header: ({ headers }: RawRequest, expected: Expected) =>
    parseHeader(Buffer.from(String(headers[expected.name]), "latin1").toString("latin1"), expected),
  cookie: ({ headers }: RawRequest, expected: Expected) => parseCookies(String(headers.cookie), expected),
} as const;

export function textFor({ place, style, kind }: Row): fc.Arbitrary<string> {
  if (place === "header") return kind === "string" ? latin : latin.filter((text) => !/[,=]/.test(text));
  if (style.endsWith("Delimited")) return awkward.filter(withoutDelimiters);
  // A label before a single dot is `..`, which a URL cannot contain. Another test checks that it is refused.
  return place === "path" ? awkward.filter((text) => !/^\.{1,2}$/.test(text)) : awkward;
}
