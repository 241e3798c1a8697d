import { parseExact, stringifyExact } from "../../base/exact-json.js";

/** A `google.protobuf.Any`, in the form that the gRPC library returns. */
export interface AnyValue {
  readonly type_url?: string;
  readonly value?: Uint8Array;
}

const text = new TextDecoder("utf-8", { fatal: true });

/** Encodes a value as JSON bytes. Workers read raw JSON, even though the type URL names a StringValue. */
export function encodeAny(value: unknown): AnyValue {
  return {
    type_url: "type.googleapis.com/google.protobuf.StringValue",
    value: new TextEncoder().encode(stringifyExact(value ?? null)),
  };
}

/**
 * Decodes a value from a worker. The type URL of a StringValue may stand for a packed StringValue or for raw
 * JSON. Most values are raw JSON. The packed form is tried first: it begins with a byte that is white space
 * in JSON. A text that is not JSON stays a text. Bytes that are not a text give undefined.
 */
export function decodeAny({ type_url: type = "", value = new Uint8Array() }: AnyValue): unknown {
  try {
    const packed = type.endsWith("StringValue") ? packedString(value) : undefined;
    if (packed !== undefined) return text.decode(packed);
    const raw = text.decode(value);
    const parsed = parse(raw) ?? parse(withoutNaN(raw));
    return parsed === undefined ? raw : parsed.value;
  } catch {
    return undefined;
  }
}

function parse(source: string): { readonly value: unknown } | undefined {
  try {
    return { value: parseExact(source) };
  } catch {
    return undefined;
  }
}

/**
 * Replaces NaN and Infinity by null. A worker without orjson writes these words, which are not JSON. The same
 * words inside of strings are kept.
 */
function withoutNaN(source: string): string {
  return source.replace(
    /("(?:[^"\\]|\\.)*")|-?\bInfinity\b|\bNaN\b/g,
    (_, quoted?: string) => quoted ?? "null",
  );
}

/** Returns the bytes of field 1, if the message has no other field. */
function packedString(value: Uint8Array): Uint8Array | undefined {
  if (value.length === 0) return value;
  if (value[0] !== 0x0a) return undefined;
  let length = 0;
  for (let index = 1, shift = 0; index < Math.min(value.length, 6); index += 1, shift += 7) {
    const byte = value[index]!;
    length += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return index + 1 + length === value.length ? value.subarray(index + 1) : undefined;
  }
  return undefined;
}
