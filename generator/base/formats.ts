import type { TypeName } from "../ir.js";

/** The runtime function that asserts a format, and the type that it applies to. */
export interface Format {
  readonly test: string;
  readonly type: Extract<TypeName, "string" | "number">;
}

const string = (test: string): Format => ({ test, type: "string" });
const number = (test: string): Format => ({ test, type: "number" });

/** Every known format. Its value is `undefined` if the format only describes a value and cannot be asserted. */
export const formats: ReadonlyMap<string, Format | undefined> = new Map<string, Format | undefined>([
  ["date-time", string("isDateTime")],
  ["date", string("isDate")],
  ["time", string("isTime")],
  // Without an offset, as in OpenAPI's registry of formats; and with or without one, as Python reads them.
  ["date-time-local", string("isLocalDateTime")],
  ["time-local", string("isLocalTime")],
  ["iso-date-time", string("isIsoDateTime")],
  ["iso-time", string("isIsoTime")],
  ["duration", string("isDuration")],
  ["email", string("isEmail")],
  ["idn-email", string("isIdnEmail")],
  ["hostname", string("isHostname")],
  ["idn-hostname", string("isIdnHostname")],
  ["ipv4", string("isIpv4")],
  ["ipv6", string("isIpv6")],
  ["uri", string("isUri")],
  ["uri-reference", string("isUriReference")],
  ["iri", string("isIri")],
  ["iri-reference", string("isIriReference")],
  ["uri-template", string("isUriTemplate")],
  ["uuid", string("isUuid")],
  ["json-pointer", string("isJsonPointer")],
  ["relative-json-pointer", string("isRelativeJsonPointer")],
  ["regex", string("isRegex")],
  ["byte", string("isBase64")],
  ["int32", number("isInt32")],
  ["int64", number("isInt64")],
  ["uint64", number("isUint64")],
  ["float", undefined],
  ["double", undefined],
  ["password", undefined],
  ["binary", undefined],
  ["enum", undefined],
  ["char", undefined],
  ["commonmark", undefined],
  ["html", undefined],
  ["decimal", undefined],
]);
