/** The delay of a Retry-After header in milliseconds. The header contains seconds or a date. */
export function retryAfterMs(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  if (/^\d+(\.\d+)?$/.test(header)) return Math.ceil(Number(header) * 1000);
  // Dates begin with the name of a day. `Date.parse` accepts almost any text.
  const date = /^[a-z]/i.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
