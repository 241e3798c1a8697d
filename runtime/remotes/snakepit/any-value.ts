import { parseExact, stringifyExact } from "../../base/exact-json.js";

/** `google.protobuf.Any` as the gRPC library hands it over. */
export interface AnyValue {
  readonly type_url?: string;
  readonly value?: Uint8Array;
}

const text = new TextDecoder("utf-8", { fatal: true });

/** The worker reads raw JSON bytes, whatever the type says. */
export function encodeAny(value: unknown): AnyValue {
  return {
    type_url: "type.googleapis.com/google.protobuf.StringValue",
    value: new TextEncoder().encode(stringifyExact(value ?? null)),
  };
}

/**
 * What a worker sends under one type name is sometimes a packed StringValue and mostly raw JSON. The packed form is tried first: its
 * first byte is white space to a JSON parser. What is neither stays text, and bytes that are no text give undefined.
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

/** A worker without orjson writes NaN and Infinity, which are not JSON; texts that hold the words stay. */
function withoutNaN(source: string): string {
  return source.replace(
    /("(?:[^"\\]|\\.)*")|-?\bInfinity\b|\bNaN\b/g,
    (_, quoted?: string) => quoted ?? "null",
  );
}

/** The bytes of field 1 when they, and nothing else, fill the message. */
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
