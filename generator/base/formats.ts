import type { TypeName } from "../ir.js";

/**
 * A format that can be asserted. `test` is the name of the runtime function that tests a value. Values of other types
 * than `type` are not tested.
 */
export interface Format {
  readonly test: string;
  readonly type: Extract<TypeName, "string" | "number">;
}

const string = (test: string): Format => ({ test, type: "string" });
const number = (test: string): Format => ({ test, type: "number" });

/**
 * Every known format. The value is undefined for a format that is never asserted, because it only describes a value.
 */
export const formats: ReadonlyMap<string, Format | undefined> = new Map<string, Format | undefined>([
  ["date-time", string("isDateTime")],
  ["date", string("isDate")],
  ["time", string("isTime")],
  // `date-time-local` and `time-local` have no offset. They are in the OpenAPI format registry. `iso-date-time` and
  // `iso-time` are times with or without an offset, as Python reads them.
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
