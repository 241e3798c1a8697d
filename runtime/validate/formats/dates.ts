// The pattern for a date and a time. The alternatives for month and day come first, with February 29 as the
// last. The time of day and the offset follow.
const dateTime =
  /^(?:\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** RFC 3339 `date-time`. A leap second is accepted only at the end of a UTC day. */
export function isDateTime(text: string): boolean {
  return text.length > 19 && (dateTime.test(text) || isLeapSecond(text));
}

/** RFC 3339 `full-date`. */
export function isDate(text: string): boolean {
  return text.length === 10 && dateTime.test(text + "T00:00:00Z");
}

/** RFC 3339 `full-time`. */
export function isTime(text: string): boolean {
  return isDateTime("2000-01-01T" + text);
}

/** A `date-time` without an offset. Seconds are optional, and a space may replace the `T`. */
export function isLocalDateTime(text: string): boolean {
  return isDateTime(`${text.replace(" ", "T").replace(/([Tt]\d\d:\d\d)$/, "$1:00")}Z`);
}

/** A `time` without an offset. */
export function isLocalTime(text: string): boolean {
  return isLocalDateTime("2000-01-01T" + text);
}

/** An ISO 8601 date and time in the form that most languages read, with or without an offset. */
export function isIsoDateTime(text: string): boolean {
  return isDateTime(text.replace(" ", "T")) || isLocalDateTime(text);
}

/** A `time` with or without an offset. */
export function isIsoTime(text: string): boolean {
  return isIsoDateTime("2000-01-01T" + text);
}

/** RFC 3339 appendix A `duration`: units in descending order. No unit between two others may be missing. */
export function isDuration(text: string): boolean {
  return /^P(?:\d+W|(?=\d|T\d)(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/.test(
    text,
  );
}

function isLeapSecond(text: string): boolean {
  const before = text.replace(/(?<=:..):60/, ":59");
  const time = new Date(before.toUpperCase());
  return before !== text && dateTime.test(before) && time.getUTCHours() === 23 && time.getUTCMinutes() === 59;
}
