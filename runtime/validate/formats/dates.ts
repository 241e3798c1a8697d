const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** RFC 3339 `full-date`. */
export function isDate(text: string): boolean {
  return text.length === 10 && startsWithDate(text);
}

/** RFC 3339 `full-time`. */
export function isTime(text: string): boolean {
  return isTimeFrom(text, 0);
}

/** RFC 3339 `date-time`. */
export function isDateTime(text: string): boolean {
  const separator = text.charCodeAt(10);
  return (separator === 84 || separator === 116) && startsWithDate(text) && isTimeFrom(text, 11);
}

/** RFC 3339 appendix A `duration`: larger units before smaller ones, none left out between two. */
export function isDuration(text: string): boolean {
  return /^P(?:\d+W|(?=\d|T\d)(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/.test(
    text,
  );
}

function startsWithDate(text: string): boolean {
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return false;
  const century = pair(text, 0);
  const year = pair(text, 2);
  if (century < 0 || year < 0) return false;
  const month = pair(text, 5);
  const day = pair(text, 8);
  if (month < 1 || month > 12 || day < 1) return false;
  if (day <= 28) return true;
  const isLeap = year % 4 === 0 && (year !== 0 || century % 4 === 0);
  return day <= (month === 2 && isLeap ? 29 : monthDays[month - 1]!);
}

/** `09:30:00.5+02:00`; a leap second only where UTC has one. */
function isTimeFrom(text: string, start: number): boolean {
  if (text.charCodeAt(start + 2) !== 58 || text.charCodeAt(start + 5) !== 58) return false;
  const hour = pair(text, start);
  const minute = pair(text, start + 3);
  const second = pair(text, start + 6);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) return false;
  const zone = endOfFraction(text, start + 8);
  const sign = text.charCodeAt(zone);
  if (sign === 90 || sign === 122)
    return text.length === zone + 1 && (second < 60 || (hour === 23 && minute === 59));
  if ((sign !== 43 && sign !== 45) || text.length !== zone + 6 || text.charCodeAt(zone + 3) !== 58)
    return false;
  const hours = pair(text, zone + 1);
  const minutes = pair(text, zone + 4);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return false;
  const offset = (sign === 45 ? -1 : 1) * (hours * 60 + minutes);
  return second < 60 || (hour * 60 + minute - offset + 2 * 1440) % 1440 === 1439;
}

/** Where the digits after a point end; the end of the text where there are none, so that no zone is found. */
function endOfFraction(text: string, at: number): number {
  if (text.charCodeAt(at) !== 46) return at;
  let end = at + 1;
  while (isDigit(text.charCodeAt(end))) end += 1;
  return end === at + 1 ? text.length : end;
}

/** Two digits as a number, or -1. */
function pair(text: string, at: number): number {
  const tens = text.charCodeAt(at);
  const ones = text.charCodeAt(at + 1);
  return isDigit(tens) && isDigit(ones) ? tens * 10 + ones - 528 : -1;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}
