import { essence, kindOf } from "./body.js";

type ResponseKind = "json" | "text" | "file" | "encoded" | "range";

/** Binary formats that need a special program. As a file, such a response is useless to a model. */
const encoded = /[/+.-](cbor|protobuf|msgpack|bson|avro|thrift|smile|flatbuffers)\b/;

/** How the runtime reads a response with a media type. Undefined if the text is not a media type. */
export function responseKind(mediaType: string): ResponseKind | undefined {
  const type = essence(mediaType);
  if (!/^[\x20-\x7e]+$/.test(mediaType) || !/^[^\s/,]+\/[^\s/,]+$/.test(type)) return undefined;
  if (type.includes("*")) return "range";
  const kind = kindOf(type);
  if (kind === "json") return "json";
  if (kind === "text" || kind === "form") return "text";
  return encoded.test(type) ? "encoded" : "file";
}

/**
 * Ranks media types: JSON first, then text, files, and ranges such as `application/*`. Encoded types are used only
 * if there is no other type. Each group contains types of equal rank.
 */
export function rankTypes(mediaTypes: readonly string[]): readonly (readonly string[])[] {
  const types = oneForEach(mediaTypes.flatMap((name) => name.split(",")).map(bareType));
  const of = (kind: ResponseKind): readonly string[] => types.filter((type) => responseKind(type) === kind);
  const ranges = of("range");
  const anyJson = ranges.some((range) => range === "*/*" || range === "application/*");
  const json = of("json");
  const main = json.find((type) => essence(type) === "application/json") ?? json[0];
  const first = main ?? (anyJson ? "application/json" : undefined);
  const groups = [
    first === undefined ? [] : [first],
    json.filter((type) => type !== main),
    of("text"),
    of("file"),
    ranges,
  ].filter((group) => group.length > 0);
  return groups.length > 0 ? groups : [of("encoded")].filter((group) => group.length > 0);
}

/**
 * Returns the types for the `Accept` header. Each group after the first has a lower quality, such as
 * `;q=0.9`.
 */
export function acceptTypes(groups: readonly (readonly string[])[]): readonly string[] {
  return groups.flatMap((group, rank) =>
    group.map((type) => (rank === 0 ? type : `${type};q=${(10 - Math.min(rank, 9)) / 10}`)),
  );
}

/**
 * Removes the parameters `charset` and `q` of a media type. Servers do not expect `charset` in `Accept`, and
 * `acceptTypes` sets `q`. Other parameters are kept, because they may contain a version.
 */
function bareType(mediaType: string): string {
  // Several blanks become one blank. The replacement after this line then takes time in proportion to the
  // length of the text.
  const spaced = mediaType.trim().replace(/\s+/g, " ");
  return spaced.replace(/ ?; ?(charset|q) ?= ?("[^"]*"|[^; ]*)/gi, "");
}

/** Of the types that differ only in parameters, one is kept. A type without parameters is preferred. */
function oneForEach(mediaTypes: readonly string[]): readonly string[] {
  const found = new Map<string, string>();
  for (const type of mediaTypes) {
    const plain = essence(type);
    if (!found.has(plain) || type === plain) found.set(plain, type);
  }
  return [...found.values()];
}
