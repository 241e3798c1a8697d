/**
 * Returns the delay that a Retry-After header requests, in milliseconds. The header contains seconds or a
 * date.
 */
export function retryAfterMs(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  if (/^\d+(\.\d+)?$/.test(header)) return Math.ceil(Number(header) * 1000);
  // `Date.parse` accepts almost any text. A valid date in this header begins with the name of a weekday.
  const date = /^[a-z]/i.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
