import { parseExact, stringifyExact } from "../../base/exact-json.js";

/** `google.protobuf.Any` as the gRPC library returns it. */
export interface AnyValue {
  readonly type_url?: string;
  readonly value?: Uint8Array;
}

const text = new TextDecoder("utf-8", { fatal: true });

/** Workers read raw JSON bytes, whatever the type URL is. */
export function encodeAny(value: unknown): AnyValue {
  return {
    type_url: "type.googleapis.com/google.protobuf.StringValue",
    value: new TextEncoder().encode(stringifyExact(value ?? null)),
  };
}

/**
 * Decodes a value of a worker. One type URL stands for both packed StringValues and raw JSON, mostly the latter. The
 * packed form is tried first: its first byte is white space in JSON. Any other text stays text; bytes that are not
 * text give undefined.
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

/** A worker without orjson writes NaN and Infinity, which are not JSON. The same words inside strings are kept. */
function withoutNaN(source: string): string {
  return source.replace(
    /("(?:[^"\\]|\\.)*")|-?\bInfinity\b|\bNaN\b/g,
    (_, quoted?: string) => quoted ?? "null",
  );
}

/** The bytes of field 1, if it is the only field of the message. */
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
