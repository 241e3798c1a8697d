/**
 * Simple checks of formats for defaults and examples. These checks find obvious faults only. Generated
 * validators are stricter and know all formats.
 */
export const textFormats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ["date", isDate],
  [
    "date-time",
    (text) =>
      /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/.test(text) &&
      isDate(text.slice(0, 10)),
  ],
  ["uuid", (text) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)],
  ["email", (text) => /^[^\s@]+@[^\s@]+$/.test(text) || text.startsWith('"')],
  [
    "ipv4",
    (text) => /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) && text.split(".").every((part) => Number(part) < 256),
  ],
  ["uri", (text) => /^[a-z][a-z0-9+.-]*:/i.test(text) && !/\s/.test(text)],
]);

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
