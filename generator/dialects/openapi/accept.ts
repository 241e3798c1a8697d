import { essence, kindOf } from "./body.js";

type AnswerKind = "json" | "text" | "file" | "encoded" | "range";

/** Data in a form that only programs for that form can read. It is useless as a file. */
const encoded = /[/+.-](cbor|protobuf|msgpack|bson|avro|thrift|smile|flatbuffers)\b/;

/** How the runtime would read a response of this type. Undefined if the text is not a media type. */
export function answerKind(mediaType: string): AnswerKind | undefined {
  const type = essence(mediaType);
  if (!/^[\x20-\x7e]+$/.test(mediaType) || !/^[^\s/,]+\/[^\s/,]+$/.test(type)) return undefined;
  if (type.includes("*")) return "range";
  const kind = kindOf(type);
  if (kind === "json") return "json";
  if (kind === "text" || kind === "form") return "text";
  return encoded.test(type) ? "encoded" : "file";
}

/** The types that can be read, best first: JSON, text, then files. Types of equal rank are together. */
export function rankTypes(mediaTypes: readonly string[]): readonly (readonly string[])[] {
  const types = oneForEach(mediaTypes.flatMap((name) => name.split(",")).map(bareType));
  const of = (kind: AnswerKind): readonly string[] => types.filter((type) => answerKind(type) === kind);
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

/** The value of `Accept` as a list of types. A lower rank gets a lower quality. */
export function acceptTypes(groups: readonly (readonly string[])[]): readonly string[] {
  return groups.flatMap((group, rank) =>
    group.map((type) => (rank === 0 ? type : `${type};q=${(10 - Math.min(rank, 9)) / 10}`)),
  );
}

/**
 * Removes `charset` and `q`, and keeps the other parameters because they may name a version. `charset` describes the
 * encoding of text, and servers do not look for it in `Accept`. We set `q` ourselves.
 */
function bareType(mediaType: string): string {
  // Reduced to one space at most, so that the search takes time in proportion to the length of the text.
  const spaced = mediaType.trim().replace(/\s+/g, " ");
  return spaced.replace(/ ?; ?(charset|q) ?= ?("[^"]*"|[^; ]*)/gi, "");
}

/** Keeps one of several types that differ only in parameters, the plain one if it is present. */
function oneForEach(mediaTypes: readonly string[]): readonly string[] {
  const found = new Map<string, string>();
  for (const type of mediaTypes) {
    const plain = essence(type);
    if (!found.has(plain) || type === plain) found.set(plain, type);
  }
  return [...found.values()];
}
