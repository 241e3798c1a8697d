import type { NextPage } from "../tool.js";
import type { HttpPage } from "./operation.js";

/** Paths of the response fields that usually contain the cursor, number or address of the next page. */
const fields: readonly (readonly string[])[] = [
  "next_cursor nextCursor next_page_token nextPageToken next_token nextToken next_page nextPage next",
  "cursor.next response_metadata.next_cursor meta.next_cursor pagination.next_cursor paging.next.after links.next",
]
  .flatMap((line) => line.split(" "))
  .map((path) => path.split("."));

const maxCursorChars = 2_048;

/**
 * Returns the arguments that request the next page, if the service reports a next page. If the service
 * reports an address, only the values of known parameters are taken from the address, and its origin must be
 * that of the request. The model never sees the address.
 */
export function findNextPage(
  pages: readonly HttpPage[],
  headers: Headers,
  body: unknown,
  requestUrl: URL,
): NextPage | undefined {
  const link = nextLink(headers.get("link") ?? "");
  const linked = link === undefined ? undefined : fromAddress(link, pages, requestUrl);
  if (linked !== undefined) return linked;
  for (const path of fields) {
    const value = valueAt(body, path);
    if (value === undefined || value === "") continue;
    const found = isAddress(value)
      ? fromAddress(value, pages, requestUrl)
      : fromValue(value, pages, requestUrl);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the target of `rel="next"` in a Link header (RFC 8288). */
function nextLink(header: string): string | undefined {
  for (const [, target, parameters = ""] of header.matchAll(/<([^<>]*)>([^<]*)/g)) {
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters);
    const relations = (rel?.[1] ?? rel?.[2] ?? "").toLowerCase().split(/\s+/);
    if (relations.includes("next")) return target;
  }
  return undefined;
}

function valueAt(body: unknown, path: readonly string[]): string | number | undefined {
  let value = body;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[step];
  }
  return typeof value === "string" || typeof value === "number" ? value : undefined;
}

function isAddress(value: string | number): value is string {
  return (
    typeof value === "string" && (/^([a-z][a-z\d+.-]*:)?\/\//i.test(value) || /^[^?]*\?[^?]*=/.test(value))
  );
}

function fromAddress(address: string, pages: readonly HttpPage[], requestUrl: URL): NextPage | undefined {
  if (!URL.canParse(address, requestUrl.href)) return undefined;
  const url = new URL(address, requestUrl);
  if (url.origin !== requestUrl.origin) return undefined;
  const values = pages.map((page) => [page, url.searchParams.get(page.name)] as const);
  return pageArguments(values, requestUrl);
}

/**
 * Returns the arguments for a plain value, which is a cursor. If the API has no cursor but page numbers, the
 * value must be a number.
 */
function fromValue(
  value: string | number,
  pages: readonly HttpPage[],
  requestUrl: URL,
): NextPage | undefined {
  const page =
    pages.find(({ takes }) => takes === "cursor") ??
    (typeof value === "number" ? pages.find(({ takes }) => takes === "number") : undefined);
  return page === undefined ? undefined : pageArguments([[page, String(value)]], requestUrl);
}

/**
 * Returns the arguments of the next page. Returns undefined if they equal those of the current page, because
 * the model would then request the same page forever.
 */
function pageArguments(
  values: readonly (readonly [HttpPage, string | null])[],
  requestUrl: URL,
): NextPage | undefined {
  const pageValues = values.flatMap(([page, text]) => {
    const value = text === null ? undefined : argumentValue(text, page);
    return value === undefined ? [] : [{ page, value }];
  });
  const isNewPage = pageValues.some(
    ({ page, value }) => requestUrl.searchParams.get(page.name) !== String(value),
  );
  if (!isNewPage) return undefined;
  return Object.fromEntries(pageValues.map(({ page, value }) => [page.argument ?? page.name, value]));
}

function argumentValue(text: string, { integer }: HttpPage): string | number | undefined {
  if (text === "" || text.length > maxCursorChars) return undefined;
  if (integer !== true) return text;
  if (!/^\d{1,20}$/.test(text)) return undefined;
  const value = Number(text);
  // Beyond 2^53, only the text has all digits. The argument accepts a text.
  return Number.isSafeInteger(value) ? value : text;
}
